// @ts-check
/**
 * The shapes of what the gateway sends, for the type checker; nothing runs here.
 *
 * @typedef {"player" | "banker"} Side
 * @typedef {"player" | "banker" | "tie"} Outcome
 * @typedef {"red" | "blue"} Ink
 * @typedef {"player_1" | "banker_1" | "player_2" | "banker_2" | "player_3" | "banker_3"} Position
 * @typedef {"closed" | "shoe_change" | "burn" | "ready" | "betting" | "dealing" | "result" | "settled" | "shoe_over"} Phase
 *
 * @typedef {{ phase: Phase, closing: boolean, last_coup: boolean, dealer: string }} TableSection
 * @typedef {{ number: number, packs: number, cards_left: number, cards_out: number, burned: number,
 *   indicator: string | null, burn_due: number, burn_done: number, cut_card_out: boolean, coups: number }} ShoeSection
 * @typedef {{ position: Position, card: string, keyed: boolean }} DealtCard
 * @typedef {{ number: number, free: boolean, cards: DealtCard[], player_total: number | null,
 *   banker_total: number | null, due: Position | null, outcome: Outcome | null, natural: boolean, pairs: Side[],
 *   confirmed: boolean, settled: boolean, void_reason: string | null }} CoupSection
 * @typedef {{ coup: number, opened_at: number, closes_at: number }} BettingSection
 * @typedef {{ kind: string, since: number }} HoldSection
 *
 * @typedef {{ column: number, row: number, outcome: Outcome, pairs: Side[], natural: boolean }} Bead
 * @typedef {{ column: number, row: number, outcome: Outcome, ties: number, pairs: Side[] }} BigRoadCell
 * @typedef {{ column: number, row: number, color: Ink }} DerivedMark
 * @typedef {{ big_eye_boy: Ink | null, small_road: Ink | null, cockroach_pig: Ink | null }} AskMarks
 * @typedef {{ bead_plate: Bead[], big_road: { cells: BigRoadCell[], columns: number },
 *   big_eye_boy: { marks: DerivedMark[] }, small_road: { marks: DerivedMark[] }, cockroach_pig: { marks: DerivedMark[] },
 *   ask: { player: AskMarks, banker: AskMarks } }} RoadsSection
 *
 * @typedef {{ coups: number, player: number, banker: number, tie: number, player_pairs: number, banker_pairs: number,
 *   player_naturals: number, banker_naturals: number, voids: number, free: number }} StatisticsSection
 *
 * @typedef {{ resolution: string, refusal: string | null }} OfferedResolution
 * @typedef {{ kind: string, cause: string, attempts: number, since: number, held: (string | null)[],
 *   resolutions: OfferedResolution[], waits_for: string }} DeskHold
 * @typedef {{ scanner: string, online: boolean, reads: number, misreads: number, rescans: number,
 *   mean_gap_ms: number | null, last_card: string | null, last_at: number | null, swap: string | null }} ScannerState
 * @typedef {{ dealer: string, coups: number, misreads: number, rescans: number, voids: number }} DealerTally
 * @typedef {{ packs: number, cards: number, extra: string[], foreign: string[] }} DeckCheck
 * @typedef {{ packs: number, cards: number, missing: string[], extra: string[], foreign: string[],
 *   whole: boolean }} DeckResult
 * @typedef {{ action: string, position: Position | null, count: number | null }} NextStep
 * @typedef {{ what: "void" | "correct_coup", by: string, coup: number, reason: string, player: string[], banker: string[],
 *   closes_at: number }} ProposalSection
 * @typedef {{ role: string, hold: DeskHold | null, commands: Record<string, string | null>, scanners: ScannerState[],
 *   next: NextStep, outcome: Outcome | null, primary: string, dealer: string, deck_check: DeckCheck | null,
 *   deck_result: DeckResult | null, deck_verified: boolean, dealers: DealerTally[],
 *   proposal: ProposalSection | null }} DeskSection
 *
 * @typedef {[string, number]} Stake A spot, and an amount in minor units.
 * @typedef {{ to_one: string, when: string[] }} Payout
 * @typedef {{ name: string, bet: string, payouts: Payout[], return: string, closes_after: number | null }} Spot
 * @typedef {{ minimum: number, maximum: number, table_maximum: number | null }} SpotLimits
 * @typedef {{ exponent: number, step: number, differential: number, spots: Record<string, SpotLimits> }} CurrencyOffer
 * @typedef {{ rules_digest: string, spots: Spot[], currencies: Record<string, CurrencyOffer>, ask_after: number,
 *   leave_after: number }} OfferSection
 *
 * @typedef {{ table: TableSection, shoe: ShoeSection | null, coup: CoupSection | null, betting: BettingSection | null,
 *   hold: HoldSection | null, roads: RoadsSection | null, statistics: StatisticsSection | null,
 *   offer: OfferSection | null, desk?: DeskSection }} View
 * @typedef {{ type: string, [field: string]: any }} TableEvent
 *
 * @typedef {{ type: "snapshot", table: string, epoch: string, version: number, server_time: number, view: View }} Snapshot
 * @typedef {{ type: "update", version: number, prev: number, at: number, events: TableEvent[],
 *   view: Partial<View> }} Update
 * @typedef {{ type: "resumed", table: string, epoch: string, version: number, server_time: number,
 *   replayed: number }} Resumed
 * @typedef {{ coup: number, stakes: Stake[], change: number, balance: number | null }} BetResult
 * @typedef {{ type: "answer", id: string, ok: boolean, code: string, detail: string,
 *   numbers: Record<string, number | string>, result: BetResult | null }} Answer
 * @typedef {{ type: "pong", sent: number | null, server_time: number }} Pong
 * @typedef {{ type: "heartbeat", server_time: number, version: number }} Heartbeat
 * @typedef {{ type: "fault", code: string, detail: string, fatal: boolean }} Fault
 * @typedef {{ type: "condition", troubles: Record<string, string> }} Condition What is wrong with the table's parts, by part.
 *
 * @typedef {{ coup: number, stakes: Stake[], returned: Stake[], outcome: Outcome | null, void: boolean }} LastCoup
 * @typedef {{ type: "patron", version: number, server_time: number, name: string, currency: string, exponent: number,
 *   fun: boolean, seated: boolean, balance: number | null, accounts: "ok" | "unavailable", coup: number | null,
 *   stakes: Stake[], previous: Stake[], last: LastCoup | null, idle_coups: number, asked: boolean,
 *   limits: { spot_maximum: number | null, coup_maximum: number | null } }} Patron
 * @typedef {{ type: "totals", coup: number | null, patrons: number,
 *   currencies: Record<string, Record<string, number>> }} Totals
 * @typedef {{ cursor: number, coup: number, shoe: number, at: number, player: string[], banker: string[],
 *   outcome: Outcome | null, status: "settled" | "void" | "corrected" }} RecalledCoup
 * @typedef {RecalledCoup & { stakes: Stake[], returned: Stake[] }} PatronCoup
 * @typedef {{ type: "history", id: string, coups: PatronCoup[], more: boolean }} History
 * @typedef {{ type: "recall", id: string, coups: RecalledCoup[] }} Recall
 * @typedef {{ role: string, name: string }} Actor
 * @typedef {{ position: Position, card: string, at: number, read: [string, string, number] | null, keyed_by: Actor | null,
 *   corrected_by: Actor | null }} CardOnFelt
 * @typedef {{ shoe: number, coup: number, begun_at: number, dealer: Actor, rules_digest: string, free: boolean,
 *   status: string, cards: CardOnFelt[], outcome: Outcome | null, void_by: Actor | null, void_reason: string }} CoupDossier
 * @typedef {{ patron: [string, string], status: string, stakes: Stake[], returned: Stake[], owed: number }} PatronRecord
 * @typedef {{ position: number, at: number, name: string, body: Record<string, any> }} JournalEntry
 * @typedef {{ type: "coup_record", id: string, coup: CoupDossier, patrons: PatronRecord[],
 *   entries: JournalEntry[] }} CoupRecord
 *
 * @typedef {{ type: "touch_round", round: number, request: string, at: number, end: "settled" | "refunded" | "voided",
 *   reason: string, commitment: string, cards: string[], player: string[], banker: string[], outcome: Outcome | null,
 *   stakes: Stake[], returned: Stake[], opened: { order: string, nonce: string } }} TouchRound
 * @typedef {{ name: string, minimum: number, maximum: number, pays_to_one: string, return_percent: string }} TouchSpot
 * @typedef {{ type: "touch_view", room: string, server_time: number, name: string, currency: string, exponent: number,
 *   step: number, fun: boolean, balance: number | null, accounts: "ok" | "unavailable", limits: Patron["limits"],
 *   spots: TouchSpot[], round: number, commitment: string, dealing: boolean, previous: Stake[],
 *   last: TouchRound | null, roads: RoadsSection, idle_at: number | null, unfinished: "resume" | "refund" }} TouchView
 * @typedef {{ type: "touch_history", id: string, rounds: TouchRound[], more: boolean }} TouchHistory
 *
 * @typedef {Answer | History | Recall | TouchHistory | CoupRecord} Reply What answers a request, by its id.
 * @typedef {Snapshot | Update | Resumed | Reply | Pong | Heartbeat | Condition | Fault | Patron | Totals | TouchView |
 *   TouchRound} FromServer
 */

export {};

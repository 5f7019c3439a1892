"""A table under proof, and what may happen at it: people who ask anything, cards and scanners that go wrong. Pure."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar, get_args

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Coup, Outcome
from dealer_table.baccarat.hand import Position
from dealer_table.baccarat.shoe import full_shoe
from dealer_table.errors import CommandRefused
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.decide import decide, next_deadline
from dealer_table.procedure.evolve import evolve, fold
from dealer_table.procedure.house import RESOLUTIONS, HouseProcedure, check_house
from dealer_table.procedure.integrity import FilesFound, found
from dealer_table.procedure.refusal import refusal
from dealer_table.procedure.state import TableState
from dealer_table.procedure.words import (
    Actor,
    BurnRule,
    CutCardRule,
    Drawn,
    HoldKind,
    MisreadCause,
    Phase,
    Relief,
    Resolution,
    Role,
    TakesTwo,
)
from dealer_table.wire.event_codec import decode, encode
from tests.properties.procedure_ledger import Ledger, check_state

T = TypeVar("T")

PEOPLE = (*(Actor(role, role.value) for role in Role), Actor(Role.DEALER, "relief"))
SUPERVISOR = Actor(Role.SUPERVISOR, "supervisor")
ADMINISTRATOR = Actor(Role.ADMINISTRATOR, "administrator")
PERSON_COMMANDS = get_args(c.PersonCommand)
SCANNERS = ("shoe", "spare")

HOUSES: Mapping[str, HouseProcedure] = {
    "the seed's": HouseProcedure(),
    "Macau": HouseProcedure(
        burn_ace=11,
        free_coups=3,
        cut_card_rule=CutCardRule.ONE_MORE,
        confirm_result=True,
        second_person=frozenset(TakesTwo),
    ),
    "burns between coups": HouseProcedure(
        packs=6,
        burn=BurnRule.FIXED,
        burn_fixed=2,
        burn_between_coups=1,
        cut_card_rule=CutCardRule.ONE_MORE_UNLESS_FIRST,
        misread_tries=1,
        confirm_result=True,
    ),
    "burns between coups, settles at once": HouseProcedure(burn=BurnRule.NONE, burn_between_coups=1, misread_tries=1),
    "second opinion": HouseProcedure(
        burn=BurnRule.PACKS, packs=2, waits_for_shoe_result=True, draw_timeout_seconds=5, relief=Relief.SUPERVISOR
    ),
    "void and nothing else": HouseProcedure(
        burn=BurnRule.NONE, confirm_result=True, resolutions=dict.fromkeys(HoldKind, (Resolution.VOID,))
    ),
    "one pack, anybody decides": HouseProcedure(
        packs=1,
        burn=BurnRule.NONE,
        free_coups=1,
        cut_card_rule=CutCardRule.TWO_INCLUDING_CURRENT,
        supervisor_only=frozenset(),
        scanner_required=False,
        draw_timeout_seconds=0,
        misread_tries=2,
    ),
    "checks its decks, spares take over": HouseProcedure(
        packs=1, burn=BurnRule.NONE, deck_check_required=True, spare_takes_over=True
    ),
}


class Chance(Protocol):
    """Where a run takes its choices from: Hypothesis, or a seed."""

    def pick(self, options: Sequence[T]) -> T:
        """Return one of `options`."""
        ...


class SeededChance:
    """Chance from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def pick(self, options: Sequence[T]) -> T:
        return self._random.choice(options)


class TableUnderProof:
    """A table that is checked after every command against what must always hold."""

    def __init__(self, house: HouseProcedure, chance: Chance) -> None:
        assert check_house(house) == []
        self.house = house
        self.chance = chance
        self.state = TableState()
        self.ledger = Ledger()
        self.events: list[e.Event] = []
        self.since_shoe: list[e.Event] = []
        self.refusals: set[str] = set()
        self.now = 0
        self.boot = 1
        self.last_seq = Counter[str]()
        self.facts: list[c.Fact] = []
        self.in_shoe: list[tuple[Card, str]] = []
        self.drawn: list[tuple[Card, str]] = []

    def give(self, command: c.Command) -> tuple[e.Event, ...]:
        """Carry out `command`, check all that must hold, and return what came of it."""
        before = self.state
        foreseen = refusal(before, command, self.house) if isinstance(command, PERSON_COMMANDS) else None
        try:
            events = decide(before, command, self.house)
        except CommandRefused as refused:
            assert foreseen is not None and foreseen.code == refused.code, f"refusal() did not foresee {refused.code}"
            self.refusals.add(refused.code)
            return ()
        assert foreseen is None, f"{foreseen} was foreseen and did not come"
        for event in events:
            self._enter(event)
        self._check_whole()
        return events

    def _enter(self, event: e.Event) -> None:
        read_back = decode(*encode(event))
        assert read_back == event
        if isinstance(event, e.ShoeLoaded):
            self._new_shoe(event)
        self.state = evolve(self.state, event)
        self.ledger.enter(event)
        self.events.append(event)
        self.since_shoe.append(read_back)
        if isinstance(event, e.ShoeEnded):
            shoe_state = self.state.shoe
            assert shoe_state is not None
            cards = event.burned + event.dealt + event.discarded + event.left
            assert cards == shoe_state.composition.packs * 52, "the cards of a spent shoe do not add up"

    def _new_shoe(self, loaded: e.ShoeLoaded) -> None:
        self.ledger = Ledger()
        self.since_shoe = []
        shoe = list(enumerate(full_shoe(loaded.packs)))
        random.Random(loaded.shoe).shuffle(shoe)
        self.in_shoe = [(card, f"{loaded.shoe}-{number}") for number, card in shoe]
        self.drawn = []

    def _check_whole(self) -> None:
        check_state(self.state, self.ledger)
        assert self._has_a_way_on(), "nobody can do anything: the table stands still for ever"
        deadline = next_deadline(self.state, self.house)
        assert deadline is None or self.state.phase in (Phase.BETTING, Phase.DEALING)

    def check_folds(self) -> None:
        """Fail unless folding gives the state: from the beginning, and from the last shoe, as read back."""
        assert fold(self.events) == self.state
        if any(isinstance(event, e.ShoeLoaded) for event in self.events):
            assert fold(self.since_shoe) == self.state

    def _has_a_way_on(self) -> bool:
        if self.state.hold is None and (self.state.card_due or self.state.phase is Phase.BETTING):
            return True
        if self.state.altered and not self.state.coup_in_play:
            return True  # a process that is started again
        if self.state.phase is Phase.SHOE_CHANGE and not self.state.scanners_online:
            return True  # a deck that must be checked waits for a scanner
        ways: list[c.PersonCommand] = [
            c.OpenTable(self.now, SUPERVISOR),
            c.LoadShoe(self.now, SUPERVISOR),
            c.ChangeShoe(self.now, SUPERVISOR),
            *(c.VoidCoup(self.now, by, "no other way") for by in (SUPERVISOR, ADMINISTRATOR)),
            c.ConfirmResult(self.now, SUPERVISOR),
            c.EndDeckCheck(self.now, SUPERVISOR),
            c.StartDeckCheck(self.now, SUPERVISOR),
            *(c.SwapScanner(self.now, SUPERVISOR, scanner) for scanner in SCANNERS),
        ]
        return any(refusal(self.state, way, self.house) is None for way in ways)

    # ---- scanners -------------------------------------------------------------------------------------------------

    def read_id(self, scanner: str = "") -> c.ReadId:
        """Return the identity of the next read: of `scanner`, or of the one that the table deals by."""
        scanner = scanner or self.state.primary or SCANNERS[0]
        self.last_seq[scanner] += 1
        return c.ReadId(scanner, f"boot-{self.boot}", self.last_seq[scanner])

    def record(self, fact: c.Fact) -> None:
        self.facts.append(fact)
        self.give(fact)

    def read(
        self,
        card: Card,
        serial: str | None = None,
        position: Position | None = None,
        drawn: Drawn = Drawn.GAME,
    ) -> None:
        self.record(c.RecordCardRead(self.now, self.read_id(), card, serial, position, drawn))


def draw(table: TableUnderProof) -> None:
    """Draw the next card of the shoe past the scanner."""
    if table.in_shoe:
        table.drawn.append(table.in_shoe.pop())
        table.read(table.drawn[-1][0])


def draw_past_a_clever_scanner(table: TableUnderProof) -> None:
    """Draw a card that carries its serial, for a place that the scanner believes to know."""
    if table.in_shoe:
        table.drawn.append(table.in_shoe.pop())
        table.read(*table.drawn[-1], table.chance.pick((None, *Position)))


def draw_from_a_shoe_that_knows_what_for(table: TableUnderProof) -> None:
    """Draw a card that the shoe calls dealt or burned, or that it gave while locked, in error or being set up."""
    if table.in_shoe:
        table.drawn.append(table.in_shoe.pop())
        table.read(table.drawn[-1][0], drawn=table.chance.pick(tuple(Drawn)))


def show_a_drawn_card(table: TableUnderProof) -> None:
    """Show a card of the felt once more; the scanner takes it for another."""
    if table.drawn:
        card, serial = table.chance.pick(table.drawn)
        table.read(card, table.chance.pick((None, serial)))


def read_any_card(table: TableUnderProof) -> None:
    """Read a card wrongly."""
    table.read(table.chance.pick(tuple(Card)))


def misread(table: TableUnderProof) -> None:
    """See something that no card is."""
    table.record(c.RecordMisread(table.now, table.read_id(), table.chance.pick(tuple(MisreadCause)), "?"))


def cut_card(table: TableUnderProof) -> None:
    """See the cut card, wherever it comes."""
    table.record(c.RecordCutCard(table.now, table.read_id()))


def shoe_result(table: TableUnderProof) -> None:
    """Hear the shoe's own result, early, in time, late, right or wrong."""
    outcomes = [*Outcome]
    if table.state.coup is not None:
        outcomes += [table.state.coup.hands.outcome] * 6
    table.record(c.RecordShoeResult(table.now, table.read_id(), table.chance.pick(outcomes)))


def device_event(table: TableUnderProof) -> None:
    """Hear a scanner of itself."""
    table.record(c.RecordDeviceEvent(table.now, table.read_id(), "lid_open", 7))


def lose_reads(table: TableUnderProof) -> None:
    """Lose some reads of a scanner for good."""
    scanner = table.chance.pick(SCANNERS)
    first = table.last_seq[scanner] + 1
    table.last_seq[scanner] += table.chance.pick((1, 2))
    last = table.last_seq[scanner]
    table.record(c.RecordReadsLost(table.now, scanner, f"boot-{table.boot}", first, last))


def scanner_status(table: TableUnderProof) -> None:
    """See a scanner come or go; one that comes may have started again, and with it the other."""
    online = table.chance.pick((True, True, False))
    table.record(c.RecordScannerStatus(table.now, table.chance.pick(SCANNERS), online, "cable"))
    if online and table.chance.pick((True, False)):
        table.boot += 1
        table.last_seq.clear()


def a_spare_reads_along(table: TableUnderProof) -> None:
    """Report what the spare saw too, a card of the felt or anything else: it is recorded, and nothing follows."""
    spares = [scanner for scanner in SCANNERS if table.state.primary not in ("", scanner)]
    if not spares:
        return
    before = table.state
    read = table.read_id(table.chance.pick(spares))
    card = table.chance.pick([card for card, _ in table.drawn] + list(Card))
    seen: tuple[c.Fact, ...] = (
        c.RecordCardRead(table.now, read, card, drawn=table.chance.pick(tuple(Drawn))),
        c.RecordCutCard(table.now, read),
        c.RecordMisread(table.now, read, table.chance.pick(tuple(MisreadCause)), "?"),
        c.RecordShoeResult(table.now, read, table.chance.pick(tuple(Outcome))),
    )
    table.record(table.chance.pick(seen))
    assert replace(table.state, cursors=before.cursors) == before, "a spare was dealt"


def swap_scanners(table: TableUnderProof) -> None:
    """Deal by the other scanner from now on."""
    table.give(c.SwapScanner(table.now, table.chance.pick(PEOPLE), table.chance.pick(SCANNERS)))


def repeat_a_read(table: TableUnderProof) -> None:
    """Deliver something once more; nothing may come of it."""
    reads = [fact for fact in table.facts[-40:] if not isinstance(fact, c.RecordScannerStatus)]
    if reads:
        assert table.give(table.chance.pick(reads)) == ()


def let_time_pass(table: TableUnderProof) -> None:
    """Let the clock go on."""
    table.now += table.chance.pick((1, 4_000, 60_000))
    table.give(c.CheckClock(table.now))


def begin_deck_check(table: TableUnderProof) -> None:
    """Begin to check the cards of the next shoe; what is read from then on counts, right or wrong."""
    table.give(c.StartDeckCheck(table.now, table.chance.pick(PEOPLE)))


def adopt_rules(table: TableUnderProof) -> None:
    """Put other rules in force on paper."""
    table.give(c.AdoptRules(table.now, table.chance.pick(PEOPLE), table.chance.pick(("a", "b"))))


def start_the_process_again(table: TableUnderProof) -> None:
    """End the table's process, in order or not, and start it: what it then consists of is what counts."""
    if table.chance.pick((True, False)):
        table.give(c.RecordProcess(e.ProcessStopped(table.now)))
    files = _files(table)
    table.give(c.RecordProcess(e.ProcessStarted(table.now, "1.0", files, files, table.chance.pick(("", "a")))))
    assert not table.state.altered


def look_at_the_files(table: TableUnderProof) -> None:
    """Find the program and the configuration as they were, or not, in a house that minds or not."""
    minds = table.chance.pick((True, False))
    before = table.state
    table.give(c.RecordProcess(e.IntegrityChecked(table.now, _files(table), _files(table), minds)))
    assert replace(table.state, altered=before.altered) == before, "a look at the files touched the game"


def _files(table: TableUnderProof) -> FilesFound:
    return found({"app.py": table.chance.pick(("a",) * 6 + ("b",))}, {"app.py": "a"})


# ---- people -------------------------------------------------------------------------------------------------------


def ask_anything(table: TableUnderProof) -> None:
    """Have anybody ask for anything, mostly out of place."""
    at, by = table.now, table.chance.pick(PEOPLE)
    command: c.PersonCommand
    match table.chance.pick(PERSON_COMMANDS):
        case c.OpenBetting:
            command = c.OpenBetting(at, by, table.chance.pick((None, 5)))
        case c.ConfirmResult:
            command = c.ConfirmResult(at, by, table.chance.pick((None, *Outcome)))
        case c.VoidCoup:
            command = c.VoidCoup(at, by, table.chance.pick(("", " ", "spilled water")))
        case c.ChangeShoe:
            command = c.ChangeShoe(at, by, "worn")
        case c.CorrectCoup:
            command = _correction(table)
        case c.SwapScanner:
            command = c.SwapScanner(at, by, table.chance.pick(("", "attic", *SCANNERS)))
        case c.ResolveHold:
            resolution = table.chance.pick(tuple(Resolution))
            command = c.ResolveHold(at, by, resolution, *_card_and_place(table), "spilled water")
        case plain:
            command = plain(at, by)
    table.give(command)


def resolve(table: TableUnderProof) -> None:
    """Resolve the hold in some way that its kind knows."""
    if table.state.hold is not None:
        resolution = table.chance.pick(RESOLUTIONS[table.state.hold.kind])
        card, place = _card_and_place(table)
        table.give(c.ResolveHold(table.now, table.chance.pick(PEOPLE), resolution, card, place, "spilled water"))


def correct_a_coup(table: TableUnderProof) -> None:
    """Put right a coup that is over, as one that could have been dealt."""
    table.give(_correction(table))


def _correction(table: TableUnderProof) -> c.CorrectCoup:
    coup = Coup()
    while not coup.is_complete:
        coup = coup.with_card(table.chance.pick(tuple(Card)))
    number = max(0, (table.state.shoe.coups if table.state.shoe else 0) - table.chance.pick((0, 0, 1, 2, 11)))
    by, reason = table.chance.pick(PEOPLE), table.chance.pick(("", "misread", "misread"))
    return c.CorrectCoup(table.now, by, number, coup.player.cards, coup.banker.cards, reason)


def _card_and_place(table: TableUnderProof) -> tuple[Card | None, Position | None]:
    on_felt = tuple(placed.position for placed in table.state.coup.placed) if table.state.coup else ()
    return table.chance.pick((None, *Card)), table.chance.pick((None, *Position, *on_felt))


def on_duty(table: TableUnderProof) -> Actor:
    """Return the dealer who is heard."""
    return Actor(Role.DEALER, table.state.dealer or PEOPLE[0].name)


def go_on(table: TableUnderProof) -> None:
    """Do what the procedure waits for."""
    at, by = table.now, on_duty(table)
    if table.state.hold is not None:
        resolve(table)
        return
    match table.state.phase:
        case Phase.CLOSED:
            table.give(c.OpenTable(at, by))
            for scanner in SCANNERS:
                table.give(c.RecordScannerStatus(at, scanner, online=True))
        case Phase.SHOE_CHANGE:
            prepare_shoe(table)
        case Phase.BURN | Phase.DEALING:
            draw(table)
        case Phase.READY | Phase.SETTLED:
            free = c.StartFreeCoup(at, by)
            table.give(free if refusal(table.state, free, table.house) is None else c.OpenBetting(at, by))
        case Phase.BETTING:
            table.give(c.CloseBetting(at, by))
        case Phase.RESULT:
            table.give(c.ConfirmResult(at, by))
        case Phase.SHOE_OVER:
            table.give(c.ChangeShoe(at, by))


def prepare_shoe(table: TableUnderProof) -> None:
    """Load a shoe, where the house demands it after its deck was checked."""
    at, by = table.now, on_duty(table)
    if table.state.deck_check is not None:
        table.give(c.EndDeckCheck(at, by))
    elif table.house.deck_check_required and not table.state.deck_verified:
        check_deck(table)
    else:
        table.give(c.LoadShoe(at, by))


def check_deck(table: TableUnderProof) -> None:
    """Run whole packs through the scanner, now and then with a card missing."""
    started = table.give(c.StartDeckCheck(table.now, on_duty(table)))
    if not started:
        return
    cards = full_shoe(table.house.packs)
    for card in cards[table.chance.pick((0, 0, 0, 1)) :]:
        table.read(card)
    table.give(c.EndDeckCheck(table.now, on_duty(table)))


def go_on_a_while(table: TableUnderProof) -> None:
    """Do what the procedure waits for, several times over."""
    for _ in range(8):
        go_on(table)


Happening = Callable[[TableUnderProof], None]

HAPPENINGS: tuple[Happening, ...] = (
    draw,
    draw_past_a_clever_scanner,
    draw_from_a_shoe_that_knows_what_for,
    show_a_drawn_card,
    read_any_card,
    misread,
    cut_card,
    shoe_result,
    device_event,
    lose_reads,
    scanner_status,
    a_spare_reads_along,
    swap_scanners,
    begin_deck_check,
    repeat_a_read,
    let_time_pass,
    adopt_rules,
    start_the_process_again,
    look_at_the_files,
    ask_anything,
    resolve,
    correct_a_coup,
    go_on,
    go_on_a_while,
)

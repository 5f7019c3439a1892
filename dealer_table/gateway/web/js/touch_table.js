// @ts-check
/** A round as it is shown: its cards one by one in the order in which they left the shoe, or all at once. */

import { Felt } from "./felt.js";

/**
 * @typedef {import("./shapes.js").TouchRound} TouchRound
 * @typedef {import("./shapes.js").CoupSection} CoupSection
 * @typedef {import("./shapes.js").DealtCard} DealtCard
 */

const CARD_MS = 750;

/** @typedef {{ side: import("./shapes.js").Side, card: string, total: number }} SeenCard A card, and what its hand has with it. */

export class TouchTable {
  #felt;
  #onCard;
  #shown = 0;

  /**
   * @param {HTMLElement} root
   * @param {Element} shoe
   * @param {(seen: SeenCard) => void} onCard Told of each card that is dealt slowly.
   */
  constructor(root, shoe, onCard) {
    this.#felt = new Felt(root, shoe);
    this.#onCard = onCard;
    this.#felt.render(null, false);
  }

  /** Take the cards off. */
  clear() {
    this.#shown += 1;
    this.#felt.render(null, true);
  }

  /**
   * Show a round; resolves to true when all of it is seen, at once when `quick`; to false when a later one overtook it.
   * @param {TouchRound} round
   * @param {boolean} quick
   */
  async show(round, quick) {
    const mine = ++this.#shown;
    const cards = placed(round);
    this.#felt.render(null, !quick);
    for (const at of quick ? [] : cards.keys()) {
      const lying = cards.slice(0, at + 1);
      this.#felt.render(coupOf(round, lying, false), true);
      this.#onCard(seenIn(lying));
      await new Promise((resolve) => setTimeout(resolve, CARD_MS));
      if (mine !== this.#shown) return false;
    }
    this.#felt.render(coupOf(round, cards, true), quick);
    return true;
  }
}

/**
 * @param {DealtCard[]} lying
 * @returns {SeenCard}
 */
function seenIn(lying) {
  const { position, card } = lying[lying.length - 1];
  const side = position.startsWith("player") ? "player" : "banker";
  return { side, card, total: pointsOf(lying, side) ?? 0 };
}

/** Where cards go in the order in which they are dealt. @type {["player" | "banker", number][]} */
const ORDER = [["player", 0], ["banker", 0], ["player", 1], ["banker", 1], ["player", 2], ["banker", 2]];

/**
 * The cards in dealing order at their places.
 * @param {TouchRound} round
 * @returns {DealtCard[]}
 */
function placed(round) {
  return ORDER.flatMap(([side, at]) => {
    const card = round[side][at];
    const position = /** @type {import("./shapes.js").Position} */ (`${side}_${at + 1}`);
    return card === undefined ? [] : [{ position, card, keyed: false }];
  });
}

/**
 * @param {TouchRound} round
 * @param {DealtCard[]} cards
 * @param {boolean} whole
 * @returns {CoupSection}
 */
function coupOf(round, cards, whole) {
  const [player, banker] = [pointsOf(cards, "player"), pointsOf(cards, "banker")];
  const naturals = whole && [[round.player, player], [round.banker, banker]].some(([hand, points]) => /** @type {string[]} */ (hand).length === 2 && Number(points) >= 8);
  return {
    number: round.round, free: false, cards, player_total: player, banker_total: banker, due: null,
    outcome: whole ? round.outcome : null, natural: naturals, pairs: [], confirmed: whole, settled: whole,
    void_reason: null,
  };
}

/**
 * What a hand scores, null when no card of it lies there.
 * @param {DealtCard[]} cards
 * @param {string} side
 */
function pointsOf(cards, side) {
  const hand = cards.filter(({ position }) => position.startsWith(side));
  return hand.length === 0 ? null : hand.reduce((sum, { card }) => sum + valueOf(card[0]), 0) % 10;
}

/** @param {string} rank */
function valueOf(rank) {
  return rank === "A" ? 1 : (Number(rank) || 0);
}

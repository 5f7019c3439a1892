// @ts-check
/** A round as it is shown: its cards one by one in the order in which they left the shoe, or all at once. */

import { Felt } from "./felt.js";

/**
 * @typedef {import("./shapes.js").TouchRound} TouchRound
 * @typedef {import("./shapes.js").CoupSection} CoupSection
 * @typedef {import("./shapes.js").DealtCard} DealtCard
 */

const CARD_MS = 750;

export class TouchTable {
  #felt;
  #onCard;
  #shown = 0;

  /**
   * @param {HTMLElement} root
   * @param {Element} shoe
   * @param {() => void} onCard
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
   * Show a round; resolves when all of it is seen, at once when `quick`. A later round overtakes it.
   * @param {TouchRound} round
   * @param {boolean} quick
   */
  async show(round, quick) {
    const mine = ++this.#shown;
    const cards = placed(round);
    if (!quick) {
      this.#felt.render(null, true);
      for (let count = 1; count < cards.length; count += 1) {
        this.#felt.render(coupOf(round, cards.slice(0, count), false), true);
        this.#onCard();
        await new Promise((resolve) => setTimeout(resolve, CARD_MS));
        if (mine !== this.#shown) return;
      }
    }
    this.#felt.render(coupOf(round, cards, true), true);
    if (cards.length > 0) this.#onCard();
  }
}

/**
 * The cards in dealing order at their places: the first four in turn, then Player's third before Banker's.
 * @param {TouchRound} round
 * @returns {DealtCard[]}
 */
function placed({ player, banker }) {
  const order = [["player", 0], ["banker", 0], ["player", 1], ["banker", 1], ["player", 2], ["banker", 2]];
  return order.flatMap(([side, at]) => {
    const card = (side === "player" ? player : banker)[Number(at)];
    const position = /** @type {import("./shapes.js").Position} */ (`${side}_${Number(at) + 1}`);
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

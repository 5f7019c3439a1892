// @ts-check
/** The felt: both hands at the places their cards really took, totals, badges, and who won. */

import { makeCard } from "./card.js";
import { element, setText } from "./dom.js";
import { dealFrom, revealLater, sweepAway } from "./motion.js";
import { say } from "./words.js";

/**
 * @typedef {import("./shapes.js").Side} Side
 * @typedef {import("./shapes.js").Position} Position
 * @typedef {import("./shapes.js").CoupSection} CoupSection
 */

/** @type {Side[]} */
const SIDES = ["player", "banker"];
const INDEXES = [1, 2, 3];

export class Felt {
  /** @type {Map<Position, HTMLElement>} */
  #slots = new Map();
  /** @type {Map<Side, HandParts>} */
  #hands = new Map();
  /** @type {Element} Where cards come from. */
  #shoe;

  /**
   * @param {HTMLElement} root
   * @param {Element} shoe The drawn shoe that cards fly out of.
   */
  constructor(root, shoe) {
    this.#shoe = shoe;
    for (const side of SIDES) {
      const slots = INDEXES.map((index) => this.#makeSlot(side, index));
      const parts = makeHand(side, slots);
      this.#hands.set(side, parts);
      root.append(parts.hand);
    }
  }

  /**
   * @param {CoupSection | null} coup
   * @param {boolean} moving Whether what is new may arrive with motion.
   */
  render(coup, moving) {
    const isLaid = this.#layCards(coup?.cards ?? [], moving);
    for (const [position, slot] of this.#slots) slot.toggleAttribute("data-due", coup?.due === position);
    for (const [side, parts] of this.#hands) {
      const isNews = renderHand(side, parts, coup);
      if (moving && isLaid && isNews) [parts.total, parts.badges].forEach(revealLater);
    }
  }

  /**
   * @param {Side} side
   * @param {number} index
   */
  #makeSlot(side, index) {
    const position = /** @type {Position} */ (`${side}_${index}`);
    const slot = element("div", {
      class: `slot${index === 3 ? " slot--sideways" : ""}`,
      "data-testid": `slot-${position}`,
      "data-position": position,
      "data-index": index,
    });
    slot.append(element("span", { class: "slot-word", "aria-hidden": true }, say(`ordinal-${/** @type {1|2|3} */ (index)}`)));
    this.#slots.set(position, slot);
    return slot;
  }

  /**
   * @param {import("./shapes.js").DealtCard[]} cards
   * @param {boolean} moving
   * @returns {boolean} Whether one was laid.
   */
  #layCards(cards, moving) {
    const wanted = new Map(cards.map((dealt) => [dealt.position, dealt]));
    const leaving = [];
    let isLaid = false;
    for (const [position, slot] of this.#slots) {
      const place = /** @type {HTMLElement | null} */ (slot.querySelector(".card-place:not(.card-ghost)"));
      const dealt = wanted.get(position);
      if (place !== null && place.dataset.card === dealt?.card) continue;
      if (place !== null && dealt === undefined) leaving.push(place);
      else place?.remove();
      if (dealt === undefined) continue;
      this.#lay(slot, dealt, moving);
      isLaid = true;
    }
    if (moving) sweepAway(leaving);
    for (const place of leaving) place.remove();
    return isLaid;
  }

  /**
   * @param {HTMLElement} slot
   * @param {import("./shapes.js").DealtCard} dealt
   * @param {boolean} moving
   */
  #lay(slot, dealt, moving) {
    const card = makeCard(dealt.card);
    card.dataset.position = dealt.position;
    const place = element("div", { class: "card-place", "data-card": dealt.card }, card);
    if (dealt.keyed) place.append(element("span", { class: "card-keyed", "data-testid": "keyed" }, say("keyed")));
    slot.append(place);
    if (moving) dealFrom(place, this.#shoe);
  }
}

/** @typedef {{ hand: HTMLElement, total: HTMLElement, badges: HTMLElement }} HandParts */

/**
 * @param {Side} side
 * @param {HTMLElement[]} slots
 * @returns {HandParts}
 */
function makeHand(side, slots) {
  const total = element("output", { class: "total", "data-testid": `total-${side}`, "aria-label": say("total_of", { side: say(`side-${side}`) }) });
  const badges = element("ul", { class: "badges", "data-testid": `badges-${side}` });
  const head = element("header", { class: "hand-head" }, element("h2", { class: "hand-name" }, say(`side-${side}`)), total);
  const cards = element("div", { class: "hand-cards" }, ...slots);
  const hand = element(
    "section",
    { class: `hand hand--${side}`, "data-testid": `hand-${side}`, "aria-label": say(`side-${side}`) },
    head,
    cards,
    badges,
  );
  return { hand, total, badges };
}

/**
 * @param {Side} side
 * @param {HandParts} parts
 * @param {CoupSection | null} coup
 * @returns {boolean} Whether it has another total or other badges now.
 */
function renderHand(side, { hand, total, badges }, coup) {
  const points = (side === "player" ? coup?.player_total : coup?.banker_total) ?? "";
  const isSame = total.textContent === String(points);
  setText(total, String(points));
  hand.classList.toggle("hand--won", coup?.outcome === side && coup.void_reason === null);
  hand.classList.toggle("hand--lost", isOther(coup?.outcome, side));
  hand.classList.toggle("hand--tied", coup?.outcome === "tie");
  hand.classList.toggle("hand--void", Boolean(coup?.void_reason));
  const labels = coup === null ? [] : badgesOf(side, coup);
  const shown = labels.map((label) => label.text).join("|");
  if (shown === badges.dataset.shown) return !isSame;
  badges.dataset.shown = shown;
  badges.replaceChildren(...labels.map(({ kind, text }) => element("li", { class: `badge badge--${kind}`, "data-badge": kind }, text)));
  return true;
}

/**
 * @param {import("./shapes.js").Outcome | null | undefined} outcome
 * @param {Side} side
 */
function isOther(outcome, side) {
  return outcome === "player" || outcome === "banker" ? outcome !== side : false;
}

/**
 * @param {Side} side
 * @param {CoupSection} coup
 */
function badgesOf(side, coup) {
  const cards = coup.cards.filter((dealt) => dealt.position.startsWith(side));
  const total = side === "player" ? coup.player_total : coup.banker_total;
  const badges = [];
  if (coup.outcome === side && coup.void_reason === null) badges.push({ kind: "wins", text: say("badge-wins") });
  // The view's `natural` says that one of the hands is; the hand with two cards and 8 or 9 is the one.
  if (coup.natural && cards.length === 2 && total !== null && total >= 8) {
    badges.push({ kind: "natural", text: say("badge-natural", { total }) });
  }
  if (coup.pairs.includes(side)) badges.push({ kind: "pair", text: say("badge-pair") });
  return badges;
}

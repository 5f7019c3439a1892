// @ts-check
/** A round for those who hear the page: each card as it falls, or both hands at once in quick play. */

import { cardName } from "./card_name.js";
import { formatList } from "./numbers.js";
import { say } from "./words.js";

/** @typedef {import("./shapes.js").Side} Side */

/** @param {import("./touch_table.js").SeenCard} seen */
export function sayCard({ side, card, total }) {
  return say("said-card", { side: say(`side-${side}`), card: cardName(card), total });
}

/** @param {import("./shapes.js").TouchRound} round */
export function sayHands(round) {
  /** @type {Side[]} */
  const sides = ["player", "banker"];
  return sides.map((side) => say("touch-said_hand", { side: say(`side-${side}`), cards: formatList(round[side].map(cardName)) })).join(" ");
}

// @ts-check
/** A card's name in words. */

import { say } from "./words.js";

/** @param {string} card "8S" */
export function cardName(card) {
  return say("card_name", { rank: say(`rank-${card[0]}`), suit: say(`suit-${card[1]}`) });
}

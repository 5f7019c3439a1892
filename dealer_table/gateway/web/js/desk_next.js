// @ts-check
/** The next thing to do: one line, one colour. */

import { fill, wordFor, words } from "./words.js";

/** @type {Record<string, string>} */
const TONES = { resolve_hold: "hold", wait: "quiet", wait_for_bets: "quiet" };

/**
 * @param {import("./shapes.js").NextStep} next
 * @returns {{ text: string, tone: string }}
 */
export function nextLine({ action, position, count }) {
  const where = position ? words.position[position] : "";
  const text = fill(template(action, count), { position: where, count: count ?? "" });
  return { text, tone: position ? position.split("_")[0] : (TONES[action] ?? "act") };
}

/**
 * @param {string} action
 * @param {number | null} count Of a deck check: how many cards are to go, null before it has begun.
 */
function template(action, count) {
  if (action !== "check_deck" || count === null) return wordFor(words.desk.next, action);
  return count > 0 ? words.desk.next.check_deck_on : words.desk.next.check_deck_done;
}

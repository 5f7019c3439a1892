// @ts-check
/** Why a bet was refused, with the numbers that explain it. */

import { say, sayCode } from "./words.js";

/** Numbers that count something else than money, by the code that carries them. @type {Record<string, Set<string>>} */
const COUNTS = {
  other_coup: new Set(["asked", "open"]),
  other_round: new Set(["asked", "open"]),
  round_in_play: new Set(["round"]),
  spot_closed: new Set(["closes_after", "coup"]),
  betting_closed: new Set(["at", "closes_at"]),
};

/**
 * @param {import("./shapes.js").Answer | null} answer Null when none came.
 * @param {import("./numbers.js").Money} money
 * @returns {string}
 */
export function sayRefused(answer, money) {
  if (answer === null) return say("refused-lost");
  /** @type {Record<string, string | number>} */
  const values = {};
  for (const [name, value] of Object.entries(answer.numbers)) {
    if (name === "spot") values.bet = sayCode("bet", String(value));
    else values[name] = typeof value === "string" || COUNTS[answer.code]?.has(name) ? value : money.format(value);
  }
  return sayCode("refused", answer.code, values);
}

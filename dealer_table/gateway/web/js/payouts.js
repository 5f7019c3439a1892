// @ts-check
/** What a bet pays, and when, in words. */

import { formatList } from "./numbers.js";
import { language, say, sayCode } from "./words.js";

/** Conditions that differ by a number only. */
const COUNTED = /^(player_total|banker_total|margin)_(\d+)$/;
// Written as a ratio of whole numbers up to these; other fractions as a decimal: 7:2, but 0.95:1.
const PLAIN = 2;

/**
 * Write a payout "to one": "8:1", "7:2", "0.95:1"; a push and a loss by their names.
 * @param {string} toOne A fraction, "7/2".
 */
export function sayPayout(toOne) {
  const [above, below] = fractionOf(toOne);
  if (above === 0) return say("payout-push");
  if (above < 0) return say("payout-loss");
  if (below <= PLAIN) return say("payout", { high: String(above), low: String(below) });
  const high = new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(above / below);
  return say("payout", { high, low: "1" });
}

/**
 * Write all that a bet may win, shortest first said first: "12:1 / 20:1".
 * @param {import("./shapes.js").Payout[]} payouts
 */
export function sayWins(payouts) {
  const wins = payouts.filter(({ to_one }) => fractionOf(to_one)[0] > 0).map(({ to_one }) => sayPayout(to_one));
  const all = [...new Set(wins)];
  return all.length > 2 ? `${all[0]} … ${all.at(-1)}` : all.join(" / ");
}

/** @param {string[]} conditions All of which must hold. */
export function sayConditions(conditions) {
  return formatList(conditions.map(sayCondition));
}

/** @param {string} condition */
function sayCondition(condition) {
  const [, kind, points] = COUNTED.exec(condition) ?? [];
  return kind === undefined ? sayCode("when", condition) : say(`when-${kind}`, { points: Number(points) });
}

/** @param {string} text "7/2" or "8" */
function fractionOf(text) {
  const [above, below = "1"] = text.split("/");
  return [Number(above), Number(below)];
}

// @ts-check
/** The next thing to do: one line, one colour. */

import { say, sayCode } from "./words.js";

/** @type {Record<string, string>} */
const TONES = { resolve_hold: "hold", take_shift: "quiet", wait: "quiet", wait_for_bets: "quiet" };

/** What is of no use while the scanner that the table deals by is away. */
const NEEDS_SCANNER = new Set(["open_betting", "draw_indicator", "burn", "draw"]);

/**
 * @param {import("./shapes.js").DeskSection} desk
 * @returns {{ text: string, tone: string }}
 */
export function nextLine({ next: { action, position, count }, dealer, role, hold, scanners, primary }) {
  if (NEEDS_SCANNER.has(action) && scanners.some(({ scanner, online }) => scanner === primary && !online)) return { text: say("desk-next-no_scanner"), tone: "hold" };
  const where = position ? say(`position-${position}`) : "";
  const text = hold && action === "resolve_hold" ? sayHold(hold, role) : sayStep(action, count, { position: where, count: count ?? "", dealer });
  return { text, tone: TONES[action] ?? (position ? position.split("_")[0] : "act") };
}

/**
 * What ends the hold: a card shown again, a supervisor, or what the person who looks decides.
 * @param {import("./shapes.js").DeskHold} hold
 * @param {string} role
 */
function sayHold({ waits_for: waitsFor, resolutions }, role) {
  if (waitsFor === "supervisor") return role === "dealer" ? say("desk-next-call_supervisor") : say("desk-next-resolve_hold");
  return resolutions[0]?.resolution === "rescan" ? say("desk-next-show_again") : say("desk-next-resolve_hold");
}

/**
 * @param {string} action
 * @param {number | null} count Of a deck check: how many cards are to go, null before it has begun.
 * @param {import("./words.js").Values} values
 */
function sayStep(action, count, values) {
  if (action !== "check_deck" || count === null) return sayCode("desk-next", action, values);
  return count > 0 ? say("desk-next-check_deck_on", { count }) : say("desk-next-check_deck_done");
}

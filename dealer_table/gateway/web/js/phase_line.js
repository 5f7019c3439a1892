// @ts-check
/** Where the table stands, in one line: the words, and the tone they are said in. */

import { fill, words } from "./words.js";

/**
 * Say the view in one line; `tone` is what the line's colour is chosen by.
 * @param {import("./shapes.js").View} view
 * @returns {{ text: string, detail: string, tone: string }}
 */
export function phaseLine(view) {
  const { coup, hold, table } = view;
  if (hold !== null) return line(words.phase.on_hold, "hold");
  switch (table.phase) {
    case "betting":
      return line(words.phase.betting, "open");
    case "dealing":
      return line(coup?.cards.length ? words.phase.dealing : words.phase.no_more_bets, "busy");
    case "result":
      // Until the dealer has said it, nothing is announced.
      return coup?.outcome ? resultLine(coup) : line(words.phase.result, "busy");
    case "settled":
      return resultLine(coup);
    default:
      return line(words.phase[table.phase], table.phase === "ready" ? "quiet" : "shoe");
  }
}

/** @param {import("./shapes.js").CoupSection | null} coup */
function resultLine(coup) {
  if (coup?.void_reason) return line(words.phase.void, "void");
  if (!coup?.outcome) return line(words.phase.ready, "quiet");
  return { text: words.outcome[coup.outcome], detail: scoreOf(coup), tone: coup.outcome };
}

/**
 * The winning total first: "7 to 4".
 * @param {import("./shapes.js").CoupSection} coup
 */
export function scoreOf(coup) {
  const totals = [coup.player_total ?? 0, coup.banker_total ?? 0].sort((a, b) => b - a);
  return fill(words.score, { high: totals[0], low: totals[1] });
}

/**
 * @param {string} text
 * @param {string} tone
 */
function line(text, tone) {
  return { text, detail: "", tone };
}

// @ts-check
/** Where the table stands, in one line: the words, and the tone they are said in. */

import { say } from "./words.js";

/**
 * Say the view in one line; `tone` is what the line's colour is chosen by.
 * @param {import("./shapes.js").View} view
 * @returns {{ text: string, detail: string, tone: string }}
 */
export function phaseLine(view) {
  const { coup, hold, table } = view;
  if (hold !== null) return line(say("phase-on_hold"), "hold");
  switch (table.phase) {
    case "betting":
      return line(say("phase-betting"), "open");
    case "dealing":
      return line(coup?.cards.length ? say("phase-dealing") : say("phase-no_more_bets"), "busy");
    case "result":
      // Until the dealer has said it, nothing is announced.
      return coup?.outcome ? resultLine(coup) : line(say("phase-result"), "busy");
    case "settled":
      return resultLine(coup);
    default:
      return line(say(`phase-${table.phase}`), table.phase === "ready" ? "quiet" : "shoe");
  }
}

/** @param {import("./shapes.js").CoupSection | null} coup */
function resultLine(coup) {
  if (coup?.void_reason) return line(say("phase-void"), "void");
  if (!coup?.outcome) return line(say("phase-ready"), "quiet");
  return { text: say(`outcome-${coup.outcome}`), detail: scoreOf(coup), tone: coup.outcome };
}

/**
 * The winning total first: "7 to 4".
 * @param {import("./shapes.js").CoupSection} coup
 */
export function scoreOf(coup) {
  const totals = [coup.player_total ?? 0, coup.banker_total ?? 0].sort((a, b) => b - a);
  return say("score", { high: totals[0], low: totals[1] });
}

/**
 * @param {string} text
 * @param {string} tone
 */
function line(text, tone) {
  return { text, detail: "", tone };
}

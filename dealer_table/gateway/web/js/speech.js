// @ts-check
/** What a screen reader is told: cards and results as they come, never the whole table again. */

import { sayCorrection } from "./banner.js";
import { cardName } from "./card_name.js";
import { scoreOf } from "./phase_line.js";
import { say, sayCode } from "./words.js";

/**
 * @typedef {import("./shapes.js").View} View
 * @typedef {import("./shapes.js").TableEvent} TableEvent
 * @typedef {import("./shapes.js").Position} Position
 */

export class Speech {
  #root;

  /** @param {HTMLElement} root The live region. */
  constructor(root) {
    this.#root = root;
  }

  /**
   * @param {View} view
   * @param {TableEvent[]} events
   */
  say(view, events) {
    const said = events.map((event) => sentence(event, view)).filter((text) => text !== "");
    if (said.length > 0) this.#root.textContent = said.join(" ");
  }
}

/**
 * @param {TableEvent} event
 * @param {View} view
 * @returns {string}
 */
function sentence(event, view) {
  switch (event.type) {
    case "card_dealt":
      return sayCard(event.position, event.card, view);
    case "card_corrected":
      return say("said-corrected", { position: say(`position-${/** @type {Position} */ (event.position)}`), card: cardName(event.after) });
    case "result_confirmed":
      return sayResult(view);
    case "betting_opened":
      return sayBetting(view);
    case "betting_closed":
      return `${say("phase-no_more_bets")}.`;
    case "hold_raised":
      return `${sayCode("hold", event.kind)}.`;
    case "hold_resolved":
      return say("said-hold_over");
    case "coup_corrected":
      return sayCorrection(event);
    case "coup_voided":
      return say("notice-void", { reason: event.reason });
    case "cut_card_seen":
      return `${say("notice-cut_card")}.`;
    case "indicator_drawn":
      return say("said-burn_due", { card: cardName(event.card), burns: event.burns });
    case "burn_completed":
      return say("said-burn_done");
    case "shoe_ended":
      return `${say("phase-shoe_over")}.`;
    case "table_closed":
      return `${say("phase-closed")}.`;
    default:
      return "";
  }
}

/**
 * @param {Position} position
 * @param {string} card
 * @param {View} view
 */
function sayCard(position, card, view) {
  const isPlayer = position.startsWith("player");
  const side = isPlayer ? say("side-player") : say("side-banker");
  const total = (isPlayer ? view.coup?.player_total : view.coup?.banker_total) ?? 0;
  return say("said-card", { side, card: cardName(card), total });
}

/** @param {View} view */
function sayResult({ coup }) {
  if (!coup?.outcome) return "";
  return say("said-result", { outcome: say(`outcome-${coup.outcome}`), score: scoreOf(coup) });
}

/** @param {View} view */
function sayBetting({ betting }) {
  const seconds = betting ? Math.round((betting.closes_at - betting.opened_at) / 1000) : 0;
  return say("said-betting", { seconds });
}

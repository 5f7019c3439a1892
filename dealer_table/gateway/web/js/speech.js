// @ts-check
/** What a screen reader is told: cards and results as they come, never the whole table again. */

import { scoreOf } from "./phase_line.js";
import { cardName, fill, wordFor, words } from "./words.js";

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
      return fill(words.said.corrected, { position: words.position[/** @type {Position} */ (event.position)], card: cardName(event.after) });
    case "result_confirmed":
      return sayResult(view);
    case "betting_opened":
      return sayBetting(view);
    case "betting_closed":
      return `${words.phase.no_more_bets}.`;
    case "hold_raised":
      return `${wordFor(words.hold, event.kind)}.`;
    case "hold_resolved":
      return words.said.hold_over;
    case "coup_voided":
      return fill(words.notice.void, { reason: event.reason });
    case "cut_card_seen":
      return `${words.notice.cut_card}.`;
    case "indicator_drawn":
      return fill(words.said.burn_due, { card: cardName(event.card), burns: event.burns });
    case "burn_completed":
      return words.said.burn_done;
    case "shoe_ended":
      return `${words.phase.shoe_over}.`;
    case "table_closed":
      return `${words.phase.closed}.`;
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
  const side = isPlayer ? words.side.player : words.side.banker;
  const total = (isPlayer ? view.coup?.player_total : view.coup?.banker_total) ?? 0;
  return fill(words.said.card, { side, card: cardName(card), total });
}

/** @param {View} view */
function sayResult({ coup }) {
  if (!coup?.outcome) return "";
  return fill(words.said.result, { outcome: words.outcome[coup.outcome], score: scoreOf(coup) });
}

/** @param {View} view */
function sayBetting({ betting }) {
  const seconds = betting ? Math.round((betting.closes_at - betting.opened_at) / 1000) : 0;
  return fill(words.said.betting, { seconds });
}

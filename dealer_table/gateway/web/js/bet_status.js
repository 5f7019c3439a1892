// @ts-check
/** How a patron's bets stand, in one line that is read out as well: laid, on the way, accepted, refused, returned. */

import { setText } from "./dom.js";
import { stakesOf, totalOf, wonOf } from "./stakes.js";
import { say } from "./words.js";

/**
 * @typedef {import("./numbers.js").Money} Money
 * @typedef {import("./shapes.js").LastCoup} LastCoup
 */

export class BetStatus {
  #root;
  #win;
  /** What happened stands until the next thing does. @type {{ text: string, tone: string } | null} */
  #news = null;

  /**
   * @param {HTMLElement} root A polite live region.
   * @param {HTMLElement} win Where a win is shown, large; the line says the same.
   */
  constructor(root, win) {
    this.#root = root;
    this.#win = win;
  }

  /**
   * @param {string} text
   * @param {"refused" | "note"} tone
   */
  tell(text, tone) {
    this.#news = { text, tone };
    this.#show(text, tone);
  }

  /** Forget what happened: how things stand counts again. */
  settle() {
    this.#news = null;
  }

  /**
   * @param {import("./bet_slip.js").BetSlip} slip
   * @param {number} accepted
   * @param {LastCoup | null} last The coup on the felt, when it is over and there was a stake on it.
   * @param {Money} money
   */
  render(slip, accepted, last, money) {
    const won = last === null || last.void ? 0 : wonOf(last);
    this.#win.hidden = won <= 0;
    setText(this.#win, won > 0 ? say("state-win", { amount: money.format(won) }) : "");
    if (this.#news !== null) return this.#show(this.#news.text, this.#news.tone);
    if (slip.isSending) return this.#show(say("state-sending", { amount: money.format(Math.abs(slip.change)) }), "sending");
    if (slip.isLaid) return this.#show(say("state-laid", { amount: money.format(slip.change) }), "laid");
    if (accepted > 0) return this.#show(say("state-accepted", { amount: money.format(accepted) }), "accepted");
    if (last !== null) return this.#show(sayLast(last, money), won > 0 ? "settled" : "note");
    return this.#show(say("state-none"), "none");
  }

  /**
   * @param {string} text
   * @param {string} tone
   */
  #show(text, tone) {
    this.#root.dataset.tone = tone;
    setText(this.#root, text);
  }
}

/**
 * @param {LastCoup} last
 * @param {Money} money
 */
function sayLast({ stakes, returned, void: isVoid }, money) {
  if (isVoid) return say("state-void", { amount: money.format(totalOf(stakesOf(stakes))) });
  return say("state-won", { staked: money.format(totalOf(stakesOf(stakes))), returned: money.format(totalOf(stakesOf(returned))) });
}

// @ts-check
/** How a patron's bets stand, in one line that is read out as well: laid, on the way, accepted, refused, returned. */

import { setText } from "./dom.js";
import { say } from "./words.js";

/**
 * @typedef {import("./numbers.js").Money} Money
 * @typedef {import("./shapes.js").LastCoup} LastCoup
 */

export class BetStatus {
  #root;
  /** What happened stands until the next thing does. @type {{ text: string, tone: string } | null} */
  #news = null;

  /** @param {HTMLElement} root A polite live region. */
  constructor(root) {
    this.#root = root;
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
    if (this.#news !== null) return this.#show(this.#news.text, this.#news.tone);
    if (slip.isSending) return this.#show(say("state-sending", { amount: money.format(Math.abs(slip.change)) }), "sending");
    if (slip.isLaid) return this.#show(say("state-laid", { amount: money.format(slip.change) }), "laid");
    if (accepted > 0) return this.#show(say("state-accepted", { amount: money.format(accepted) }), "accepted");
    if (last !== null) return this.#show(sayLast(last, money), last.void ? "note" : "settled");
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
  const sum = (/** @type {import("./shapes.js").Stake[]} */ pairs) => pairs.reduce((total, [, amount]) => total + amount, 0);
  if (isVoid) return say("state-void", { amount: money.format(sum(stakes)) });
  return say("state-won", { staked: money.format(sum(stakes)), returned: money.format(sum(returned)) });
}

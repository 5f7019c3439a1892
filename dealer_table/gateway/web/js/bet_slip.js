// @ts-check
/** A patron's bets on the open coup: accepted by the table, on their way to it, and laid but not yet confirmed. */

import { after, inShort, stakesOf, totalOf } from "./stakes.js";

/**
 * @typedef {import("./stakes.js").Gesture} Gesture
 * @typedef {import("./stakes.js").Stakes} Stakes
 * @typedef {import("./shapes.js").Answer} Answer
 */

/** After these the chips are of no use any more. */
const OVER = new Set(["betting_closed", "other_coup", "not_seated"]);

export class BetSlip {
  /** The coup that bets are taken on, null while none are. @type {number | null} */
  coup = null;
  /** @type {Stakes} */
  accepted = new Map();
  /** @type {Stakes} */
  previous = new Map();
  /** @type {Gesture[]} */
  #laid = [];
  /** @type {Gesture[]} */
  #sending = [];
  #ask;
  #changed;

  /**
   * @param {(body: object) => Promise<import("./shapes.js").Reply | null>} ask
   * @param {() => void} changed
   */
  constructor(ask, changed) {
    this.#ask = ask;
    this.#changed = changed;
  }

  /** What lies there, confirmed or not. @returns {Stakes} */
  get lying() {
    return after(this.accepted, this.previous, [...this.#sending, ...this.#laid]);
  }

  /** By how much the unconfirmed gestures would change what lies there. */
  get change() {
    return totalOf(this.lying) - totalOf(this.accepted);
  }

  get isSending() {
    return this.#sending.length > 0;
  }

  get isLaid() {
    return this.#laid.length > 0;
  }

  /**
   * Learn on which coup bets are taken; null: none are. Returns what was laid and never confirmed, which is taken off.
   * @param {number | null} coup
   */
  open(coup) {
    if (coup === this.coup) return 0;
    const lost = totalOf(after(new Map(), this.previous, this.#laid));
    this.coup = coup;
    this.#laid = [];
    return lost;
  }

  /** What is laid, to be kept. */
  get laid() {
    return [...this.#laid];
  }

  /** Lay again what lay there before the page was loaded anew. @param {Gesture[]} gestures */
  restore(gestures) {
    if (this.coup !== null) this.#laid.unshift(...gestures);
  }

  /** @param {import("./shapes.js").Patron} patron */
  hear(patron) {
    this.accepted = stakesOf(patron.stakes);
    this.previous = stakesOf(patron.previous);
  }

  /** @param {Gesture} gesture */
  lay(gesture) {
    if (this.coup === null) return;
    this.#laid.push(gesture);
    this.#changed();
  }

  /** Take the last gesture back; with none left, the last bet that was accepted. @returns {Promise<Answer | null | undefined>} */
  async undo() {
    if (this.#laid.pop() !== undefined) {
      this.#changed();
      return undefined;
    }
    return this.#send([{ move: "undo" }]);
  }

  /** Take off what is laid; when nothing is, all that was accepted. @returns {Promise<Answer | null | undefined>} */
  async clear() {
    if (this.#laid.length > 0) {
      this.#laid = [];
      this.#changed();
      return undefined;
    }
    return this.#send([{ move: "clear" }]);
  }

  /** Confirm what is laid: the answer, null when none came, undefined when there was nothing to ask. */
  async confirm() {
    const gestures = this.#laid;
    if (gestures.length === 0 || this.isSending) return undefined;
    this.#laid = [];
    return this.#send(gestures);
  }

  /**
   * @param {Gesture[]} gestures
   * @returns {Promise<Answer | null | undefined>}
   */
  async #send(gestures) {
    const coup = this.coup;
    if (coup === null || this.isSending) return undefined;
    this.#sending = gestures;
    this.#changed();
    const reply = await this.#ask({ type: "bet", coup, gestures: inShort(gestures) });
    const answer = reply?.type === "answer" ? reply : null;
    this.#sending = [];
    if (answer?.ok && answer.result) this.accepted = stakesOf(answer.result.stakes);
    // Refused whole: the chips lie there again, for another try.
    else if (answer && !OVER.has(answer.code) && coup === this.coup) this.#laid.unshift(...gestures.filter(isLaying));
    this.#changed();
    return answer;
  }
}

/** @param {Gesture} gesture */
function isLaying({ move }) {
  return move !== "undo" && move !== "clear";
}

// @ts-check
/**
 * One's own table as it stands on this page: what the room told, the round on the felt, and the chips laid for the next.
 *
 * While cards fall, what they lead to is held back: neither balance nor roads tell the end before the felt does.
 */

import { after, stakesOf } from "./stakes.js";

/**
 * @typedef {import("./shapes.js").TouchView} TouchView
 * @typedef {import("./shapes.js").TouchRound} TouchRound
 * @typedef {import("./stakes.js").Gesture} Gesture
 */

export class TouchGame {
  /** How things stand, as far as it may be shown. @type {TouchView | null} */
  view = null;
  /** The round on the felt. @type {TouchRound | null} */
  round = null;
  /** Whether all of it was seen. */
  isSeen = true;
  /** @type {Gesture[]} */
  laid = [];
  /** A deal is on its way. */
  isAsking = false;
  /** A round that was going on when this page came, or came back. */
  isPending = false;
  /** @type {TouchView | null} */
  #held = null;
  /** The last round that was heard of. @type {number | null} */
  #heard = null;
  #isBack = true;

  /** The link was lost: the next view says what was missed. */
  miss() {
    this.#isBack = true;
  }

  /**
   * Take a view in; returns a round that ended while nobody looked, to be shown as any other.
   * @param {TouchView} told
   * @param {number | null} seen The last round that this browser showed, null when it never did.
   * @returns {TouchRound | null}
   */
  hear(told, seen) {
    const last = told.last?.round ?? 0;
    // A room that counts from another number is another one, whatever this browser remembers.
    if (this.#heard === null || this.#heard >= told.round) this.#heard = Math.min(seen ?? last, last);
    this.isPending = told.dealing && (this.#isBack || this.isPending);
    this.#isBack = false;
    if (this.isSeen) this.view = told;
    else this.#held = told;
    return last > this.#heard ? told.last : null;
  }

  /**
   * Put a round on the felt; false when it has been there.
   * @param {TouchRound} round
   */
  begin(round) {
    if (this.#heard !== null && round.round <= this.#heard) return false;
    this.#heard = round.round;
    this.round = round;
    this.isSeen = false;
    this.isPending = false;
    this.laid = [];
    return true;
  }

  /** All of the round was seen: what it led to may be shown. */
  finish() {
    this.isSeen = true;
    this.view = this.#held ?? this.view;
    this.#held = null;
  }

  /** Take the last round off the felt; true when there was one. */
  startAfresh() {
    const wasThere = this.round !== null;
    this.round = null;
    return wasThere;
  }

  /** Whether chips may be laid. */
  get isOpen() {
    return this.view !== null && !this.isAsking && !this.view.dealing && this.isSeen;
  }

  /** What lies on the table: the chips of the round on the felt, or those laid for the next. */
  get stakes() {
    return this.round === null ? after(new Map(), new Map(), this.laid) : stakesOf(this.round.stakes);
  }

  /** What came back of the round on the felt; null before it is over. */
  get returned() {
    return this.round !== null && this.isSeen ? stakesOf(this.round.returned) : null;
  }

  /** The last round that is over and seen. */
  get last() {
    return this.round !== null && this.isSeen ? this.round : (this.view?.last ?? null);
  }
}

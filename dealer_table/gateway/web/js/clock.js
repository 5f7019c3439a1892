// @ts-check
/**
 * The table's clock, seen from here: an offset to the browser's monotonic clock, from the quickest exchange of late.
 * The browser's own wall clock is never asked: it may be minutes off.
 */

const KEPT = 8;

export class ServerClock {
  /** @type {{ offset: number, doubt: number }[]} */
  #samples = [];

  /**
   * Learn the time from a message that came unasked; it is late by an unknown way, so any exchange beats it.
   * @param {number} serverTime
   */
  hear(serverTime) {
    if (this.#samples.length === 0) this.#keep(serverTime - performance.now(), Number.POSITIVE_INFINITY);
  }

  /**
   * Learn the time from a pong; `sent` is what `performance.now()` said when its ping left.
   * @param {number} serverTime
   * @param {number} sent
   */
  exchange(serverTime, sent) {
    const now = performance.now();
    this.#keep(serverTime - (sent + now) / 2, now - sent);
  }

  /** Trust the next exchange over all before it: the machine may have slept, and its monotonic clock with it. */
  doubt() {
    this.#samples = this.#samples.map(({ offset }) => ({ offset, doubt: Number.POSITIVE_INFINITY }));
  }

  /** Return the table's time in milliseconds since the epoch. */
  now() {
    const best = this.#samples.reduce((a, b) => (b.doubt < a.doubt ? b : a), this.#samples[0] ?? UNKNOWN);
    return performance.now() + best.offset;
  }

  /**
   * @param {number} offset
   * @param {number} doubt
   */
  #keep(offset, doubt) {
    this.#samples = [...this.#samples, { offset, doubt }].slice(-KEPT);
  }
}

const UNKNOWN = { offset: performance.timeOrigin, doubt: Number.POSITIVE_INFINITY };

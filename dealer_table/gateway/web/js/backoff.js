// @ts-check
/** How long to wait before the next try: longer each time, and never in step with a thousand other watchers. */

const FIRST_MS = 400;
const LONGEST_MS = 15_000;

export class Backoff {
  #tries = 0;

  /** Return the next wait in milliseconds: doubled each time, between half of it and all of it by chance. */
  next() {
    const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#tries);
    this.#tries += 1;
    return whole * (0.5 + Math.random() / 2);
  }

  /** Start again from the shortest wait: the link has proved itself. */
  reset() {
    this.#tries = 0;
  }
}

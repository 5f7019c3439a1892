// @ts-check
/**
 * A streamed picture that stands: a browser that gets no more of a stream waits for ever and calls it no fault, and what
 * a picture has stood it may be later from then on.
 */

/** How long it may stand at a stretch. */
const LONGEST_MS = 4_000;
/** How long in all before it has to begin anew, where the studio is now. */
const IN_ALL_MS = 2_000;

export class Standstill {
  #told;
  #timer = 0;
  #isWatching = false;
  /** @type {number | null} */
  #since = null;
  #total = 0;

  /**
   * @param {HTMLVideoElement} video
   * @param {{ over: () => void, late: () => void }} told It stands for too long; it goes on, too late.
   */
  constructor(video, told) {
    this.#told = told;
    for (const name of ["waiting", "pause"]) video.addEventListener(name, () => this.#stand());
    video.addEventListener("playing", () => this.#goOn());
  }

  /** Watch from here on: it plays, and is on time. */
  watch() {
    this.rest();
    this.#isWatching = true;
  }

  /** Watch no more. */
  rest() {
    clearTimeout(this.#timer);
    this.#isWatching = false;
    this.#since = null;
    this.#total = 0;
  }

  #stand() {
    if (!this.#isWatching || this.#since !== null) return;
    this.#since = performance.now();
    this.#wait();
  }

  /** What nobody sees, the browser itself may have stopped, until somebody looks. */
  #wait() {
    this.#timer = window.setTimeout(() => (document.hidden ? this.#wait() : this.#told.over()), LONGEST_MS);
  }

  #goOn() {
    if (this.#since === null) return;
    clearTimeout(this.#timer);
    this.#total += performance.now() - this.#since;
    this.#since = null;
    if (this.#total > IN_ALL_MS) this.#told.late();
  }
}

// @ts-check
/** What this browser remembers of a patron's table: what was promised before each round, and the last round it showed. */

// Longer ago, nobody asks any more; the history has every round.
const KEPT = 50;

export class TouchMemory {
  #key;
  /** @type {{ seen: number | null, promises: Record<string, string> }} */
  #known = { seen: null, promises: {} };

  /** @param {import("./shapes.js").TouchView} view */
  constructor({ room, name, currency }) {
    this.#key = `dealer-table.touch:${JSON.stringify([room, name, currency])}`;
    try {
      this.#known = { ...this.#known, ...JSON.parse(localStorage.getItem(this.#key) ?? "{}") };
    } catch {
      // A frame without storage remembers as long as the page lives.
    }
  }

  /** The last round that was shown here, null when none was. */
  get seen() {
    return this.#known.seen;
  }

  /** @param {number} round */
  see(round) {
    this.#known.seen = Math.max(round, this.#known.seen ?? 0);
    this.#keep();
  }

  /**
   * What was shown before a round, undefined when this browser was not there then.
   * @param {number} round
   */
  promised(round) {
    return this.#known.promises[round];
  }

  /**
   * What was noted first counts: a promise cannot be taken back.
   * @param {number} round
   * @param {string} commitment
   */
  note(round, commitment) {
    if (this.#known.promises[round] !== undefined) return;
    const promises = Object.entries({ ...this.#known.promises, [round]: commitment });
    this.#known.promises = Object.fromEntries(promises.slice(-KEPT));
    this.#keep();
  }

  #keep() {
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#known));
    } catch {
      // As above.
    }
  }
}

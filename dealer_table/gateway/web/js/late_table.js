// @ts-check
/**
 * The table as it is drawn beside a picture that is late: cards, results, holds and roads when the picture shows them,
 * the betting at once. Beside no picture nothing waits.
 */

import { TableStore } from "./store.js";

/**
 * @typedef {import("./shapes.js").View} View
 * @typedef {import("./shapes.js").Phase} Phase
 * @typedef {import("./store.js").Change} Change
 * @typedef {import("./store.js").Mark} Mark
 */

/** What is told of the betting. */
const PROMPT = new Set(["betting_opened", "betting_closed"]);
/** The phases that a coup has once its betting is closed. */
const DEALT = new Set(["dealing", "result", "settled"]);

export class LateTable {
  /** What is drawn, and when. */
  scene = new TableStore();
  #delay = 0;
  /** What was drawn last of all that waits. @type {{ mark: Mark, view: View } | null} */
  #late = null;
  /** @type {View | null} */
  #now = null;
  /** In the order of things. @type {{ due: number, act: () => void }[]} */
  #waiting = [];
  #timer = 0;

  /** @param {TableStore} store What the table tells, without delay. */
  constructor(store) {
    store.watchAll((view, change) => {
      const { table, epoch, version } = store;
      this.#hear({ table, epoch, version }, view, change);
    });
  }

  /** By how many milliseconds the picture is late; 0 shows at once what still waits. @param {number} milliseconds */
  set delay(milliseconds) {
    this.#delay = milliseconds;
    if (milliseconds === 0) this.#actUntil(Number.POSITIVE_INFINITY);
  }

  /** Do something when what has happened by now is drawn. @param {() => void} act */
  afterwards(act) {
    if (this.#delay === 0) return act();
    const last = this.#waiting.at(-1)?.due ?? 0;
    this.#waiting.push({ due: Math.max(last, performance.now() + this.#delay), act });
    if (this.#waiting.length === 1) this.#wake();
  }

  /**
   * @param {Mark} mark
   * @param {View} view
   * @param {Change} change
   */
  #hear(mark, view, change) {
    this.#now = view;
    // Somebody who has just come sees how things stand, a little ahead of the picture.
    if (this.#delay === 0 || this.#late === null) return this.#draw(mark, view, change);
    const [prompt, late] = parted(change, this.#delay);
    this.scene.follow(this.#late.mark, beside(view, this.#late.view), prompt);
    this.afterwards(() => this.#draw(mark, view, late));
  }

  /**
   * @param {Mark} mark
   * @param {View} view
   * @param {Change} change
   */
  #draw(mark, view, change) {
    this.#late = { mark, view };
    this.scene.follow(mark, beside(this.#now ?? view, view), change);
  }

  #wake() {
    clearTimeout(this.#timer);
    const [first] = this.#waiting;
    if (first === undefined) return;
    this.#timer = window.setTimeout(() => this.#actUntil(performance.now()), Math.max(0, first.due - performance.now()));
  }

  /** @param {number} time */
  #actUntil(time) {
    while (this.#waiting.length > 0 && this.#waiting[0].due <= time) this.#waiting.shift()?.act();
    this.#wake();
  }
}

/**
 * Return what is said of a change at once, and what is said when it is drawn.
 * @param {Change} change
 * @param {number} delay
 * @returns {[Change, Change]}
 */
function parted(change, delay) {
  if (change === null) return [null, null];
  const events = change.events.filter(({ type }) => PROMPT.has(type));
  const others = change.events.filter(({ type }) => !PROMPT.has(type));
  return [{ ...change, events }, { ...change, at: change.at + delay, events: others }];
}

/**
 * Return the late view with the betting of now: never open when it is not, nor the other way round.
 * @param {View} now
 * @param {View} late
 * @returns {View}
 */
function beside(now, late) {
  if (now === late) return late;
  const phase = phaseBeside(now.table.phase, late.table.phase);
  const table = phase === late.table.phase ? late.table : { ...late.table, phase };
  return { ...late, table, betting: now.betting, offer: now.offer };
}

/**
 * @param {Phase} now
 * @param {Phase} late
 * @returns {Phase}
 */
function phaseBeside(now, late) {
  if (now === "betting") return now;
  // Closed, and no card is seen yet: no more bets.
  const isClosed = late === "betting" || (late === "ready" && DEALT.has(now));
  return isClosed ? "dealing" : late;
}

// @ts-check
/** The betting window as a bar that runs out, next to the hand that lays the chips; the ring has the seconds. */

import { prefersStillness } from "./dom.js";

export class TimeBar {
  #root;
  #clock;
  /** @type {Animation | null} */
  #run = null;

  /**
   * @param {HTMLElement} root
   * @param {import("./clock.js").ServerClock} clock
   */
  constructor(root, clock) {
    this.#root = root;
    this.#clock = clock;
  }

  /** @param {import("./shapes.js").BettingSection | null} betting */
  render(betting) {
    this.#run?.cancel();
    this.#run = null;
    this.#root.hidden = betting === null || prefersStillness();
    if (betting === null || this.#root.hidden) return;
    const left = Math.max(0, betting.closes_at - this.#clock.now());
    const part = left / Math.max(1, left, betting.closes_at - betting.opened_at);
    // The compositor does it alone: nothing is drawn here while people think.
    const frames = [{ transform: `scaleX(${part})` }, { transform: "scaleX(0)" }];
    this.#run = this.#root.animate(frames, { duration: left, fill: "forwards", pseudoElement: "::before" });
  }
}

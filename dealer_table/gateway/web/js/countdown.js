// @ts-check
/** The countdown ring: the betting window on the table's clock, drawn afresh ten times a second while it runs. */

import { svg } from "./dom.js";

const RADIUS = 20;
const ROUND = 2 * Math.PI * RADIUS;
const HURRY_SECONDS = 5;
// From here on there are three digits.
const LONG_SECONDS = 100;
// Often enough for a ring this small to run smoothly; every frame would keep a phone busy while people think.
const DRAW_MS = 100;

export class CountdownRing {
  #root;
  #clock;
  #arc = svg("circle", { cx: 24, cy: 24, r: RADIUS, class: "ring-arc", "stroke-dasharray": ROUND });
  #digits = svg("text", { x: 24, y: 24, class: "ring-digits", "data-testid": "countdown" });
  /** @type {import("./shapes.js").BettingSection | null} */
  #betting = null;
  #timer = 0;

  /**
   * @param {HTMLElement} root
   * @param {import("./clock.js").ServerClock} clock
   */
  constructor(root, clock) {
    this.#root = root;
    this.#clock = clock;
    const track = svg("circle", { cx: 24, cy: 24, r: RADIUS, class: "ring-track" });
    root.append(svg("svg", { viewBox: "0 0 48 48", "aria-hidden": true }, track, this.#arc, this.#digits));
  }

  /** @param {import("./shapes.js").BettingSection | null} betting */
  render(betting) {
    this.#betting = betting;
    this.#root.hidden = betting === null;
    clearTimeout(this.#timer);
    if (betting !== null) this.#draw();
    else this.#root.classList.remove("ring--hurry");
  }

  #draw() {
    const betting = this.#betting;
    if (betting === null) return;
    const left = Math.max(0, betting.closes_at - this.#clock.now());
    const whole = Math.max(1, betting.closes_at - betting.opened_at);
    const seconds = Math.ceil(left / 1000);
    this.#arc.setAttribute("stroke-dashoffset", String(ROUND * (1 - Math.min(1, left / whole))));
    if (this.#digits.textContent !== String(seconds)) this.#digits.textContent = String(seconds);
    this.#root.classList.toggle("ring--hurry", seconds <= HURRY_SECONDS);
    this.#root.classList.toggle("ring--long", seconds >= LONG_SECONDS);
    // At zero the ring waits for the server to say so: only the table closes the betting.
    if (left > 0) this.#timer = setTimeout(() => this.#draw(), DRAW_MS);
  }
}

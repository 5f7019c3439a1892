// @ts-check
/** The chips: one value is active at a time, and a tap on a spot lays one of it. */

import { element } from "./dom.js";
import { say } from "./words.js";

/** Values of chips, in smallest chips. */
const LADDER = [1, 5, 10, 50, 100, 500, 1000, 5000, 10_000];
const MOST = 7;

export class ChipRack {
  /** The active chip, in minor units. */
  value = 0;
  #root;
  #shown = "";

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    root.setAttribute("role", "radiogroup");
    root.addEventListener("change", (event) => {
      this.value = Number(/** @type {HTMLInputElement} */ (event.target).value);
    });
  }

  /**
   * @param {number} step The smallest chip, in minor units.
   * @param {{ maximum: number }[]} spots
   * @param {import("./numbers.js").Money} money
   */
  render(step, spots, money) {
    const most = Math.max(...spots.map(({ maximum }) => maximum));
    const shown = `${step} ${most}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    const values = LADDER.map((times) => times * step).filter((value) => value <= most).slice(0, MOST);
    if (!values.includes(this.value)) this.value = values[Math.min(1, values.length - 1)];
    this.#root.replaceChildren(...values.map((value, at) => this.#chip(value, at, money)));
  }

  /**
   * @param {number} value
   * @param {number} at
   * @param {import("./numbers.js").Money} money
   */
  #chip(value, at, money) {
    const label = say("chip", { amount: money.format(value) });
    const input = element("input", { type: "radio", name: "chip", value, checked: value === this.value, "aria-label": label });
    const number = money.formatChip(value);
    const face = element("span", { class: number.length > 3 ? "chip chip--long" : "chip", "data-rung": at, "aria-hidden": true }, number);
    return element("label", { class: "chip-choice", "data-testid": `chip-${value}` }, input, face);
  }
}

// @ts-check
/** How much of the shoe is left, as a bar with words. */

import { element, setText } from "./dom.js";
import { say } from "./words.js";

const CARDS_A_PACK = 52;

export class ShoeProgress {
  #bar = element("div", { class: "shoe-bar-fill" });
  #text = element("p", { class: "shoe-text", "data-testid": "shoe-left" });
  #meter = element("div", { class: "shoe-bar", role: "meter", "aria-valuemin": 0, "aria-label": say("shoe-heading") }, this.#bar);
  #root;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    root.append(this.#meter, this.#text);
  }

  /** @param {import("./shapes.js").ShoeSection | null} shoe */
  render(shoe) {
    this.#root.classList.toggle("shoe--none", shoe === null);
    const all = shoe === null ? 0 : shoe.packs * CARDS_A_PACK;
    const left = shoe?.cards_left ?? 0;
    this.#bar.style.setProperty("--part", String(all ? left / all : 0));
    this.#meter.setAttribute("aria-valuemax", String(all));
    this.#meter.setAttribute("aria-valuenow", String(left));
    this.#meter.toggleAttribute("data-cut-card-out", shoe?.cut_card_out ?? false);
    setText(this.#text, shoe === null ? say("phase-shoe_change") : say("shoe-left", { left, all }));
  }
}

// @ts-check
/** A desk's button: greyed with its reason, quiet while its answer is on the way, pressed by its key as well. */

import { element } from "./dom.js";
import { say, sayCode } from "./words.js";

/** @typedef {{ testid: string, label: string, key?: string, tone?: string, act: () => Promise<void> | void }} ButtonParts */

export class DeskButton {
  node;
  key;
  #act;
  #reason = element("span", { class: "button-reason" });
  /** @type {string | null} */
  #refusal = null;
  #busy = false;
  #cap = element("kbd", { class: "button-key", hidden: true });

  /**
   * @param {ButtonParts} parts
   * @param {(reason: string) => void} onRefused Told the reason when a greyed button is pressed.
   */
  constructor({ testid, label, key = "", tone = "", act }, onRefused) {
    this.key = "";
    this.#act = act;
    this.node = element(
      "button",
      { type: "button", class: "button", "data-testid": testid, "data-tone": tone || undefined },
      element("span", { class: "button-label" }, label),
      this.#cap,
      this.#reason,
    );
    this.setKey(key);
    this.node.addEventListener("click", () => {
      if (this.#refusal !== null) onRefused(`${label}: ${this.#words()}`);
      else void this.#press();
    });
  }

  /** @param {string} key The key that presses the button as well, "" for none. */
  setKey(key) {
    if (key === this.key) return;
    this.key = key;
    this.#cap.hidden = key === "";
    this.#cap.textContent = key;
    this.#cap.title = say("desk-shortcut", { key });
    if (key === "") this.node.removeAttribute("aria-keyshortcuts");
    else this.node.setAttribute("aria-keyshortcuts", key);
  }

  /**
   * Grey the button with this refusal code, or free it with null.
   * @param {string | null} refusal
   */
  setRefusal(refusal) {
    this.#refusal = refusal;
    this.node.dataset.refusal = refusal ?? "";
    this.#reason.textContent = refusal === null ? "" : this.#words();
    this.node.title = this.#reason.textContent;
    this.#showState();
  }

  /** @param {boolean} primary Whether this is the next thing to do. */
  setPrimary(primary) {
    this.node.classList.toggle("button--primary", primary);
  }

  async #press() {
    if (this.#busy) return;
    this.#busy = true;
    this.#showState();
    try {
      await this.#act();
    } finally {
      this.#busy = false;
      this.#showState();
    }
  }

  /** Greyed rather than disabled: its reason can still be read, pointed at and reached by keyboard. */
  #showState() {
    this.node.setAttribute("aria-disabled", String(this.#busy || this.#refusal !== null));
    this.node.setAttribute("aria-busy", String(this.#busy));
  }

  #words() {
    return sayCode("refusal", this.#refusal ?? "");
  }
}

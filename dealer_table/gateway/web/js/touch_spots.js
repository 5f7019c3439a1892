// @ts-check
/** The three spots of one's own table, in the words of the game's table of terms, with MIN and MAX. */

import { element } from "./dom.js";
import { say } from "./words.js";

/** What each pays, counted with the stake as the layout says it. @type {Record<string, () => string>} */
const PAYS = {
  player: () => say("touch-pays_2_for_1"),
  banker: () => say("touch-pays_2_for_1_less"),
  tie: () => say("term-pays_9_for_1"),
};

/** @param {string} spot */
export function paysOf(spot) {
  return PAYS[spot]?.() ?? "";
}

/** @typedef {import("./shapes.js").TouchSpot} TouchSpot */

export class TouchSpots {
  #root;
  #onTap;
  #onClear;
  #shown = "";
  /** @type {Map<string, { node: HTMLElement, chips: HTMLElement }>} */
  #spots = new Map();

  /**
   * @param {HTMLElement} root
   * @param {(spot: TouchSpot) => void} onTap
   * @param {() => void} onClear Told when chips on the table are tapped.
   */
  constructor(root, onTap, onClear) {
    this.#root = root;
    this.#onTap = onTap;
    this.#onClear = onClear;
  }

  /**
   * @param {TouchSpot[]} spots
   * @param {import("./numbers.js").Money} money
   */
  lay(spots, money) {
    const shown = JSON.stringify(spots);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#spots = new Map(spots.map((spot) => [spot.name, this.#make(spot, money)]));
    this.#root.replaceChildren(...[...this.#spots.values()].map(({ node }) => node));
  }

  /**
   * @param {Map<string, number>} stakes
   * @param {Map<string, number> | null} returned Null before a result.
   * @param {import("./numbers.js").Money} money
   * @param {boolean} open Whether a tap lays a chip.
   * @param {boolean} unsent Whether what lies there is not on its way yet.
   */
  render(stakes, returned, money, open, unsent) {
    for (const [name, { node, chips }] of this.#spots) {
      const [stake, back] = [stakes.get(name) ?? 0, returned?.get(name) ?? 0];
      node.dataset.laid = String(stake);
      node.dataset.outcome = returned === null || stake === 0 ? "" : back === 0 ? "lost" : back > stake ? "won" : "back";
      node.setAttribute("aria-disabled", String(!open));
      const kind = unsent ? "stake--laid" : "stake--accepted";
      chips.replaceChildren(
        stake > 0 ? element("span", { class: `stake ${kind}` }, money.formatBare(stake)) : "",
        back > 0 ? element("span", { class: "stake stake--returned" }, element("span", { class: "unseen" }, say("touch-returned")), ` → ${money.formatBare(back)}`) : "",
      );
    }
  }

  /**
   * @param {TouchSpot} spot
   * @param {import("./numbers.js").Money} money
   */
  #make(spot, money) {
    const chips = element("span", { class: "spot-chips", "data-testid": "spot-chips" });
    const limits = [`${say("minimum")} ${money.format(spot.minimum)}`, `${say("maximum")} ${money.format(spot.maximum)}`];
    const node = element(
      "button",
      { type: "button", class: "spot", "data-testid": `spot-${spot.name}`, "data-spot": spot.name },
      element("span", { class: "spot-name" }, say(`term-${spot.name}`)),
      element("span", { class: "spot-pays" }, paysOf(spot.name)),
      chips,
      element("span", { class: "spot-limits" }, ...limits.map((limit) => element("span", {}, limit))),
    );
    node.addEventListener("click", (event) => {
      const onChips = /** @type {Element} */ (event.target).closest(".stake") !== null;
      if (onChips) this.#onClear();
      else this.#onTap(spot);
    });
    return { node, chips };
  }
}

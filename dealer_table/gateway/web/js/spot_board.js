// @ts-check
/** The spots of the felt: what each pays, what lies there of one's own and of everybody, and how much more may. */

import { element, setText } from "./dom.js";
import { sayWins } from "./payouts.js";
import { say, sayCode } from "./words.js";

/**
 * @typedef {import("./shapes.js").Spot} Spot
 * @typedef {{ minimum: number, maximum: number }} Limits
 * @typedef {{ accepted: number, laid: number, all: number, limits: Limits | null, room: number | null, closed: boolean,
 *   returned: number | null }} SpotState Of one spot: money in minor units; `limits` is null where this patron has none,
 *   `room` where they may not bet, `returned` before a result.
 */

export class SpotBoard {
  #root;
  #onTap;
  #shown = "";
  /** @type {Map<string, SpotButton>} */
  #buttons = new Map();

  /**
   * @param {HTMLElement} root
   * @param {(spot: string) => void} onTap
   */
  constructor(root, onTap) {
    this.#root = root;
    this.#onTap = onTap;
  }

  /** @param {Spot[]} spots */
  lay(spots) {
    const shown = JSON.stringify(spots);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#buttons = new Map(spots.map((spot) => [spot.name, new SpotButton(spot, this.#onTap)]));
    this.#root.replaceChildren(...[...this.#buttons.values()].map(({ node }) => node));
  }

  /**
   * @param {(spot: string) => SpotState} stateOf
   * @param {import("./numbers.js").Money} money
   * @param {boolean} open Whether bets are taken.
   */
  render(stateOf, money, open) {
    for (const [name, button] of this.#buttons) button.render(stateOf(name), money, open);
  }
}

class SpotButton {
  node;
  #spot;
  #name;
  #pays;
  #chips = element("span", { class: "spot-chips", "data-testid": "spot-chips" });
  #more;
  #all;

  /**
   * @param {Spot} spot
   * @param {(spot: string) => void} onTap
   */
  constructor(spot, onTap) {
    this.#spot = spot;
    this.#name = sayCode("bet", spot.name);
    this.#pays = sayWins(spot.payouts);
    const [more, all] = [`spot-more-${spot.name}`, `spot-all-${spot.name}`];
    this.#more = element("span", { class: "spot-more", id: more });
    this.#all = element("span", { class: "spot-all", id: all });
    this.node = element(
      "button",
      { type: "button", class: "spot", "data-testid": `spot-${spot.name}`, "data-spot": spot.name, "aria-describedby": `${more} ${all}` },
      element("span", { class: "spot-name" }, this.#name),
      element("span", { class: "spot-pays" }, this.#pays),
      this.#chips,
      this.#more,
      this.#all,
    );
    this.node.addEventListener("click", () => onTap(spot.name));
  }

  /**
   * @param {SpotState} state
   * @param {import("./numbers.js").Money} money
   * @param {boolean} open
   */
  render(state, money, open) {
    const { accepted, laid, all, room, closed, returned } = state;
    const { dataset } = this.node;
    dataset.accepted = String(accepted);
    dataset.laid = String(laid);
    dataset.outcome = outcomeOf(accepted, returned);
    const takes = open && !closed && room !== null;
    this.node.setAttribute("aria-disabled", String(!takes));
    this.node.setAttribute("aria-label", say("spot-state", { bet: this.#name, payout: this.#pays, accepted: money.format(accepted), laid: money.format(laid) }));
    this.#showChips(accepted, laid, returned, money);
    setText(this.#more, this.#sayMore(state, takes, money));
    setText(this.#all, all > 0 ? say("spot-all", { amount: money.formatBare(all) }) : "");
  }

  /**
   * Accepted chips are solid gold, laid ones a dashed ring: told apart by form and not by colour alone. A spot is small,
   * and the balance beside it says the currency.
   * @param {number} accepted
   * @param {number} laid
   * @param {number | null} returned
   * @param {import("./numbers.js").Money} money
   */
  #showChips(accepted, laid, returned, money) {
    const chips = [];
    if (accepted > 0) chips.push(element("span", { class: "stake stake--accepted" }, money.formatBare(accepted)));
    if (laid !== 0) chips.push(element("span", { class: "stake stake--laid" }, `${laid > 0 ? "+" : "−"}${money.formatBare(Math.abs(laid))}`));
    if (returned) chips.push(element("span", { class: "stake stake--returned" }, `→ ${money.formatBare(returned)}`));
    this.#chips.replaceChildren(...chips);
  }

  /**
   * Say the limits of a spot that nothing lies on; else how much more may.
   * @param {SpotState} state
   * @param {boolean} takes
   * @param {import("./numbers.js").Money} money
   */
  #sayMore({ accepted, laid, limits, room, closed }, takes, money) {
    if (closed) return say("spot-closed", { coup: this.#spot.closes_after ?? 0 });
    if (limits === null) return "";
    if (takes && room !== null && room < limits.maximum) return say("spot-room", { room: money.formatBare(room) });
    const isEmpty = accepted === 0 && laid === 0;
    return isEmpty ? say("spot-limits", { minimum: money.formatBare(limits.minimum), maximum: money.formatBare(limits.maximum) }) : "";
  }
}

/**
 * A stake that only comes back has won nothing.
 * @param {number} accepted
 * @param {number | null} returned
 */
function outcomeOf(accepted, returned) {
  if (returned === null) return "";
  if (returned === 0) return "lost";
  return returned > accepted ? "won" : "back";
}

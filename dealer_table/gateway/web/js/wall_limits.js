// @ts-check
/** What may be staked on each spot: of the currency the address names (`?currency=EUR`), else of the first real one. */

import { element } from "./dom.js";
import { Money, PLAY_MONEY } from "./numbers.js";
import { say, sayCode } from "./words.js";

// What a wall has room for at a size that is read from afar.
const ROWS = 5;

export class WallLimits {
  #root;
  #shown = "";

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  /** @param {import("./shapes.js").OfferSection | null} offer */
  render(offer) {
    const shown = offer?.rules_digest ?? "";
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#root.replaceChildren(...(offer === null ? [] : tableOf(offer)));
  }
}

/** @param {import("./shapes.js").OfferSection} offer */
function tableOf({ spots, currencies }) {
  const asked = new URLSearchParams(location.search).get("currency") ?? "";
  const real = Object.keys(currencies).filter((currency) => currency !== PLAY_MONEY);
  const currency = [asked, ...real, PLAY_MONEY].find((name) => name in currencies);
  if (currency === undefined) return [];
  const { exponent, spots: limits } = currencies[currency];
  const money = new Money(currency, exponent);
  const rows = spots.filter(({ name }) => name in limits).slice(0, ROWS);
  const heads = ["", say("minimum"), say("maximum")].map((head) => (head ? element("th", { scope: "col" }, head) : element("td")));
  const lines = rows.map(({ name, bet }) => {
    const amounts = [limits[name].minimum, limits[name].maximum].map((amount) => element("td", {}, money.format(amount)));
    return element("tr", {}, element("th", { scope: "row" }, sayCode("bet", bet)), ...amounts);
  });
  return [element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...lines))];
}

// @ts-check
/** Numbers, money and times as the page's language writes them. Money comes and goes in minor units. */

import { language } from "./words.js";

/** Play money has no code in ISO 4217; nobody shall take it for the real thing. */
export const PLAY_MONEY = "FUN";

/**
 * @param {number} share Between 0 and 1.
 * @param {number} [digits]
 */
export function formatPercent(share, digits = 0) {
  return new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(share);
}

/** Writes the amounts of one currency. */
export class Money {
  /** Whole amounts, and others; with the currency, and the number alone. */
  #told;
  #bare;
  #exponent;

  /**
   * @param {string} currency
   * @param {number} exponent How many digits of an amount are behind the point.
   */
  constructor(currency, exponent) {
    this.#exponent = exponent;
    const coin = { style: /** @type {const} */ ("currency"), currency, currencyDisplay: /** @type {const} */ ("narrowSymbol") };
    this.#told = [formatOf(0, coin), formatOf(exponent, coin)];
    this.#bare = [formatOf(0), formatOf(exponent)];
  }

  /** @param {number} amount In minor units; digits behind the point are left out when there are none. */
  format(amount) {
    return this.#write(amount, this.#told);
  }

  /** @param {number} amount As `format` writes it, without the currency: where that is told beside it. */
  formatBare(amount) {
    return this.#write(amount, this.#bare);
  }

  /**
   * @param {number} amount
   * @param {Intl.NumberFormat[]} formats
   */
  #write(amount, [whole, exact]) {
    const parts = 10 ** this.#exponent;
    // Divided as text: no amount is ever a rounded number.
    const [digits, sign] = [String(Math.abs(amount)).padStart(this.#exponent + 1, "0"), amount < 0 ? "-" : ""];
    const text = this.#exponent === 0 ? digits : `${digits.slice(0, -this.#exponent)}.${digits.slice(-this.#exponent)}`;
    return (amount % parts === 0 ? whole : exact).format(/** @type {Intl.StringNumericLiteral} */ (sign + text));
  }

  /** @param {number} amount What stands on a chip: the number alone. */
  formatChip(amount) {
    return new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: this.#exponent }).format(amount / 10 ** this.#exponent);
  }
}

/**
 * @param {number} digits
 * @param {Intl.NumberFormatOptions} [coin] A code that the browser does not know is written before the number, as it is.
 */
function formatOf(digits, coin) {
  return new Intl.NumberFormat(language, { ...coin, minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** @param {number} milliseconds Since the epoch. */
export function formatTime(milliseconds) {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" }).format(milliseconds);
}

/** @param {string[]} items */
export function formatList(items) {
  return new Intl.ListFormat(language, { type: "conjunction", style: "long" }).format(items);
}

// @ts-check
/** The counts of this shoe: shares of Player, Banker and Tie as a bar, and the rest as a list. */

import { element, setText } from "./dom.js";
import { formatPercent } from "./numbers.js";
import { say } from "./words.js";

/** @type {("player" | "tie" | "banker")[]} */
const OUTCOMES = ["player", "tie", "banker"];
/** @type {("coups" | "player_pairs" | "banker_pairs" | "player_naturals" | "banker_naturals")[]} */
const COUNTS = ["player_pairs", "banker_pairs", "player_naturals", "banker_naturals", "coups"];
/** Shown only once there is one. @type {("voids" | "free")[]} */
const RARE = ["voids", "free"];

export class Statistics {
  #shares = OUTCOMES.map((outcome) => makeShare(outcome));
  #counts = [...COUNTS, ...RARE].map((name) => makeCount(name));

  /** @param {HTMLElement} root */
  constructor(root) {
    const bar = element("div", { class: "share-bar", "aria-hidden": true }, ...this.#shares.map((share) => share.bar));
    const numbers = element("div", { class: "share-numbers" }, ...this.#shares.map((share) => share.number));
    root.append(numbers, bar, element("dl", { class: "counts" }, ...this.#counts.map((count) => count.row)));
  }

  /** @param {import("./shapes.js").StatisticsSection | null} statistics */
  render(statistics) {
    const decided = OUTCOMES.reduce((sum, outcome) => sum + (statistics?.[outcome] ?? 0), 0);
    for (const { outcome, bar, number, count, percent } of this.#shares) {
      const here = statistics?.[outcome] ?? 0;
      const share = decided ? here / decided : 0;
      bar.style.setProperty("--part", String(share));
      setText(count, String(here));
      setText(percent, formatPercent(share));
      number.setAttribute("aria-label", say("statistics-share", { name: say(`side-${outcome}`), count: here, percent: formatPercent(share) }));
    }
    for (const { name, row, value } of this.#counts) {
      const here = statistics?.[name] ?? 0;
      row.hidden = here === 0 && RARE.some((rare) => rare === name);
      setText(value, String(here));
    }
  }
}

/** @param {"player" | "tie" | "banker"} outcome */
function makeShare(outcome) {
  const count = element("strong", { class: "share-count", "data-testid": `count-${outcome}` });
  const percent = element("span", { class: "share-percent" });
  const name = element("span", { class: "share-name" }, say(`side-${outcome}`));
  const number = element("div", { class: `share share--${outcome}`, role: "img" }, name, count, percent);
  return { outcome, bar: element("i", { class: `share-part share-part--${outcome}` }), number, count, percent };
}

/** @param {"coups" | "player_pairs" | "banker_pairs" | "player_naturals" | "banker_naturals" | "voids" | "free"} name */
function makeCount(name) {
  const value = element("dd", { "data-testid": `count-${name}` });
  return { name, value, row: element("div", { class: "count" }, element("dt", {}, say(`statistics-${name}`)), value) };
}

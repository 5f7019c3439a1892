// @ts-check
/** Player's total and Banker's, as they grow; between coups those of the last one, and who won it. */

import { element, setText } from "./dom.js";
import { say } from "./words.js";

/**
 * @typedef {import("./shapes.js").View} View
 * @typedef {import("./shapes.js").Side} Side
 * @typedef {{ totals: Record<Side, number | null>, outcome: import("./shapes.js").Outcome | null, fresh: boolean }} Shown
 */

/** @type {Side[]} */
const SIDES = ["player", "banker"];
// Kept over a change of language, which makes a result anew.
/** @type {Shown["totals"]} */
let last = { player: null, banker: null };

/**
 * Learn how the last coup ended, of which a page that has just come has seen nothing.
 * @param {import("./shapes.js").RecalledCoup[]} coups Newest first.
 */
export function recallResult(coups) {
  const ended = coups.find(({ outcome, status }) => outcome !== null && status !== "void");
  if (ended) last = { player: totalOf(ended.player), banker: totalOf(ended.banker) };
}

/** @param {string[]} cards */
function totalOf(cards) {
  return cards.reduce((sum, [rank]) => sum + (rank === "A" ? 1 : Number(rank) || 0), 0) % 10;
}

export class WallResult {
  #outcome = element("p", { class: "wall-outcome", "data-testid": "outcome" });
  #sides = SIDES.map((side) => {
    const total = element("strong", { class: "wall-total", "data-testid": `total-${side}` });
    const name = element("span", { class: "wall-side-name" }, say(`side-${side}`));
    return { side, total, root: element("div", { class: `wall-hand wall-hand--${side}` }, name, total) };
  });

  /** @param {HTMLElement} root */
  constructor(root) {
    root.append(this.#outcome, ...this.#sides.map(({ root: hand }) => hand));
  }

  /** @param {View} view */
  render(view) {
    const { totals, outcome, fresh } = shownOf(view);
    const said = outcome && say(`outcome-${outcome}`);
    const dealt = view.coup?.cards.length ? say("coup_number", { number: view.coup.number }) : "";
    setText(this.#outcome, said === null ? dealt : fresh ? said : say("wall-last", { outcome: said }));
    this.#outcome.dataset.outcome = outcome ?? "";
    for (const { side, total, root } of this.#sides) {
      setText(total, String(totals[side] ?? ""));
      root.toggleAttribute("data-won", outcome === side);
    }
  }
}

/**
 * @param {View} view
 * @returns {Shown}
 */
function shownOf({ coup, roads }) {
  const totals = { player: coup?.player_total ?? null, banker: coup?.banker_total ?? null };
  if (coup?.outcome) {
    last = totals;
    return { totals, outcome: coup.outcome, fresh: true };
  }
  if (coup?.cards.length) return { totals, outcome: null, fresh: true };
  const before = roads?.bead_plate.at(-1)?.outcome ?? null;
  if (before === null) last = { player: null, banker: null };
  return { totals: last, outcome: before, fresh: false };
}

// @ts-check
/** What happened in this shoe's coups, by the dealer who began them. */

import { element } from "./dom.js";
import { say } from "./words.js";

/**
 * @param {HTMLElement} section Hidden while nobody has dealt.
 * @param {HTMLElement} list
 * @param {import("./shapes.js").DealerTally[]} dealers
 */
export function renderDealers(section, list, dealers) {
  section.hidden = dealers.length === 0;
  const shown = JSON.stringify(dealers);
  if (list.dataset.shown === shown) return;
  list.dataset.shown = shown;
  list.replaceChildren(...dealers.map(makeRow));
}

/** @param {import("./shapes.js").DealerTally} tally */
function makeRow({ dealer, coups, misreads, rescans, voids }) {
  return element(
    "li",
    { class: "dealer-tally", "data-testid": "dealer-tally" },
    element("strong", {}, dealer),
    element("span", {}, say("desk-dealer_tally", { coups, misreads, rescans, voids })),
  );
}

// @ts-check
/** What can be read at one's own table without a bet: the paytable, and the rules of the game. */

import { element } from "./dom.js";
import { formatPercent } from "./numbers.js";
import { touchRules } from "./rules_text.js";
import { showDialog } from "./touch_dialog.js";
import { paysOf } from "./touch_spots.js";
import { say } from "./words.js";

/** @typedef {import("./shapes.js").TouchSpot} TouchSpot */

/** @param {TouchSpot[]} spots */
export function showPaytable(spots) {
  const titles = [say("rules-bet"), say("rules-pays"), say("rules-return")];
  const rows = spots.map((spot) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, say(`term-${spot.name}`)),
      element("td", {}, paysOf(spot.name)),
      element("td", {}, formatPercent(Number(spot.return_percent) / 100, 2)),
    ),
  );
  const head = element("thead", {}, element("tr", {}, ...titles.map((title) => element("th", { scope: "col" }, title))));
  const table = element("table", { "data-testid": "paytable" }, head, element("tbody", {}, ...rows));
  const notes = [say("rules-tie_text"), say("rules-commission_text"), say("rules-rounding_text")].map((note) => element("p", {}, note));
  showDialog("paytable-dialog", say("touch-paytable"), [element("div", { class: "rules-text" }, scrolling(table), ...notes)]);
}

/** @param {TouchSpot[]} spots */
export function showRules(spots) {
  const returns = Object.fromEntries(spots.map(({ name, return_percent: percent }) => [name, Number(percent) / 100]));
  showDialog("rules-dialog", say("rules"), [element("div", { class: "rules-text", "data-testid": "rules-text" }, ...touchRules(returns))]);
}

/** @param {Node} table What is too wide for a phone scrolls by itself, by the keyboard too. */
function scrolling(table) {
  return element("div", { class: "rules-scroll", tabindex: 0, role: "group", "aria-label": say("touch-paytable") }, table);
}

// @ts-check
/** All that stands on a wall display: what happens, the roads, the counts, the shoe, the limits. */

import { CountdownRing } from "./countdown.js";
import { element, setText } from "./dom.js";
import { phaseLine } from "./phase_line.js";
import { Roads } from "./roads.js";
import { ShoeProgress } from "./shoe_progress.js";
import { Statistics } from "./statistics.js";
import { WallLimits } from "./wall_limits.js";
import { WallResult } from "./wall_result.js";
import { say, sayCode } from "./words.js";

export class WallBoard {
  #table = element("p", { class: "wall-table", "data-testid": "table-name" });
  #numbers = element("p", { class: "wall-numbers", "data-testid": "numbers" });
  #phase = element("h1", { class: "wall-phase", "data-testid": "phase" });
  #notice = element("p", { class: "wall-notice", "data-testid": "notice" });
  #ring;
  #roads;
  #result;
  #statistics;
  #shoe;
  #limits;

  /**
   * @param {HTMLElement} root Whatever stood there before goes.
   * @param {import("./clock.js").ServerClock} clock
   */
  constructor(root, clock) {
    const place = (/** @type {string} */ name) => element("section", { class: `wall-${name}`, "data-testid": name });
    const [result, counts, shoe, limits, roads] = ["result", "counts", "shoe", "limits", "board"].map(place);
    const ring = element("div", { class: "ring wall-ring", hidden: true });
    const name = element("div", { class: "wall-name" }, this.#table, this.#numbers);
    const said = element("div", { class: "wall-said" }, this.#phase, this.#notice);
    roads.classList.add("roads");
    root.replaceChildren(
      element("header", { class: "wall-head" }, name, said, ring),
      roads,
      element("aside", { class: "wall-side", "aria-label": say("statistics-heading") }, result, counts, shoe, limits),
    );
    this.#ring = new CountdownRing(ring, clock);
    this.#roads = new Roads(roads);
    this.#result = new WallResult(result);
    this.#statistics = new Statistics(counts);
    this.#shoe = new ShoeProgress(shoe);
    this.#limits = new WallLimits(limits);
  }

  /**
   * @param {import("./shapes.js").View} view
   * @param {string} table
   * @param {string} correction What was put right after its settlement, "" for nothing of late.
   */
  render(view, table, correction) {
    const { text, tone } = phaseLine(view);
    this.#phase.dataset.tone = tone;
    setText(this.#phase, text);
    setText(this.#notice, noticeOf(view, correction));
    setText(this.#table, say("table", { table }));
    const shoe = view.shoe ? say("shoe_number", { number: view.shoe.number }) : "";
    const coup = view.coup ? say("coup_number", { number: view.coup.number }) : "";
    setText(this.#numbers, [shoe, coup].filter(Boolean).join(" · "));
    this.#ring.render(view.betting);
    this.#roads.render(view.roads, false);
    this.#result.render(view);
    this.#statistics.render(view.statistics);
    this.#shoe.render(view.shoe);
    this.#limits.render(view.offer);
  }
}

/**
 * The one thing that whoever looks up should know beside the phase.
 * @param {import("./shapes.js").View} view
 * @param {string} correction
 */
function noticeOf({ table, shoe, coup, hold }, correction) {
  if (hold !== null) return sayCode("hold", hold.kind);
  if (coup?.void_reason) return say("notice-void", { reason: coup.void_reason });
  if (correction !== "") return correction;
  if (table.phase === "burn" && shoe !== null) {
    return shoe.indicator === null ? say("burn-indicator_due") : say("burn-progress", { done: shoe.burn_done, due: shoe.burn_due });
  }
  if (table.closing) return say("notice-closing");
  if (table.last_coup) return say("notice-last_coup");
  if (shoe?.cut_card_out) return say("notice-cut_card");
  return coup?.free ? say("free_coup") : "";
}

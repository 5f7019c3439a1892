// @ts-check
/** The five roads and the "ask" marks, laid out as on a table's display. */

import { element, svg } from "./dom.js";
import { RoadBoard, renderAsk } from "./road_board.js";
import { CELL, drawBead, drawDerived, drawRing } from "./road_marks.js";
import { say } from "./words.js";

/**
 * @typedef {import("./road_marks.js").DerivedRoad} DerivedRoad
 * @typedef {import("./shapes.js").RoadsSection} RoadsSection
 */

/** @type {DerivedRoad[]} */
const DERIVED = ["big_eye_boy", "small_road", "cockroach_pig"];
/** @type {import("./shapes.js").Side[]} */
const SIDES = ["player", "banker"];

export class Roads {
  #bead;
  #big;
  #derived;
  #ask;

  /** @param {HTMLElement} root */
  constructor(root) {
    const place = () => root.appendChild(element("section"));
    this.#bead = new RoadBoard(place(), "bead_plate", drawBead, (bead) => say(`outcome-${bead.outcome}`));
    this.#big = new RoadBoard(place(), "big_road", drawRing, (cell) => say(`outcome-${cell.outcome}`));
    this.#derived = DERIVED.map((road) => ({
      road,
      board: makeDerivedBoard(place(), road),
    }));
    this.#ask = SIDES.map((side) => ({ side, root: element("div", { class: `ask ask--${side}`, role: "img", "data-testid": `ask-${side}` }) }));
    const asks = element("div", { class: "asks" }, ...this.#ask.map((ask) => ask.root));
    root.append(asks);
  }

  /**
   * @param {RoadsSection | null} roads
   * @param {boolean} moving
   */
  render(roads, moving) {
    if (roads === null) return;
    this.#bead.render(roads.bead_plate, moving);
    this.#big.render(roads.big_road.cells, moving);
    for (const { road, board } of this.#derived) board.render(roads[road].marks, moving);
    for (const { side, root } of this.#ask) this.#renderAsk(root, side, roads.ask[side]);
  }

  /**
   * @param {HTMLElement} root
   * @param {import("./shapes.js").Side} side
   * @param {import("./shapes.js").AskMarks} marks
   */
  #renderAsk(root, side, marks) {
    const label = side === "player" ? say("roads-ask_player") : say("roads-ask_banker");
    renderAsk(root, label, DERIVED.map((road) => drawAsk(road, marks[road])));
    const said = DERIVED.map((road) => say("roads-next", { road: say(`roads-${road}`), ink: sayInk(marks[road]) })).join(", ");
    root.setAttribute("aria-label", `${label}: ${said}`);
  }
}

/**
 * @param {HTMLElement} root
 * @param {DerivedRoad} road
 * @returns {RoadBoard<import("./shapes.js").DerivedMark>}
 */
function makeDerivedBoard(root, road) {
  return new RoadBoard(root, road, (mark) => drawDerived(road, mark.color), (mark) => say(`roads-ink-${mark.color}`));
}

/**
 * @param {DerivedRoad} road
 * @param {import("./shapes.js").Ink | null} ink
 */
function drawAsk(road, ink) {
  const mark = ink === null ? svg("path", { d: "M6 10H14", class: "ask-none" }) : drawDerived(road, ink);
  return svg("svg", { viewBox: `0 0 ${CELL} ${CELL}`, class: "ask-mark", "data-road": road }, mark);
}

/** @param {import("./shapes.js").Ink | null} ink */
function sayInk(ink) {
  return ink === null ? say("roads-no_mark") : say(`roads-ink-${ink}`);
}

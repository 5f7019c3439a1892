// @ts-check
/** One road on its grid: marks at the server's positions, scrolled to the newest unless somebody is looking back. */

import { element, setText, svg } from "./dom.js";
import { pulse } from "./motion.js";
import { CELL } from "./road_marks.js";
import { say } from "./words.js";

const ROWS = 6;
const AT_END_PX = 24;

/**
 * @template {{ column: number, row: number }} Mark
 */
export class RoadBoard {
  #name;
  #draw;
  #describe;
  #scroller;
  #picture = svg("svg", { class: "road-marks", "aria-hidden": true, preserveAspectRatio: "xMinYMin meet" });
  /** @type {{ key: string, node: SVGElement }[]} What is drawn, in order. */
  #drawn = [];
  /** How many columns are to be in sight: those with marks, and a free one. */
  #shown = 1;

  /**
   * @param {HTMLElement} root
   * @param {"bead_plate" | "big_road" | import("./road_marks.js").DerivedRoad} name
   * @param {(mark: Mark) => SVGElement} draw
   * @param {(mark: Mark) => string} describe Say one mark in words.
   */
  constructor(root, name, draw, describe) {
    this.#name = say(`roads-${name}`);
    this.#draw = draw;
    this.#describe = describe;
    // A region that scrolls must be reachable by the keyboard.
    this.#scroller = element("div", { class: "road-scroll", tabindex: 0, role: "img", "data-testid": `road-${name}` }, this.#picture);
    root.classList.add("road", `road--${name}`);
    root.append(element("h3", { class: "road-name" }, this.#name), this.#scroller);
    new ResizeObserver(() => this.#showNewest()).observe(this.#scroller);
  }

  /**
   * @param {Mark[]} marks In the order they came.
   * @param {boolean} moving
   */
  render(marks, moving) {
    const following = this.#isAtEnd() || marks.length < this.#drawn.length;
    const columns = 1 + marks.reduce((widest, mark) => Math.max(widest, mark.column), -1);
    // One free column keeps the place of the next mark in sight; with another the window can begin at a whole column.
    this.#shown = columns + 1;
    const drawn = this.#shown + 1;
    this.#picture.setAttribute("viewBox", `0 0 ${drawn * CELL} ${ROWS * CELL}`);
    this.#picture.style.setProperty("--columns", String(drawn));
    const grown = marks.length > this.#drawn.length;
    this.#redraw(marks);
    const newest = this.#drawn.at(-1)?.node.firstElementChild;
    if (moving && newest && grown) pulse(newest);
    this.#label(marks);
    if (following) this.#showNewest();
  }

  /**
   * Draw what differs from what is there: mostly one mark more, or a tie on the last one.
   * @param {Mark[]} marks
   */
  #redraw(marks) {
    const keys = marks.map((mark) => JSON.stringify(mark));
    const differs = keys.findIndex((key, at) => key !== this.#drawn[at]?.key);
    const kept = differs === -1 ? keys.length : differs;
    for (const { node } of this.#drawn.splice(kept)) node.remove();
    for (let at = kept; at < marks.length; at += 1) {
      const node = this.#place(marks[at]);
      this.#drawn.push({ key: keys[at], node });
      this.#picture.append(node);
    }
  }

  /** @param {Mark} mark */
  #place(mark) {
    const at = `translate(${mark.column * CELL} ${mark.row * CELL})`;
    const drawn = this.#draw(mark);
    drawn.setAttribute("data-column", String(mark.column));
    drawn.setAttribute("data-row", String(mark.row));
    return svg("g", { transform: at }, drawn);
  }

  /** @param {Mark[]} marks */
  #label(marks) {
    const last = marks.at(-1);
    const label = last
      ? say("roads-described", { road: this.#name, count: marks.length, last: this.#describe(last) })
      : say("roads-empty", { road: this.#name });
    this.#scroller.setAttribute("aria-label", label);
    this.#scroller.dataset.marks = String(marks.length);
  }

  #isAtEnd() {
    const { scrollLeft, scrollWidth, clientWidth } = this.#scroller;
    return scrollWidth - clientWidth - scrollLeft < AT_END_PX + this.#cell;
  }

  #showNewest() {
    const cell = this.#cell;
    if (cell === 0) return; // not laid out
    const inSight = Math.floor(this.#scroller.clientWidth / cell + 0.01);
    this.#scroller.scrollLeft = Math.max(0, this.#shown - inSight) * cell;
  }

  /** How wide a column is, in pixels. */
  get #cell() {
    return this.#picture.getBoundingClientRect().width / (this.#shown + 1);
  }
}

/**
 * Say what comes next in each derived road, should Player or Banker win.
 * @param {HTMLElement} root
 * @param {string} label
 * @param {SVGElement[]} marks
 */
export function renderAsk(root, label, marks) {
  const name = element("span", { class: "ask-name" });
  setText(name, label);
  root.replaceChildren(name, ...marks);
}

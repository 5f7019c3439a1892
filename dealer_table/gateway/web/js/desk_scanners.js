// @ts-check
/** The scanners: there or away, and what each read last. */

import { element, setText } from "./dom.js";
import { cardName, fill, words } from "./words.js";

const MINUTE = 60;

export class DeskScanners {
  #root;
  #clock;
  /** @type {import("./shapes.js").ScannerState[]} */
  #scanners = [];

  /**
   * @param {HTMLElement} root
   * @param {import("./clock.js").ServerClock} clock
   */
  constructor(root, clock) {
    this.#root = root;
    this.#clock = clock;
    setInterval(() => this.#draw(), 1000);
  }

  /** @param {import("./shapes.js").ScannerState[]} scanners */
  render(scanners) {
    this.#scanners = scanners;
    while (this.#root.children.length > scanners.length) this.#root.lastElementChild?.remove();
    while (this.#root.children.length < scanners.length) this.#root.append(makeRow());
    this.#draw();
  }

  #draw() {
    this.#scanners.forEach((scanner, at) => {
      const row = /** @type {HTMLElement} */ (this.#root.children[at]);
      const [name, state, counts, last] = Array.from(row.children);
      row.dataset.scanner = scanner.scanner;
      row.dataset.online = String(scanner.online);
      setText(name, scanner.scanner);
      setText(state, scanner.online ? words.desk.scanner.online : words.desk.scanner.offline);
      setText(counts, fill(words.desk.scanner.reads, { reads: scanner.reads, misreads: scanner.misreads }));
      setText(last, this.#last(scanner));
    });
  }

  /** @param {import("./shapes.js").ScannerState} scanner */
  #last({ last_at, last_card }) {
    if (last_at === null) return words.desk.scanner.none;
    const since = ago((this.#clock.now() - last_at) / 1000);
    // A burned card is named to nobody, a misread has no name.
    if (last_card === null) return fill(words.desk.scanner.unnamed, { ago: since });
    return fill(words.desk.scanner.last, { card: cardName(last_card), ago: since });
  }
}

function makeRow() {
  return element(
    "li",
    { class: "scanner", "data-testid": "scanner" },
    element("strong", { class: "scanner-name" }),
    element("span", { class: "scanner-state" }),
    element("span", { class: "scanner-counts" }),
    element("span", { class: "scanner-last" }),
  );
}

/** @param {number} seconds */
function ago(seconds) {
  if (seconds < 3) return words.desk.scanner.just_now;
  if (seconds < MINUTE) return fill(words.desk.scanner.seconds_ago, { seconds: Math.floor(seconds) });
  return fill(words.desk.scanner.minutes_ago, { minutes: Math.floor(seconds / MINUTE) });
}

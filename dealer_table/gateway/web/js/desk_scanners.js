// @ts-check
/** The scanners: there or away, what each read last, and which one the table deals by. */

import { cardName } from "./card_name.js";
import { DeskButton } from "./desk_button.js";
import { element, setText } from "./dom.js";
import { askReason } from "./reason_dialog.js";
import { say } from "./words.js";

/** @typedef {import("./shapes.js").ScannerState} ScannerState */

const MINUTE = 60;
const SWAP_KEY = "X";

export class DeskScanners {
  #root;
  #clock;
  #run;
  #onRefused;
  /** @type {ScannerRow[]} */
  #rows = [];

  /**
   * @param {HTMLElement} root
   * @param {import("./clock.js").ServerClock} clock
   * @param {import("./desk_commands.js").Run} run
   * @param {(reason: string) => void} onRefused
   */
  constructor(root, clock, run, onRefused) {
    this.#root = root;
    this.#clock = clock;
    this.#run = run;
    this.#onRefused = onRefused;
    setInterval(() => this.#tick(), 1000);
  }

  /** @param {import("./shapes.js").DeskSection} desk */
  render({ scanners, primary }) {
    if (this.#rows.map((row) => row.name).join("\n") !== scanners.map(({ scanner }) => scanner).join("\n")) {
      this.#rows = scanners.map(({ scanner }) => new ScannerRow(scanner, this.#run, this.#onRefused));
      this.#root.replaceChildren(...this.#rows.map((row) => row.node));
    }
    this.#rows.forEach((row, at) => row.render(scanners[at], primary, scanners.length > 1));
    // The key chooses the first scanner that may be chosen.
    const free = this.#rows.find((row) => row.swap.node.dataset.refusal === "");
    for (const row of this.#rows) row.swap.setKey(row === free ? SWAP_KEY : "");
    this.#tick();
  }

  /** @returns {DeskButton[]} */
  get buttons() {
    return this.#rows.map((row) => row.swap);
  }

  #tick() {
    for (const row of this.#rows) row.tick(this.#clock.now());
  }
}

class ScannerRow {
  name;
  node;
  swap;
  #primary = "";
  #state = element("span", { class: "scanner-state" });
  #role = element("span", { class: "scanner-role", "data-testid": "scanner-role" });
  #counts = element("span", { class: "scanner-counts" });
  #last = element("span", { class: "scanner-last" });
  /** @type {ScannerState | null} */
  #scanner = null;

  /**
   * @param {string} name
   * @param {import("./desk_commands.js").Run} run
   * @param {(reason: string) => void} onRefused
   */
  constructor(name, run, onRefused) {
    this.name = name;
    const act = async () => {
      const text = say("desk-ask-swap_text", { scanner: this.#primary });
      const title = say("desk-ask-swap_title", { scanner: name });
      const answer = await askReason({ title, text, send: say("desk-swap"), reasons: [], required: false });
      if (answer !== null) await run("swap_scanner", { scanner: name }, title);
    };
    this.swap = new DeskButton({ testid: `use-${name}`, label: say("desk-swap"), act }, onRefused);
    this.swap.node.classList.add("button--small");
    this.node = element(
      "li",
      { class: "scanner", "data-testid": "scanner", "data-scanner": name },
      element("div", { class: "scanner-head" }, element("strong", { class: "scanner-name" }, name), this.#state, this.#role),
      this.swap.node,
      this.#counts,
      this.#last,
    );
  }

  /**
   * @param {ScannerState} scanner
   * @param {string} primary The scanner that the table deals by.
   * @param {boolean} choice Whether there is another.
   */
  render(scanner, primary, choice) {
    this.#scanner = scanner;
    this.#primary = primary;
    const isPrimary = scanner.scanner === primary;
    this.node.dataset.online = String(scanner.online);
    this.node.dataset.primary = String(isPrimary);
    setText(this.#state, scanner.online ? say("desk-scanner-online") : say("desk-scanner-offline"));
    setText(this.#role, isPrimary ? say("desk-scanner-primary") : say("desk-scanner-spare"));
    setText(this.#counts, say("desk-scanner-reads", { reads: scanner.reads, misreads: scanner.misreads, rescans: scanner.rescans }));
    this.swap.node.hidden = !choice && isPrimary;
    this.swap.setRefusal(scanner.swap);
  }

  /** @param {number} now */
  tick(now) {
    if (this.#scanner !== null) setText(this.#last, lastSign(this.#scanner, now));
  }
}

/**
 * @param {ScannerState} scanner
 * @param {number} now
 */
function lastSign({ last_at, last_card, mean_gap_ms }, now) {
  if (last_at === null) return say("desk-scanner-none");
  const since = ago((now - last_at) / 1000);
  // A burned card is named to nobody, a misread has no name.
  const last = last_card === null ? say("desk-scanner-unnamed", { ago: since }) : say("desk-scanner-last", { card: cardName(last_card), ago: since });
  return mean_gap_ms === null ? last : `${last} · ${say("desk-scanner-pace", { seconds: mean_gap_ms / 1000 })}`;
}

/** @param {number} seconds */
function ago(seconds) {
  if (seconds < 3) return say("desk-scanner-just_now");
  if (seconds < MINUTE) return say("desk-scanner-seconds_ago", { seconds: Math.floor(seconds) });
  return say("desk-scanner-minutes_ago", { minutes: Math.floor(seconds / MINUTE) });
}

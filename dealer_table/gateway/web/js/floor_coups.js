// @ts-check
/** The last coups of a table: each to be read in full, and to be put right while it may be. */

import { hand } from "./coup_history.js";
import { element } from "./dom.js";
import { askCorrection } from "./floor_correction.js";
import { showRecord } from "./floor_record.js";
import { formatTime } from "./numbers.js";
import { saveText, toCsv } from "./save_text.js";
import { say, sayCode } from "./words.js";

/** @typedef {import("./shapes.js").RecalledCoup} RecalledCoup */

const RECALLED = 20;

export class FloorCoups {
  #list = element("ul", { class: "coups", "data-testid": "coups" });
  #table;
  #run;
  #tell;
  /** @type {RecalledCoup[]} */
  #coups = [];
  #shown = "";
  #stale = true;
  #fetching = false;

  /**
   * @param {HTMLElement} root
   * @param {import("./floor_table.js").FloorTable} table
   * @param {import("./desk_commands.js").Run} run
   * @param {(text: string) => void} tell
   */
  constructor(root, table, run, tell) {
    this.#table = table;
    this.#run = run;
    this.#tell = tell;
    const save = element("button", { type: "button", class: "button button--small", "data-testid": "save-coups" }, say("floor-save_coups"));
    save.addEventListener("click", () => this.#save());
    root.append(this.#list, save);
  }

  /** Ask anew, now or as soon as the link is there. */
  refresh() {
    this.#stale = true;
    void this.#fetch();
  }

  async #fetch() {
    if (this.#fetching || !this.#stale || this.#table.state !== "live") return;
    this.#stale = false;
    this.#fetching = true;
    const reply = await this.#table.requests.request({ type: "recall", limit: RECALLED });
    this.#fetching = false;
    if (reply?.type !== "recall") {
      this.#stale = true;
      return;
    }
    this.#coups = reply.coups;
    if (this.#table.store.view !== null) this.render(this.#table.store.view);
  }

  /** @param {import("./shapes.js").View} view */
  render({ shoe, desk }) {
    void this.#fetch();
    const correctable = desk?.commands.correct_coup === null;
    const shown = JSON.stringify([this.#coups.map(({ cursor, status }) => [cursor, status]), shoe?.number, correctable]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const rows = this.#coups.map((coup) => this.#row(coup, correctable && Number(coup.shoe) === shoe?.number && coup.status !== "void"));
    this.#list.replaceChildren(...(rows.length > 0 ? rows : [element("li", {}, say("history-empty"))]));
  }

  /**
   * @param {RecalledCoup} coup
   * @param {boolean} correctable
   */
  #row(coup, correctable) {
    const read = element("button", { type: "button", class: "button button--small", "data-testid": "read-record" }, say("floor-read_record"));
    read.addEventListener("click", () => void this.#read(coup));
    const correct = element("button", { type: "button", class: "button button--small", "data-testid": "correct", "data-tone": "hold", hidden: !correctable }, say("floor-correct"));
    correct.addEventListener("click", () => void this.#correct(coup));
    const outcome = coup.outcome === null ? sayCode("history-status", coup.status) : say(`outcome-${coup.outcome}`);
    return element(
      "li",
      { class: "coup", "data-testid": "coup", "data-coup": coup.coup, "data-status": coup.status },
      element(
        "div",
        { class: "coup-head" },
        element("strong", {}, say("floor-coup", { shoe: coup.shoe, coup: coup.coup })),
        element("span", { class: "coup-outcome", "data-outcome": coup.outcome ?? "" }, outcome),
        coup.status === "corrected" ? element("span", { class: "coup-status" }, sayCode("history-status", coup.status)) : "",
        element("time", { class: "coup-time" }, formatTime(coup.at)),
      ),
      element("div", { class: "coup-hands" }, hand("player", coup.player), hand("banker", coup.banker), element("span", { class: "coup-ways" }, read, correct)),
    );
  }

  /** @param {RecalledCoup} coup */
  async #read({ shoe, coup }) {
    const reply = await this.#table.requests.request({ type: "coup_record", shoe: Number(shoe), coup });
    if (reply?.type === "coup_record") showRecord(this.#table.id, reply, this.#table.store.view?.offer?.currencies ?? {});
    else this.#tell(say("history-failed"));
  }

  /** @param {RecalledCoup} coup */
  async #correct(coup) {
    const fields = await askCorrection(coup);
    if (fields !== null) await this.#run("correct_coup", fields, say("floor-correct"));
  }

  #save() {
    const head = ["table", "shoe", "coup", "at", "player", "banker", "outcome", "status"];
    const rows = this.#coups.map(({ shoe, coup, at, player, banker, outcome, status }) => [
      this.#table.id, shoe, coup, new Date(at).toISOString(), player.join(" "), banker.join(" "), outcome ?? "", status,
    ]);
    saveText(`${this.#table.id}-coups.csv`, "text/csv", toCsv([head, ...rows]));
  }
}

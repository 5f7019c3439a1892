// @ts-check
/** One table in full: its felt, its hold, what a supervisor may do, its coups, its scanners and its counts. */

import { DeskCommands } from "./desk_commands.js";
import { renderDealers } from "./desk_dealers.js";
import { DeskDeckCheck } from "./desk_deck_check.js";
import { DeskHoldPanel } from "./desk_hold.js";
import { DeskProposal } from "./desk_proposal.js";
import { DeskScanners } from "./desk_scanners.js";
import { element, setText } from "./dom.js";
import { Felt } from "./felt.js";
import { FloorCoups } from "./floor_coups.js";
import { mayMove } from "./motion.js";
import { keepStillAfterMoves } from "./moved.js";
import { ShoeProgress } from "./shoe_progress.js";
import { Statistics } from "./statistics.js";
import { say, sayCode } from "./words.js";

/** @typedef {import("./desk_commands.js").Entry} Entry */

/** What supervisors do from afar; nothing here has a key: another table may be meant. @type {Record<string, Entry[]>} */
const GROUPS = {
  incident: [
    { name: "void_coup", command: "void_coup", key: "", question: "void_coup", tone: "danger" },
  ],
  table: [
    { name: "open_table", command: "open_table", key: "" },
    { name: "start_deck_check", command: "start_deck_check", key: "" },
    { name: "end_deck_check", command: "end_deck_check", key: "" },
    { name: "load_shoe", command: "load_shoe", key: "" },
    { name: "change_shoe", command: "change_shoe", key: "", question: "change_shoe" },
    { name: "close_table", command: "close_table", key: "", question: "close_table" },
    { name: "end_shift", command: "end_shift", key: "", question: "end_shift" },
  ],
};
const ENDS_A_COUP = new Set(["coup_settled", "free_coup_ended", "coup_voided", "coup_corrected", "shoe_removed"]);

export class FloorDetail {
  node;
  #table;
  #tell;
  #heading = element("h2", { class: "floor-detail-name", "data-testid": "detail-name" });
  #hold = element("div", { class: "hold", "data-testid": "hold", "aria-live": "assertive", hidden: true });
  #proposal = element("div", { class: "proposal", "data-testid": "proposal", "aria-live": "assertive", hidden: true });
  #deck = element("div", { class: "deck-check", "data-testid": "deck-check", hidden: true });
  #dealers = element("ul", { class: "dealers", "data-testid": "dealers" });
  #dealersPart = part(say("desk-dealers_heading"), this.#dealers);
  #panels;

  /**
   * @param {import("./floor_table.js").FloorTable} table
   * @param {(text: string) => void} tell
   */
  constructor(table, tell) {
    this.#table = table;
    this.#tell = tell;
    const [hands, shoe, commands, counts] = [element("div", { class: "hands" }), element("div", { class: "shoe" }), element("div", { class: "commands" }), element("div")];
    const [scanners, coups] = [element("ul", { class: "scanners", "data-testid": "scanners" }), element("div", { class: "floor-coups" })];
    const run = this.#run.bind(this);
    this.#panels = {
      felt: new Felt(hands, shoe),
      shoe: new ShoeProgress(shoe),
      hold: new DeskHoldPanel(this.#hold, run, tell, table.clock),
      deck: new DeskDeckCheck(this.#deck),
      commands: new DeskCommands(commands, run, tell, GROUPS),
      proposal: new DeskProposal(this.#proposal, table.me, table.clock, run, tell),
      scanners: new DeskScanners(scanners, table.clock, run, tell),
      statistics: new Statistics(counts),
      coups: new FloorCoups(coups, table, run, tell),
    };
    const felt = element("div", { class: "floor-felt" }, hands);
    const main = element("div", { class: "floor-main" }, this.#proposal, this.#hold, felt, this.#deck, part(say("floor-coups"), coups));
    const instruments = [part(say("shoe-heading"), shoe), part(say("statistics-heading"), counts), part(say("desk-scanners_heading"), scanners), this.#dealersPart];
    this.node = element("div", { class: "floor-detail-grid" }, this.#heading, main, element("div", { class: "floor-side" }, commands, ...instruments));
    keepStillAfterMoves(this.node, [this.#hold, this.#proposal, this.#deck]);
    table.store.watch(["coup"], (view, change) => this.#panels.felt.render(view.coup, this.node.isConnected && mayMove(change, table.clock)));
    table.store.watchAll((_, change) => {
      if (change === null || change.events.some(({ type }) => ENDS_A_COUP.has(type))) this.refresh();
    });
  }

  render() {
    const { view } = this.#table.store;
    setText(this.#heading, say("table", { table: this.#table.id }));
    if (view?.desk === undefined) return;
    const { felt, shoe, hold, proposal, deck, commands, scanners, statistics, coups } = this.#panels;
    felt.render(view.coup, false);
    shoe.render(view.shoe);
    hold.render(view);
    proposal.render(view.desk);
    deck.render(view.desk);
    commands.render(view.desk);
    scanners.render(view.desk);
    statistics.render(view.statistics);
    renderDealers(this.#dealersPart, this.#dealers, view.desk.dealers);
    coups.render(view);
  }

  /** Ask anew for the table's last coups, while they are looked at. */
  refresh() {
    if (this.node.isConnected) this.#panels.coups.refresh();
  }

  /**
   * Send a command to this table and say what became of it; what succeeded shows by itself.
   * @param {string} command
   * @param {import("./requests.js").Fields} fields
   * @param {string} label
   */
  async #run(command, fields, label) {
    this.#tell("");
    const answer = await this.#table.requests.ask(command, fields);
    if (answer === null) this.#tell(say("desk-answer_lost", { command: label }));
    else if (!answer.ok) this.#tell(say("desk-refused", { command: label, reason: sayCode("refusal", answer.code) }));
  }
}

/**
 * @param {string} heading
 * @param {HTMLElement} body
 */
function part(heading, body) {
  return element("section", { class: "floor-part" }, element("h3", { class: "group-name" }, heading), body);
}

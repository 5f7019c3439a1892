// @ts-check
/** The procedure's buttons, as data: what each sends, what it asks first, and its key. */

import { DeskButton } from "./desk_button.js";
import { element } from "./dom.js";
import { askReason, changeReasons, voidQuestion } from "./reason_dialog.js";
import { say } from "./words.js";

/**
 * @typedef {import("./requests.js").Fields} Fields
 * @typedef {{ name: string, command: string, key: string, fields?: Fields, question?: keyof typeof QUESTIONS, tone?: string,
 *   next?: (step: import("./shapes.js").NextStep) => boolean }} Entry
 * @typedef {(command: string, fields: Fields, label: string) => Promise<void>} Run
 */

/** What is asked before a command that is hard to take back. */
const QUESTIONS = {
  void_coup: voidQuestion(),
  change_shoe: { title: say("desk-ask-change_title"), text: say("desk-ask-change_text"), reasons: changeReasons(), required: false },
  take_shift: { title: say("desk-ask-take_shift_title"), text: say("desk-ask-take_shift_text"), reasons: [], required: false },
  end_shift: { title: say("desk-ask-end_shift_title"), text: say("desk-ask-end_shift_text"), reasons: [], required: false },
  close_table: { title: say("desk-ask-close_title"), text: say("desk-ask-close_text"), reasons: [], required: false },
  declare_cut_card: { title: say("desk-ask-cut_title"), text: say("desk-ask-cut_text"), reasons: [], required: false },
};
/** The commands that carry their reason to the table. */
const REASONED = new Set(["void_coup", "change_shoe"]);

/** What makes a button nobody's who looks at it: then it is not shown. */
const NOT_MINE = new Set(["on_duty", "dealers_only", "nobody_on_duty"]);

/** @type {Record<string, Entry[]>} */
const GROUPS = {
  coup: [
    { name: "open_betting", command: "open_betting", key: "O" },
    { name: "close_betting", command: "close_betting", key: "N" },
    { name: "start_free_coup", command: "start_free_coup", key: "R" },
  ],
  result: [
    { name: "confirm_player", command: "confirm_result", key: "P", fields: { outcome: "player" }, tone: "player" },
    { name: "confirm_tie", command: "confirm_result", key: "T", fields: { outcome: "tie" }, tone: "tie" },
    { name: "confirm_banker", command: "confirm_result", key: "B", fields: { outcome: "banker" }, tone: "banker" },
    // Who looks at the felt says what lies there: what the screen has is no dealer's first choice.
    { name: "confirm_result", command: "confirm_result", key: "Y", next: () => false },
  ],
  incident: [
    { name: "declare_cut_card", command: "declare_cut_card", key: "K", question: "declare_cut_card" },
    { name: "declare_face_up_card", command: "declare_face_up_card", key: "F" },
    { name: "void_coup", command: "void_coup", key: "V", question: "void_coup", tone: "danger" },
  ],
  table: [
    { name: "open_table", command: "open_table", key: "U" },
    { name: "start_deck_check", command: "start_deck_check", key: "C", next: ({ action, count }) => action === "check_deck" && count === null },
    { name: "end_deck_check", command: "end_deck_check", key: "E", next: ({ action, count }) => action === "check_deck" && count !== null && count <= 0 },
    { name: "load_shoe", command: "load_shoe", key: "L" },
    { name: "change_shoe", command: "change_shoe", key: "S", question: "change_shoe" },
    { name: "close_table", command: "close_table", key: "Q", question: "close_table" },
    { name: "take_shift", command: "take_shift", key: "H", question: "take_shift" },
    { name: "end_shift", command: "end_shift", key: "G", question: "end_shift" },
  ],
};

export class DeskCommands {
  /** @type {{ entry: Entry, button: DeskButton }[]} */
  #buttons = [];

  /**
   * @param {HTMLElement} root
   * @param {Run} run
   * @param {(reason: string) => void} onRefused
   * @param {Record<string, Entry[]>} [groups]
   */
  constructor(root, run, onRefused, groups = GROUPS) {
    for (const [group, entries] of Object.entries(groups)) {
      const buttons = entries.map((entry) => ({ entry, button: makeButton(entry, run, onRefused) }));
      this.#buttons.push(...buttons);
      const heading = element("h3", { class: "group-name" }, say(`desk-group-${group}`));
      const row = element("div", { class: "group-buttons" }, ...buttons.map(({ button }) => button.node));
      root.append(element("section", { class: `group group--${group}`, "data-testid": `group-${group}` }, heading, row));
    }
  }

  /** @param {import("./shapes.js").DeskSection} desk */
  render(desk) {
    for (const { entry, button } of this.#buttons) {
      const refusal = desk.commands[entry.command];
      button.setRefusal(refusal === undefined ? "not_permitted" : refusal);
      button.node.hidden = NOT_MINE.has(refusal ?? "");
      const isNext = entry.next?.(desk.next) ?? desk.next.action === entry.command;
      button.setPrimary(refusal === null && isNext);
    }
  }

  /** @returns {DeskButton[]} */
  get buttons() {
    return this.#buttons.map(({ button }) => button);
  }
}

/**
 * @param {Entry} entry
 * @param {Run} run
 * @param {(reason: string) => void} onRefused
 */
function makeButton({ name, command, key, fields = {}, question, tone }, run, onRefused) {
  const label = say(`desk-command-${name}`);
  const act = async () => {
    if (question === undefined) return run(command, fields, label);
    const reason = await askReason({ ...QUESTIONS[question], send: label });
    if (reason !== null) await run(command, REASONED.has(command) ? { ...fields, reason } : fields, label);
  };
  return new DeskButton({ testid: `command-${name}`, label, key, tone, act }, onRefused);
}

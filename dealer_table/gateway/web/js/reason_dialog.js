// @ts-check
/** Asking for a reason: a likely one by a tap, or one's own words. */

import { askInDialog } from "./dialog.js";
import { element } from "./dom.js";
import { say } from "./words.js";

const LONGEST = 200;

/**
 * Ask whether to go on, and why; an empty list of reasons asks for none.
 * @param {{ title: string, text: string, send: string, reasons: string[], required: boolean, danger?: boolean }} question
 * @returns {Promise<string | null>} The reason, "" when none was asked or given; null: do not go on.
 */
export function askReason({ title, text, send, reasons, required, danger }) {
  const input = element("input", {
    type: "text", name: "reason", class: "reason-input", maxlength: LONGEST, required, autocomplete: "off",
    placeholder: say("desk-ask-own_words"), "aria-label": say("desk-ask-reason"), "data-testid": "reason-input",
  });
  const choices = reasons.map((reason) => {
    const choice = element("button", { type: "button", class: "button reason-choice" }, reason);
    choice.addEventListener("click", () => {
      input.value = reason;
      input.focus();
    });
    return choice;
  });
  const body = [element("p", { class: "dialog-text" }, text)];
  if (reasons.length > 0) {
    body.push(element("p", { class: "dialog-label" }, say("desk-ask-reason")));
    body.push(element("div", { class: "reason-choices" }, ...choices), input);
  }
  return askInDialog({ testid: "reason-dialog", title, body, send, danger, read: () => input.value.trim() });
}

/** Return what is asked before a coup is voided, without the way to send it. */
export function voidQuestion() {
  const reasons = [say("desk-void_reason-unreadable"), say("desk-void_reason-out_of_turn"), say("desk-void_reason-exposed"), say("desk-void_reason-scanner")];
  return { title: say("desk-ask-void_title"), text: say("desk-ask-void_text"), reasons, required: true, danger: true };
}

/** Return the likely reasons to change a shoe. */
export function changeReasons() {
  return [say("desk-change_reason-end"), say("desk-change_reason-damaged"), say("desk-change_reason-in_doubt")];
}

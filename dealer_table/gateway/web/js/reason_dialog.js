// @ts-check
/** Asking for a reason: a likely one by a tap, or one's own words. */

import { askInDialog } from "./dialog.js";
import { element } from "./dom.js";
import { words } from "./words.js";

const LONGEST = 200;

/**
 * Ask whether to go on, and why; an empty list of reasons asks for none.
 * @param {{ title: string, text: string, send: string, reasons: string[], required: boolean }} question
 * @returns {Promise<string | null>} The reason, "" when none was asked or given; null: do not go on.
 */
export function askReason({ title, text, send, reasons, required }) {
  const input = element("input", {
    type: "text", name: "reason", class: "reason-input", maxlength: LONGEST, required, autocomplete: "off",
    placeholder: words.desk.ask.own_words, "aria-label": words.desk.ask.reason, "data-testid": "reason-input",
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
    body.push(element("p", { class: "dialog-label" }, words.desk.ask.reason));
    body.push(element("div", { class: "reason-choices" }, ...choices), input);
  }
  return askInDialog({ testid: "reason-dialog", title, body, send, read: () => input.value.trim() });
}

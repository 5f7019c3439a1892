// @ts-check
/** A question that must be answered before anything else: a title, a body, and two ways out. */

import { element } from "./dom.js";
import { say } from "./words.js";

/**
 * Ask with a dialog; `read` takes the answer out of the form when it is sent, null when the person backs out. What is
 * sent from a dialog of `danger` cannot be taken back.
 * @template Result
 * @param {{ testid: string, title: string, body: Node[], send: string, danger?: boolean, read: (form: HTMLFormElement) => Result }} question
 * @returns {Promise<Result | null>}
 */
export function askInDialog({ testid, title, body, send, danger = false, read }) {
  const cancel = element("button", { type: "button", class: "button", "data-testid": "dialog-cancel" }, say("desk-picker-cancel"));
  const look = { class: danger ? "button" : "button button--primary", "data-tone": danger ? "danger" : undefined };
  const submit = element("button", { type: "submit", ...look, "data-testid": "dialog-send" }, send);
  const heading = element("h2", { class: "dialog-title", id: "dialog-title" }, title);
  const form = element("form", { method: "dialog" }, heading, ...body, element("div", { class: "dialog-ways" }, cancel, submit));
  const dialog = element("dialog", { class: "dialog", "data-testid": testid, "aria-labelledby": "dialog-title" }, form);
  document.body.append(dialog);

  return new Promise((resolve) => {
    /** @type {Result | null} */
    let result = null;
    form.addEventListener("submit", () => {
      result = read(form);
    });
    cancel.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(result);
    });
    dialog.showModal();
  });
}

/** Tell whether a question is open; shortcuts keep still then. */
export function isAsking() {
  return document.querySelector("dialog[open]") !== null;
}

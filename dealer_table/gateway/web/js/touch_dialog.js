// @ts-check
/** Something to read on top of one's own table; closed by its button or by Escape, and gone then. */

import { element } from "./dom.js";
import { say } from "./words.js";

/**
 * @param {string} testid
 * @param {string} title
 * @param {(Node | string)[]} body
 * @param {Node[]} [ways] Beside the way back.
 */
export function showDialog(testid, title, body, ways = []) {
  const back = element("button", { class: "button button--primary", "data-testid": "dialog-close" }, say("touch-back"));
  const heading = element("h2", { class: "dialog-title", id: `${testid}-title` }, title);
  const form = element("form", { method: "dialog", class: "dialog-ways" }, ...ways, back);
  const dialog = element("dialog", { class: "dialog", "data-testid": testid, "aria-labelledby": `${testid}-title` }, heading, ...body, form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  // What is long is read from its beginning, not from the button at its end.
  dialog.scrollTop = 0;
  return dialog;
}

// @ts-check
/** Keys that press the desk's buttons: a switch turns them off, and they never act while somebody types or is asked. */

import { isAsking } from "./dialog.js";

const KEY = "dealer-table.shortcuts";

/**
 * @param {HTMLInputElement} toggle
 * @param {() => import("./desk_button.js").DeskButton[]} buttons Asked anew at each key; the first of a key wins.
 */
export function listenForShortcuts(toggle, buttons) {
  toggle.checked = localStorage.getItem(KEY) !== "off";
  const show = () => document.documentElement.classList.toggle("no-shortcuts", !toggle.checked);
  show();
  toggle.addEventListener("change", () => {
    localStorage.setItem(KEY, toggle.checked ? "on" : "off");
    show();
  });
  addEventListener("keydown", (event) => {
    if (!toggle.checked || event.repeat || event.ctrlKey || event.altKey || event.metaKey || isAsking()) return;
    if (event.target instanceof Element && event.target.closest("form") !== null) return;
    const pressed = buttons().find((button) => button.key === event.key.toUpperCase());
    if (pressed === undefined) return;
    event.preventDefault();
    pressed.node.focus();
    pressed.node.click();
  });
}

// @ts-check
/** The menu of one's own table: its switches, what can be read, and the way back. */

import { element } from "./dom.js";
import { say } from "./words.js";

/**
 * Make the menu's dialog; open it with `showModal`.
 * @param {Node[]} switches
 * @param {Record<"paytable" | "rules" | "history" | "fairness" | "exit", () => void>} ways
 */
export function makeMenu(switches, ways) {
  const back = element("button", { class: "button button--primary", "data-testid": "menu-back" }, say("touch-back"));
  const dialog = element("dialog", { class: "dialog", "data-testid": "menu-dialog", "aria-labelledby": "menu-title" });
  /**
   * @param {keyof typeof ways} name
   * @param {string} label
   */
  const way = (name, label) => {
    const button = element("button", { type: "button", class: "button button--small", "data-testid": `menu-${name}` }, label);
    button.addEventListener("click", () => {
      dialog.close();
      ways[name]();
    });
    return button;
  };
  dialog.append(
    element("h2", { class: "dialog-title", id: "menu-title" }, say("touch-settings")),
    element("div", { class: "settings" }, ...switches),
    element(
      "div",
      { class: "menu-ways" },
      way("paytable", say("touch-paytable")),
      way("rules", say("rules")),
      way("history", say("touch-game_history")),
      way("fairness", say("touch-fair")),
      way("exit", say("touch-exit")),
    ),
    element("form", { method: "dialog", class: "dialog-ways" }, back),
  );
  document.body.append(dialog);
  return dialog;
}

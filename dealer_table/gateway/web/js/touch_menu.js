// @ts-check
/** The menu of one's own table: switches, and the ways to paytable, rules, history, the proof of the shuffle, and out. */

import { element } from "./dom.js";
import { say } from "./words.js";

/**
 * Make the menu's dialog; open it with `showModal`.
 * @param {Node[]} switches
 * @param {{ rules: string, history: () => void, fairness: () => void, exit: () => void }} ways
 */
export function makeMenu(switches, { rules, history, fairness, exit }) {
  const back = element("button", { class: "button button--primary", "data-testid": "menu-back" }, say("touch-back"));
  const dialog = element(
    "dialog",
    { class: "dialog", "data-testid": "menu-dialog", "aria-labelledby": "menu-title" },
    element("h2", { class: "dialog-title", id: "menu-title" }, say("touch-settings")),
    element("div", { class: "settings" }, ...switches),
    element(
      "div",
      { class: "menu-ways" },
      link(`${rules}#paytable`, say("touch-paytable"), "menu-paytable"),
      link(rules, say("rules"), "menu-rules"),
      way(say("touch-game_history"), "menu-history", history),
      way(say("touch-fair"), "menu-fairness", fairness),
      way(say("touch-exit"), "menu-exit", exit),
    ),
    element("form", { method: "dialog", class: "dialog-ways" }, back),
  );
  document.body.append(dialog);
  return dialog;
}

/**
 * @param {string} label
 * @param {string} testid
 * @param {() => void} act
 */
function way(label, testid, act) {
  const button = element("button", { type: "button", class: "button button--small", "data-testid": testid }, label);
  button.addEventListener("click", act);
  return button;
}

/**
 * @param {string} href
 * @param {string} label
 * @param {string} testid
 */
function link(href, label, testid) {
  return element("a", { class: "button button--small", href, target: "_blank", rel: "noopener", "data-testid": testid }, label);
}

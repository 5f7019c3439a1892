// @ts-check
/** Switches of a page that stay as they were left. */

import { element } from "./dom.js";

/**
 * Make a switch; `turned` is told at once how it stands, and whenever that changes.
 * @param {{ name: string, label: string, text: string, on: boolean, turned: (on: boolean) => void }} parts
 */
export function makeSwitch({ name, label, text, on, turned }) {
  const key = `dealer-table.${name}`;
  const input = element("input", { type: "checkbox", role: "switch", "data-testid": `switch-${name}` });
  input.checked = (recall(key) ?? (on ? "on" : "off")) === "on";
  input.addEventListener("change", () => {
    keep(key, input.checked ? "on" : "off");
    turned(input.checked);
  });
  turned(input.checked);
  return element("label", { class: "setting" }, input, element("span", {}, element("strong", {}, label), element("small", {}, text)));
}

/** @param {string} key */
function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A frame without storage starts from the same again.
  }
}

// @ts-check
/** Logging in by name and password, on a page of its own or over a page that goes on: a launch token comes of it. */

import { claimsIn } from "./claims.js";
import { element, setText } from "./dom.js";
import { dropToken, keepToken } from "./token.js";
import { say, sayCode } from "./words.js";

/** @typedef {{ token: string, role: string, name: string, table: string }} Login */

/** Tell whether the staff may log in at this gateway. */
async function isOffered() {
  try {
    return (await (await fetch("/api/staff", { cache: "no-store" })).json()).login === true;
  } catch {
    return false; // The page says already that it does not reach the gateway, or has nothing to lose.
  }
}

/**
 * Put a login behind `before`, when there is one here: the page begins anew with what comes of it.
 * @param {HTMLElement} before What says why nothing else is shown; it makes room.
 * @param {{ expired: boolean, supervisors?: boolean }} how
 */
export async function offerLogin(before, { expired, supervisors = false }) {
  if (!(await isOffered()) || document.querySelector(".login-page") !== null) return;
  const form = new LoginForm({ heading: "h1", title: say("login-title"), text: expired ? say("login-text_expired") : "", supervisors });
  before.hidden = true;
  before.after(element("main", { class: "login-page" }, form.node));
  form.focus();
  const { token } = await form.done;
  keepToken(token);
  location.reload();
}

/**
 * Let a person who did nothing for long log in again, over what is shown; somebody else begins the page anew.
 * @param {string} me
 * @param {{ supervisors?: boolean }} who
 * @returns {Promise<string | null>} The fresh token; null: not now.
 */
export async function logInAgain(me, { supervisors = false } = {}) {
  if (document.querySelector(".login-dialog") !== null) return null;
  const cancel = element("button", { type: "button", class: "button", "data-testid": "login-cancel" }, say("desk-picker-cancel"));
  const form = new LoginForm({ heading: "h2", title: say("login-title_again"), text: say("login-text_again"), name: me, supervisors, cancel });
  const dialog = element("dialog", { class: "dialog login-dialog", "data-testid": "login-dialog", "aria-labelledby": "login-title" }, form.node);
  document.body.append(dialog);
  /** @type {Promise<null>} */
  const closed = new Promise((resolve) => dialog.addEventListener("close", () => resolve(null)));
  cancel.addEventListener("click", () => dialog.close());
  dialog.showModal();
  form.focus();
  const login = await Promise.race([form.done, closed]);
  dialog.remove();
  if (login === null) return null;
  keepToken(login.token);
  if (login.name === me) return login.token;
  location.reload();
  return null;
}

/**
 * Offer the way out to who logged in; who came by a link has nothing to log in with again.
 * @param {HTMLElement} root
 * @param {string | null} token
 */
export function offerLogout(root, token) {
  if (claimsIn(token)?.logged_in !== true) return;
  const button = element("button", { type: "button", class: "button button--small", "data-testid": "logout" }, say("login-out"));
  button.addEventListener("click", () => {
    dropToken();
    location.reload();
  });
  root.append(button);
}

class LoginForm {
  node;
  /** @type {Promise<Login>} */
  done;
  /** @type {(login: Login) => void} */
  #finish = () => {};
  #supervisors;
  #name;
  #password = element("input", { type: "password", name: "password", id: "login-password", class: "login-input", autocomplete: "current-password", required: true, maxlength: 128, "data-testid": "login-password" });
  #error = element("p", { class: "login-error", role: "alert", id: "login-error", "data-testid": "login-error" });
  #send = element("button", { type: "submit", class: "button button--primary", "data-testid": "login-send" }, say("login-send"));

  /** @param {{ heading: "h1" | "h2", title: string, text: string, name?: string, supervisors: boolean, cancel?: HTMLElement }} parts */
  constructor({ heading, title, text, name = "", supervisors, cancel }) {
    this.#supervisors = supervisors;
    this.#name = element("input", {
      type: "text", name: "username", id: "login-name", class: "login-input", autocomplete: "username", autocapitalize: "words",
      spellcheck: "false", required: true, maxlength: 64, value: name, "data-testid": "login-name",
    });
    this.node = element(
      "form", { class: "login", "data-testid": "login" },
      element(heading, { class: "dialog-title", id: "login-title" }, title),
      text ? element("p", { class: "dialog-text" }, text) : null,
      element("label", { class: "dialog-label", for: "login-name" }, say("login-name")), this.#name,
      element("label", { class: "dialog-label", for: "login-password" }, say("login-password")), this.#password,
      this.#error,
      element("div", { class: "dialog-ways" }, cancel, this.#send),
    );
    this.done = new Promise((resolve) => (this.#finish = resolve));
    this.node.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#submit();
    });
  }

  focus() {
    (this.#name.value === "" ? this.#name : this.#password).focus();
  }

  async #submit() {
    if (this.#send.ariaBusy === "true") return;
    this.#send.ariaBusy = "true";
    setText(this.#error, "");
    const problem = await this.#ask();
    this.#send.ariaBusy = "false";
    if (problem === "") return;
    setText(this.#error, problem);
    this.#password.value = "";
    this.#password.focus();
  }

  /** Return why the person does not come in, "" when they do. */
  async #ask() {
    const table = new URLSearchParams(location.search).get("table");
    const body = JSON.stringify({ name: this.#name.value.trim(), password: this.#password.value, table });
    try {
      const answer = await fetch("/api/staff/login", { method: "POST", headers: { "Content-Type": "application/json" }, cache: "no-store", body });
      const told = await answer.json();
      if (!answer.ok) return sayCode("login-refused", told.code, told.numbers);
      if (this.#supervisors && told.role === "dealer") return say("login-supervisors_only");
      this.#finish(told);
      return "";
    } catch {
      return say("login-no_answer");
    }
  }
}

// @ts-check
/** A hold as the desk sees it: what happened, what waits, and what the house lets people do about it. */

import { drawFace, makeBack } from "./card.js";
import { cardName } from "./card_name.js";
import { pickCard } from "./card_picker.js";
import { DeskButton } from "./desk_button.js";
import { element, setText } from "./dom.js";
import { askReason, voidQuestion } from "./reason_dialog.js";
import { say, sayCode } from "./words.js";

/**
 * @typedef {import("./requests.js").Fields} Fields
 * @typedef {import("./shapes.js").DeskHold} DeskHold
 * @typedef {import("./shapes.js").View} View
 * @typedef {import("./desk_commands.js").Run} Run
 */

export class DeskHoldPanel {
  /** @type {DeskButton[]} */
  buttons = [];
  #root;
  #run;
  #onRefused;
  #clock;
  #since = element("span", { "data-testid": "hold-since" });
  /** @type {View | null} */
  #view = null;

  /**
   * @param {HTMLElement} root
   * @param {Run} run
   * @param {(reason: string) => void} onRefused
   * @param {import("./clock.js").ServerClock} clock
   */
  constructor(root, run, onRefused, clock) {
    this.#root = root;
    this.#run = run;
    this.#onRefused = onRefused;
    this.#clock = clock;
    setInterval(() => this.#tick(), 1000);
  }

  /** @param {View} view */
  render(view) {
    this.#view = view;
    const hold = view.desk?.hold ?? null;
    this.#root.hidden = hold === null;
    const shown = JSON.stringify(hold);
    if (this.#root.dataset.shown === shown) return;
    this.#root.dataset.shown = shown;
    this.#root.dataset.kind = hold?.kind ?? "";
    this.buttons = [];
    this.#root.replaceChildren(...(hold === null ? [] : this.#body(hold)));
    this.#tick();
  }

  /** @param {DeskHold} hold */
  #body(hold) {
    const title = sayCode("desk-hold", hold.kind);
    const cause = hold.cause ? sayCause(hold.cause) : "";
    const facts = element("p", { class: "hold-facts" }, this.#since);
    const canShowAgain = hold.resolutions.some(({ resolution }) => resolution === "rescan");
    if (canShowAgain && hold.attempts > 0) facts.append(element("span", { "data-testid": "hold-attempts" }, say("desk-hold_attempts", { attempts: hold.attempts })));
    const said = [
      element("h2", { class: "hold-title", "data-testid": "hold-title" }, title),
      cause ? element("p", { class: "hold-cause", "data-testid": "hold-cause" }, cause) : "",
      facts,
    ];
    return [
      element("div", { class: "hold-head" }, element("div", { class: "hold-said" }, ...said), hold.held.length > 0 ? heldCards(hold.held) : ""),
      element("div", { class: "hold-ways" }, ...hold.resolutions.map((offered, at) => this.#way(offered, at))),
    ];
  }

  /**
   * @param {import("./shapes.js").OfferedResolution} offered
   * @param {number} at
   */
  #way({ resolution, refusal }, at) {
    const label = sayCode("desk-resolution", resolution);
    if (resolution === "rescan") {
      const hint = element("small", {}, say("desk-rescan_hint"));
      return element("p", { class: "rescan", "data-testid": "resolve-rescan" }, label, hint);
    }
    const act = async () => {
      const fields = await this.#fieldsFor(resolution, label);
      if (fields !== null) await this.#run("resolve_hold", { resolution, ...fields }, label);
    };
    const tone = resolution === "void" ? "danger" : "hold";
    const button = new DeskButton({ testid: `resolve-${resolution}`, label, key: String(at + 1), tone, act }, this.#onRefused);
    button.setRefusal(refusal);
    this.buttons.push(button);
    return button.node;
  }

  /**
   * Ask for what the resolution needs; null when the person backs out.
   * @param {string} resolution
   * @param {string} label
   * @returns {Promise<Fields | null>}
   */
  async #fieldsFor(resolution, label) {
    switch (resolution) {
      case "key_in": {
        const picked = await pickCard(label, []);
        return picked && { card: picked.card };
      }
      case "correct_card":
        return pickCard(label, this.#view?.coup?.cards.map((dealt) => dealt.position) ?? []);
      case "void": {
        const reason = await askReason({ ...voidQuestion(), send: label });
        return reason === null ? null : { reason };
      }
      default:
        return {};
    }
  }

  #tick() {
    const hold = this.#view?.desk?.hold;
    if (!hold) return;
    const seconds = Math.max(0, Math.floor((this.#clock.now() - hold.since) / 1000));
    setText(this.#since, say("desk-hold_since", { seconds }));
  }
}

/** @param {string} cause Some of them name places, or how the shoe was set: those are no codes of a list. */
function sayCause(cause) {
  if (/^drawn_in_\w+_mode$/.test(cause)) return say("desk-cause-shoe_not_dealing");
  const [claimed, due] = cause.split("_for_");
  return due === undefined ? sayCode("desk-cause", cause) : say("desk-cause-wrong_place", { claimed: sayPlace(claimed), due: sayPlace(due) });
}

/** @param {string} place A position of the coup; else what a shoe calls a card of the burn. */
function sayPlace(place) {
  return place.includes("_") ? sayCode("position", place) : say("desk-cause-burn_card");
}

/** @param {(string | null)[]} held A burned card is not named, not even here. */
function heldCards(held) {
  const cards = held.map((card) => {
    if (card === null) return makeBack();
    const face = element("div", { class: "card", role: "img", "aria-label": cardName(card), "data-testid": "held-card", "data-card": card });
    face.append(drawFace(card));
    return face;
  });
  return element("div", { class: "hold-held" }, element("span", {}, say("desk-hold_held")), ...cards);
}

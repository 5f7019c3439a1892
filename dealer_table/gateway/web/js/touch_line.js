// @ts-check
/** The one line of one's own table: what to do next, what is going on, what was refused, what came back. */

import { setText } from "./dom.js";
import { stakesOf, totalOf, wonOf } from "./stakes.js";
import { say } from "./words.js";

/** @typedef {"refused" | "settled" | ""} Tone */

export class TouchLine {
  #root;
  /** What happened stands until the next thing does. @type {{ text: string, tone: Tone } | null} */
  #news = null;

  /** @param {HTMLElement} root A polite live region. */
  constructor(root) {
    this.#root = root;
  }

  /**
   * @param {string} text
   * @param {Tone} tone
   */
  tell(text, tone) {
    this.#news = { text, tone };
  }

  /** Forget what happened: what to do next counts again. */
  settle() {
    this.#news = null;
  }

  /**
   * @param {import("./shapes.js").TouchRound} round
   * @param {import("./numbers.js").Money} money
   */
  tellEnd({ end, outcome, stakes, returned }, money) {
    const back = totalOf(stakesOf(returned));
    const tone = wonOf({ stakes, returned }) > 0 ? "settled" : "";
    if (end === "refunded") this.tell(say("touch-refunded"), "refused");
    else if (end === "voided" || outcome === null) this.tell(say("touch-void"), "refused");
    else if (back === 0) this.tell(say("touch-lost", { outcome: say(`outcome-${outcome}`) }), "");
    else this.tell(say("touch-result", { outcome: say(`outcome-${outcome}`), returned: money.format(back) }), tone);
  }

  /** @param {import("./touch_game.js").TouchGame} game */
  render(game) {
    this.#root.dataset.tone = this.#news?.tone ?? "";
    setText(this.#root, this.#news?.text ?? sayNext(game));
  }
}

/** @param {import("./touch_game.js").TouchGame} game */
function sayNext({ isPending, isOpen, laid }) {
  if (isPending) return say("touch-pending");
  if (!isOpen) return say("touch-dealing");
  return laid.length > 0 ? say("touch-ready") : say("touch-choose");
}

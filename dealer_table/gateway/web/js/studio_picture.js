// @ts-check
/** The studio's picture above the table, with a switch; where it does not come, the table is there without it. */

import { Backoff } from "./backoff.js";
import { element, setText } from "./dom.js";
import { Standstill } from "./standstill.js";
import { makeSwitch } from "./switches.js";
import { WhepSession } from "./whep.js";
import { say } from "./words.js";

/** @typedef {{ url: string, kind: "whep" | "hls", delay_ms: number }} Picture */
/** @typedef {"off" | "connecting" | "playing" | "failed" | "unsupported"} PictureState */

const PATIENCE_MS = 15_000;
const HLS_TYPE = "application/vnd.apple.mpegurl";

/**
 * Show the picture of the table that the page comes to, if it has one.
 * @param {HTMLElement} root
 * @param {import("./store.js").TableStore} store
 * @param {import("./late_table.js").LateTable} late
 */
export function showStudio(root, store, late) {
  let isAsked = false;
  store.watchAll(async () => {
    if (isAsked) return;
    isAsked = true;
    const picture = await pictureOf(store.table);
    if (picture !== null) new StudioPicture(root, picture, late);
  });
}

/**
 * @param {string} table
 * @returns {Promise<Picture | null>}
 */
async function pictureOf(table) {
  try {
    const places = await (await fetch("/api/tables")).json();
    return places.find((/** @type {{ id: string }} */ { id }) => id === table)?.picture ?? null;
  } catch {
    return null;
  }
}

class StudioPicture {
  #root;
  #picture;
  #late;
  #video = element("video", { class: "picture-video", "data-testid": "picture-video", playsinline: true, "aria-label": say("picture") });
  #words = element("p", { class: "picture-words", "data-testid": "picture-words", role: "status" });
  /** @type {WhepSession | null} */
  #session = null;
  #standstill;
  #backoff = new Backoff();
  #timer = 0;
  /** Tried again in silence: nothing on the page moves, and nothing waits, before it plays. */
  #isRetry = false;

  /**
   * @param {HTMLElement} root
   * @param {Picture} picture
   * @param {import("./late_table.js").LateTable} late
   */
  constructor(root, picture, late) {
    this.#root = root;
    this.#picture = picture;
    this.#late = late;
    // With sound no browser begins by itself; and with `autoplay` none begins out of sight.
    this.#video.muted = true;
    this.#video.addEventListener("playing", () => this.#playing());
    this.#video.addEventListener("error", () => this.#lost());
    // After our own: what it starts anew is not what has just gone on.
    this.#standstill = new Standstill(this.#video, { over: () => this.#lost(), late: () => this.#start() });
    const text = say("picture-delay", { seconds: picture.delay_ms / 1000 });
    const turned = (/** @type {boolean} */ on) => (on ? this.#start() : this.#turnOff());
    const onOff = makeSwitch({ name: "picture", label: say("picture"), text, on: true, turned });
    root.replaceChildren(this.#video, element("div", { class: "picture-line" }, onOff, this.#words));
    root.hidden = false;
    addEventListener("pagehide", () => this.#turnOff());
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  }

  async #start() {
    this.#stop("connecting");
    const { kind, url } = this.#picture;
    if (kind === "hls") {
      if (this.#video.canPlayType(HLS_TYPE) === "") return this.#enter("unsupported");
      this.#play({ src: url });
    } else {
      const session = (this.#session = new WhepSession(() => session === this.#session && this.#lost()));
      try {
        const stream = await session.start(url);
        if (session === this.#session) this.#play({ srcObject: stream });
      } catch {
        if (session === this.#session) this.#lost();
      }
    }
    // What neither came nor failed: a server that answers and sends nothing.
    if (this.#root.dataset.state === "connecting") this.#timer = window.setTimeout(() => this.#lost(), PATIENCE_MS);
  }

  /** @param {{ src: string } | { srcObject: MediaStream }} source */
  #play(source) {
    Object.assign(this.#video, source);
    // What is taken away again before it plays is no fault; what cannot be played says so by itself.
    this.#video.play().catch(() => undefined);
  }

  #playing() {
    if (this.#root.dataset.state !== "connecting") return;
    clearTimeout(this.#timer);
    // Of a stream that has ended, the last seconds play each time that it is asked for.
    this.#timer = window.setTimeout(() => this.#backoff.reset(), PATIENCE_MS);
    this.#isRetry = false;
    this.#enter("playing");
    // What comes by WebRTC is never later for having stood, and its connection says when it is over.
    if (this.#picture.kind === "hls") this.#standstill.watch();
  }

  #lost() {
    if (this.#root.dataset.state === "off") return;
    this.#isRetry = true;
    this.#stop("failed");
    this.#timer = window.setTimeout(() => this.#start(), this.#backoff.next());
  }

  #turnOff() {
    this.#isRetry = false;
    this.#stop("off");
  }

  /** @param {PictureState} state What is instead. */
  #stop(state) {
    clearTimeout(this.#timer);
    this.#standstill.rest();
    this.#session?.end();
    this.#session = null;
    this.#video.srcObject = null;
    if (this.#video.hasAttribute("src")) {
      this.#video.removeAttribute("src");
      this.#video.load();
    }
    this.#enter(state);
  }

  /** @param {PictureState} state */
  #enter(state) {
    this.#root.dataset.state = state;
    const isSought = state === "connecting" && this.#isRetry;
    const isShown = state === "playing" || (state === "connecting" && !isSought);
    this.#video.hidden = !isShown && !isSought;
    this.#video.classList.toggle("unseen", isSought);
    this.#late.delay = isShown ? this.#picture.delay_ms : 0;
    setText(this.#words, WORDS[isSought ? "failed" : state]());
  }
}

/** @type {Record<PictureState, () => string>} */
const WORDS = {
  off: () => "",
  playing: () => "",
  connecting: () => say("picture-connecting"),
  failed: () => say("picture-failed"),
  unsupported: () => say("picture-unsupported"),
};

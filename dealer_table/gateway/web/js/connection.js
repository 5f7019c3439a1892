// @ts-check
/**
 * The link to the gateway: says hello, resumes where it was, notices silence and gaps, and comes back by itself.
 *
 * States: "connecting" (never yet live), "live", "reconnecting", "refused" (the server will not have this token; final).
 */

import { Backoff } from "./backoff.js";

const PROTOCOL = 1;
const HEARTBEAT_MS = 10_000;
// Two heartbeats missed, and a little for the way.
const SILENCE_MS = 2 * HEARTBEAT_MS + 2_000;
const PING_MS = 30_000;
const PROBE_MS = 4_000;
// Faults that trying again cannot cure.
const FINAL = new Set(["token_refused", "unknown_table", "wrong_protocol"]);

/**
 * @typedef {"connecting" | "live" | "reconnecting" | "refused"} LinkState
 * @typedef {{
 *   store: import("./store.js").TableStore,
 *   clock: import("./clock.js").ServerClock,
 *   token: string | null,
 *   table?: string,
 *   onState: (state: LinkState, code: string) => void,
 *   onReply?: (reply: import("./shapes.js").Reply) => void,
 *   onPatron?: (patron: import("./shapes.js").Patron) => void,
 *   onTouchView?: (view: import("./shapes.js").TouchView) => void,
 *   onTouchRound?: (round: import("./shapes.js").TouchRound) => void,
 *   onTotals?: (totals: import("./shapes.js").Totals) => void,
 *   onCondition?: (condition: import("./shapes.js").Condition) => void,
 *   onFault?: (fault: import("./shapes.js").Fault) => void,
 * }} LinkParts
 */

export class TableConnection {
  /** @type {LinkState} */
  state = "connecting";
  /** @type {LinkParts} */
  #parts;
  /** @type {WebSocket | null} */
  #socket = null;
  #backoff = new Backoff();
  #silence = 0;
  #retry = 0;

  /** @param {LinkParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Connect, and stay connected until the page goes away. */
  start() {
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#hurry();
    });
    setInterval(() => this.#ping(), PING_MS);
    this.#enter("connecting");
    this.#open();
  }

  /**
   * Send a message; false when there is no live link, and then it was not sent.
   * @param {object} message
   */
  send(message) {
    if (this.state !== "live" || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /**
   * Go on with a fresh token, at once and whenever the link comes back.
   * @param {string} token
   */
  renew(token) {
    this.#parts.token = token;
    this.send(this.#hello());
  }

  /** Drop the link as a failing network would; it comes back by itself. */
  cut() {
    this.#drop();
  }

  #open() {
    clearTimeout(this.#retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
    this.#listenFor(SILENCE_MS);
    socket.onopen = () => socket.send(JSON.stringify(this.#hello()));
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#listenFor(SILENCE_MS);
      this.#receive(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  #hello() {
    const { store, token, table: named } = this.#parts;
    const table = named ?? new URLSearchParams(location.search).get("table");
    return { type: "hello", protocol: PROTOCOL, table, token, epoch: store.epoch, version: store.version };
  }

  /** @param {import("./shapes.js").FromServer} message */
  #receive(message) {
    const { store, clock } = this.#parts;
    switch (message.type) {
      case "snapshot":
        clock.hear(message.server_time);
        store.replace(message);
        this.#live();
        break;
      case "resumed":
        clock.hear(message.server_time);
        this.#live();
        break;
      case "update":
        if (store.update(message)) this.#backoff.reset();
        else this.#startAfresh();
        break;
      case "heartbeat":
        clock.hear(message.server_time);
        this.#backoff.reset();
        break;
      case "pong":
        if (message.sent !== null) clock.exchange(message.server_time, message.sent);
        break;
      case "answer":
      case "history":
      case "recall":
      case "touch_history":
      case "coup_record":
        this.#parts.onReply?.(message);
        break;
      case "patron":
        this.#parts.onPatron?.(message);
        break;
      case "touch_view":
        // A room has no view that all see: this is how it says welcome.
        clock.hear(message.server_time);
        if (this.state !== "live") this.#live();
        this.#parts.onTouchView?.(message);
        break;
      case "touch_round":
        this.#parts.onTouchRound?.(message);
        break;
      case "totals":
        this.#parts.onTotals?.(message);
        break;
      case "condition":
        this.#parts.onCondition?.(message);
        break;
      case "fault":
        this.#parts.onFault?.(message);
        if (message.fatal && FINAL.has(message.code)) this.#enter("refused", message.code);
        break;
    }
  }

  #live() {
    this.#enter("live");
    this.#ping();
  }

  #ping() {
    this.send({ type: "ping", sent: performance.now() });
  }

  /** A gap: nothing on top of what is shown can be trusted, so ask for all of it. */
  #startAfresh() {
    this.#parts.store.forget();
    this.#drop();
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#lost();
  }

  #lost() {
    clearTimeout(this.#silence);
    if (this.state === "refused") return;
    if (this.state === "live") this.#enter("reconnecting");
    clearTimeout(this.#retry);
    this.#retry = window.setTimeout(() => this.#open(), this.#backoff.next());
  }

  /** The network or the person is back: try at once, or ask an open link for a sign of life. */
  #hurry() {
    if (this.state === "refused") return;
    if (this.state === "live") {
      this.#parts.clock.doubt();
      this.#ping();
      this.#listenFor(PROBE_MS);
    } else if (this.#socket === null || this.#socket.readyState >= WebSocket.CLOSING) {
      this.#open();
    }
  }

  /** @param {number} milliseconds */
  #listenFor(milliseconds) {
    clearTimeout(this.#silence);
    this.#silence = window.setTimeout(() => this.#drop(), milliseconds);
  }

  /**
   * @param {LinkState} state
   * @param {string} [code]
   */
  #enter(state, code = "") {
    this.state = state;
    this.#parts.onState(state, code);
  }
}

// @ts-check
/**
 * Requests on their way: each carries its own id, and waits for its one answer. The table answers the same id once, so
 * what was on its way when the link broke is sent again, unless that is too long ago for its sender to still mean it.
 */

const MEANT_FOR_MS = 10_000;

/**
 * Tell whether a request was refused because its person must log in again.
 * @param {import("./shapes.js").Reply} reply
 */
export function needsLogin(reply) {
  return reply.type === "answer" && reply.code === "login_needed";
}

/**
 * @typedef {import("./shapes.js").Answer} Answer
 * @typedef {import("./shapes.js").Reply} Reply
 * @typedef {{ [field: string]: string | number | string[] | null }} Fields
 * @typedef {{ message: object, sent: number, resolve: (reply: Reply | null) => void }} Waiting
 */

export class Requests {
  /** @type {Map<string, Waiting>} */
  #waiting = new Map();
  #send;

  /** @param {(message: object) => boolean} send False when there is no link. */
  constructor(send) {
    this.#send = send;
    setInterval(() => this.#forgetOld(), 1000);
  }

  /**
   * Send a command; the promise gives its answer, or null when none came while it was still meant.
   * @param {string} command
   * @param {Fields} [fields]
   * @returns {Promise<Answer | null>}
   */
  async ask(command, fields = {}) {
    const reply = await this.request({ type: "command", command, ...fields });
    return reply?.type === "answer" ? reply : null;
  }

  /**
   * Send any request; the promise gives what answers it, or null when nothing did while it was still meant.
   * @param {object} body All of it but its id.
   * @returns {Promise<Reply | null>}
   */
  request(body) {
    const id = crypto.randomUUID?.() ?? fallbackId();
    const message = { ...body, id };
    if (!this.#send(message)) return Promise.resolve(null);
    return new Promise((resolve) => this.#waiting.set(id, { message, sent: performance.now(), resolve }));
  }

  /** @param {Reply} reply */
  answered(reply) {
    this.#waiting.get(reply.id)?.resolve(reply);
    this.#waiting.delete(reply.id);
  }

  /** The link is back: ask again, under the same ids. */
  again() {
    this.#forgetOld();
    for (const { message } of this.#waiting.values()) this.#send(message);
  }

  #forgetOld() {
    for (const [id, { sent, resolve }] of this.#waiting) {
      if (performance.now() - sent < MEANT_FOR_MS) continue;
      this.#waiting.delete(id);
      resolve(null);
    }
  }
}

/** A page served without TLS to another machine has no `randomUUID`. */
function fallbackId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

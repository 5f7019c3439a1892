// @ts-check
/** Commands on their way: each carries its own id, and waits for its one answer. */

/**
 * @typedef {import("./shapes.js").Answer} Answer
 * @typedef {{ [field: string]: string | null }} Fields
 */

export class Requests {
  /** @type {Map<string, (answer: Answer | null) => void>} */
  #waiting = new Map();
  #send;

  /** @param {(message: object) => boolean} send */
  constructor(send) {
    this.#send = send;
  }

  /**
   * Send a command; the promise gives its answer, or null when the link dropped first and nobody knows.
   * @param {string} command
   * @param {Fields} [fields]
   * @returns {Promise<Answer | null>}
   */
  ask(command, fields = {}) {
    const id = crypto.randomUUID?.() ?? fallbackId();
    if (!this.#send({ type: "command", id, command, ...fields })) return Promise.resolve(null);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** @param {Answer} answer */
  answered(answer) {
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }

  /** The link dropped: no answer will come for what was on its way. */
  lost() {
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }
}

/** A page served without TLS to another machine has no `randomUUID`. */
function fallbackId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

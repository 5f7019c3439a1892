// @ts-check
/** What this page knows of the table: one view at one version, replaced section by section. */

/**
 * @typedef {import("./shapes.js").View} View
 * @typedef {import("./shapes.js").TableEvent} TableEvent
 * @typedef {{ at: number, sinceLast: number, events: TableEvent[] } | null} Change What an update told, and how long
 *   after the one before it happened, in milliseconds; null for a snapshot, which is no change but how things stand.
 * @typedef {(view: View, change: Change) => void} Listener
 * @typedef {{ table: string, epoch: string | null, version: number | null }} Mark Which state of which table a view is.
 */

const VERSIONS_KEPT = 2000;

export class TableStore {
  table = "";
  /** @type {string | null} */
  epoch = null;
  /** @type {number | null} */
  version = null;
  /** @type {View | null} */
  view = null;
  /** @type {number[]} Every version shown, in order; what a test looks at. */
  versions = [];
  #changedAt = 0;
  /** @type {{ sections: (keyof View)[], listener: Listener }[]} */
  #listeners = [];
  /** @type {Listener[]} */
  #followers = [];

  /**
   * Call `listener` when one of `sections` was replaced, and at every snapshot.
   * @param {(keyof View)[]} sections
   * @param {Listener} listener
   */
  watch(sections, listener) {
    this.#listeners.push({ sections, listener });
  }

  /**
   * Call `listener` at every change, after those that watch sections.
   * @param {Listener} listener
   */
  watchAll(listener) {
    this.#followers.push(listener);
  }

  /** @param {import("./shapes.js").Snapshot} message */
  replace(message) {
    this.table = message.table;
    this.epoch = message.epoch;
    this.#show(message.version, message.view);
    this.#tell(null, null);
  }

  /**
   * Put an update on top; false when it does not follow what is here, and then nothing is changed.
   * @param {import("./shapes.js").Update} message
   */
  update(message) {
    if (this.view === null || message.prev !== this.version) return false;
    this.#show(message.version, { ...this.view, ...message.view });
    const sinceLast = message.at - this.#changedAt;
    this.#changedAt = message.at;
    this.#tell(new Set(/** @type {(keyof View)[]} */ (Object.keys(message.view))), { at: message.at, sinceLast, events: message.events });
    return true;
  }

  /**
   * Show what another store showed, now or some time ago.
   * @param {Mark} mark
   * @param {View} view
   * @param {Change} change
   */
  follow({ table, epoch, version }, view, change) {
    const before = this.view;
    this.table = table;
    this.epoch = epoch;
    this.version = version;
    this.view = view;
    // A section that nobody replaced is the very same.
    const sections = /** @type {(keyof View)[]} */ (Object.keys(view)).filter((name) => view[name] !== before?.[name]);
    this.#tell(change === null ? null : new Set(sections), change);
  }

  /** Forget the version, so that the next hello asks for a snapshot; what is on the screen stays. */
  forget() {
    this.epoch = null;
    this.version = null;
  }

  /**
   * @param {number} version
   * @param {View} view
   */
  #show(version, view) {
    this.version = version;
    this.view = view;
    this.versions.push(version);
    if (this.versions.length > VERSIONS_KEPT) this.versions.shift();
  }

  /**
   * @param {Set<keyof View> | null} changed null: everything
   * @param {Change} change
   */
  #tell(changed, change) {
    const view = /** @type {View} */ (this.view);
    for (const { sections, listener } of this.#listeners) {
      if (changed === null || sections.some((section) => changed.has(section))) listener(view, change);
    }
    for (const listener of this.#followers) listener(view, change);
  }
}

// @ts-check
/**
 * What browser tests and a curious developer look at.
 *
 * `window.dealerTable` has `epoch`, `version`, `versions` (every version shown so far, in order), `view`, `table`,
 * `link` (the connection's state), `now()` (the table's clock) and `cutLink()` (drop the socket as a network would).
 * The root element mirrors `data-link`, `data-phase`, `data-epoch` and `data-version` for selectors to wait on.
 */

/**
 * @param {import("./store.js").TableStore} store
 * @param {import("./connection.js").TableConnection} connection
 * @param {import("./clock.js").ServerClock} clock
 */
export function exposeForTests(store, connection, clock) {
  const hook = {
    get epoch() { return store.epoch; },
    get version() { return store.version; },
    get versions() { return [...store.versions]; },
    get view() { return store.view; },
    get table() { return store.table; },
    get link() { return connection.state; },
    now: () => clock.now(),
    cutLink: () => connection.cut(),
  };
  Object.defineProperty(window, "dealerTable", { value: hook });
}

/**
 * Mirror where the page stands on the root element.
 * @param {import("./store.js").TableStore} store
 */
export function mirrorOnRoot(store) {
  const root = document.documentElement.dataset;
  root.phase = store.view?.table.phase ?? "";
  root.epoch = store.epoch ?? "";
  root.version = String(store.version ?? "");
}

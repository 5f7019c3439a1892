// @ts-check
/** The panel: what the demo tells is shown, what is pressed is asked for. It keeps no state of its own. */

/**
 * @typedef {Record<string, boolean>} Truths
 * @typedef {{ number: number, text: string }} Line
 * @typedef {{ watcher: string, pages: Record<string, string>, parts: Truths, cable: boolean, paused: boolean,
 *   pace: string, log: Line[] }} DemoState
 */

const RETRY_MS = 1000;
const table = byId("table", HTMLIFrameElement);
const gone = byId("gone", HTMLElement);
const log = byId("log", HTMLElement);
const links = [...document.querySelectorAll("a[data-page]")].filter((node) => node instanceof HTMLAnchorElement);
const buttons = [...document.querySelectorAll("button[data-command]")].filter((node) => node instanceof HTMLButtonElement);

/** @type {WebSocket | null} */
let socket = null;
let lastLine = 0;

function connect() {
  const opened = (socket = new WebSocket(`ws://${location.host}/control`));
  opened.addEventListener("open", () => {
    gone.hidden = true;
    lastLine = 0;
    log.replaceChildren();
  });
  opened.addEventListener("message", (event) => show(JSON.parse(event.data)));
  opened.addEventListener("close", () => {
    gone.hidden = false;
    showParts({ cable: false, bridge: false, broker: false, table: false });
    for (const button of buttons) button.disabled = true;
    setTimeout(connect, RETRY_MS);
  });
}

/** @param {DemoState} state */
function show(state) {
  if (table.getAttribute("src") !== state.watcher) table.src = state.watcher;
  for (const link of links) link.href = state.pages[link.dataset.page ?? ""];
  const parts = { ...state.parts, cable: state.cable };
  showParts(parts);
  showButtons({ ...parts, paused: state.paused }, state.pace);
  showLog(state.log);
}

/** @param {Truths} parts */
function showParts(parts) {
  for (const item of document.querySelectorAll("[data-part]")) {
    const words = item.querySelector("small");
    if (!(item instanceof HTMLElement) || words === null) continue;
    const up = parts[item.dataset.part ?? ""];
    item.classList.toggle("down", !up);
    item.dataset.says ??= words.textContent ?? "";
    words.textContent = up ? item.dataset.says : "gone";
  }
}

/**
 * Of two buttons that undo each other one is there at a time, in the same place; a focus goes from one to the other.
 * @param {Truths} truths
 * @param {string} pace
 */
function showButtons(truths, pace) {
  const focused = document.activeElement;
  for (const button of buttons) {
    const { while: needs, unless, pace: itsPace } = button.dataset;
    button.disabled = false;
    button.hidden = (needs !== undefined && !truths[needs]) || (unless !== undefined && truths[unless]);
    if (itsPace !== undefined) button.setAttribute("aria-pressed", String(itsPace === pace));
  }
  if (!(focused instanceof HTMLElement) || !focused.hidden) return;
  const beside = focused.nextElementSibling ?? focused.previousElementSibling;
  if (beside instanceof HTMLElement) beside.focus();
}

/** @param {Line[]} lines */
function showLog(lines) {
  for (const { number, text } of lines) {
    if (number <= lastLine) continue;
    lastLine = number;
    const item = document.createElement("li");
    item.textContent = text;
    item.dataset.kind = text.startsWith("you ") ? "you" : text.split(":")[0];
    log.prepend(item);
  }
  while (log.children.length > 60) log.lastChild?.remove();
}

for (const button of buttons) {
  button.addEventListener("click", () => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ command: button.dataset.command }));
  });
}

/**
 * Return the element with this id, which is of this kind; a panel without it is a bug.
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
function byId(id, kind) {
  const node = document.getElementById(id);
  if (!(node instanceof kind)) throw new Error(`the panel has no #${id}`);
  return node;
}

connect();

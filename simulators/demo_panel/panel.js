// The panel: what the demo tells is shown, what is pressed is asked for. It keeps no state of its own.

const RETRY_MS = 1000;
const table = document.getElementById("table");
const dealer = document.getElementById("dealer");
const patron = document.getElementById("patron");
const gone = document.getElementById("gone");
const log = document.getElementById("log");
const buttons = [...document.querySelectorAll("[data-command]")];

let socket = null;
let lastLine = 0;

function connect() {
  socket = new WebSocket(`ws://${location.host}/control`);
  socket.addEventListener("open", () => {
    gone.hidden = true;
    lastLine = 0;
    log.replaceChildren();
  });
  socket.addEventListener("message", (event) => show(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    gone.hidden = false;
    showParts({ cable: false, bridge: false, broker: false, table: false });
    for (const button of buttons) button.disabled = true;
    setTimeout(connect, RETRY_MS);
  });
}

function show(state) {
  if (table.getAttribute("src") !== state.watcher) table.src = state.watcher;
  dealer.href = state.dealer;
  patron.href = state.patron;
  const parts = { ...state.parts, cable: state.cable };
  showParts(parts);
  showButtons({ ...parts, paused: state.paused }, state.pace);
  showLog(state.log);
}

function showParts(parts) {
  for (const item of document.querySelectorAll("[data-part]")) {
    const up = parts[item.dataset.part];
    item.classList.toggle("down", !up);
    item.dataset.says ??= item.querySelector("small").textContent;
    item.querySelector("small").textContent = up ? item.dataset.says : "gone";
  }
}

// Of two buttons that undo each other one is there at a time, in the same place; a focus goes from one to the other.
function showButtons(truths, pace) {
  const focused = document.activeElement;
  for (const button of buttons) {
    const { while: needs, unless, pace: itsPace } = button.dataset;
    button.disabled = false;
    button.hidden = (needs !== undefined && !truths[needs]) || (unless !== undefined && truths[unless]);
    if (itsPace !== undefined) button.setAttribute("aria-pressed", String(itsPace === pace));
  }
  if (focused?.hidden) (focused.nextElementSibling ?? focused.previousElementSibling)?.focus();
}

function showLog(lines) {
  for (const { number, text } of lines) {
    if (number <= lastLine) continue;
    lastLine = number;
    const item = document.createElement("li");
    item.textContent = text;
    item.dataset.kind = text.startsWith("you ") ? "you" : text.split(":")[0];
    log.prepend(item);
  }
  while (log.children.length > 60) log.lastChild.remove();
}

for (const button of buttons) {
  button.addEventListener("click", () => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ command: button.dataset.command }));
  });
}

connect();

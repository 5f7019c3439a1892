// @ts-check
/** A button that turns the sounds on and off, and stays as it was left. */

const KEY = "dealer-table.sound";

/**
 * @param {HTMLElement} button
 * @param {import("./sounds.js").Sounds} sounds
 */
export function switchSounds(button, sounds) {
  const show = () => button.setAttribute("aria-pressed", String(sounds.isOn));
  sounds.isOn = recall() !== "off";
  show();
  button.addEventListener("click", () => {
    sounds.isOn = !sounds.isOn;
    show();
    try {
      localStorage.setItem(KEY, sounds.isOn ? "on" : "off");
    } catch {
      // A frame without storage starts with sound again.
    }
  });
}

function recall() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

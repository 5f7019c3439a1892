// @ts-check
/** One dealer is on duty: what the desk is to another, who may watch it and take over. */

/** @typedef {import("./shapes.js").DeskSection} DeskSection */

const OTHER = "other_dealer";

/**
 * Return the desk as the person finds it who has this name.
 * @param {DeskSection} desk
 * @param {string} me
 * @returns {DeskSection}
 */
export function deskOf(desk, me) {
  if (desk.role !== "dealer" || desk.dealer === "") return desk;
  if (desk.dealer === me) return { ...desk, commands: { ...desk.commands, take_shift: "on_duty" } };
  const greyed = Object.keys(desk.commands).map((command) => [command, OTHER]);
  return {
    ...desk,
    commands: { ...Object.fromEntries(greyed), take_shift: desk.commands.take_shift },
    hold: desk.hold && { ...desk.hold, resolutions: desk.hold.resolutions.map((offered) => ({ ...offered, refusal: OTHER })) },
    scanners: desk.scanners.map((scanner) => ({ ...scanner, swap: OTHER })),
    next: { action: "take_shift", position: null, count: null },
  };
}

// @ts-check
/** Handing a text to the person as a file. */

// A spreadsheet takes a text that begins so for a formula, and would carry it out.
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * @param {string} name
 * @param {string} type
 * @param {string} text
 */
export function saveText(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** @param {(string | number)[][]} rows */
export function toCsv(rows) {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** @param {string | number} value */
function cell(value) {
  const text = typeof value === "string" && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

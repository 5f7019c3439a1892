// @ts-check
/** Which language the page speaks: asked for by the address, else chosen before, else the browser's, else English. */

export const LANGUAGES = ["en", "fi", "ms", "pl", "th"];
/** The language that prevails where a translation differs. */
export const FIRST_LANGUAGE = "en";

const KEY = "dealer-table.language";

/** @returns {string} */
export function chooseLanguage() {
  const asked = new URLSearchParams(location.search).get("lang");
  const wanted = [asked, recall(), ...navigator.languages].map((tag) => (tag ?? "").split(/[-,]/)[0].toLowerCase());
  return wanted.find((tag) => LANGUAGES.includes(tag)) ?? FIRST_LANGUAGE;
}

/** @returns {string[]} Every language that the address asks for, in its order: `?lang=en,ms`. */
export function askedLanguages() {
  const asked = new URLSearchParams(location.search).get("lang") ?? "";
  return asked.split(",").map((tag) => tag.split("-")[0].toLowerCase()).filter((tag) => LANGUAGES.includes(tag));
}

/**
 * Speak another language from now on, on every page; this one is loaded anew.
 * @param {string} tag
 */
export function changeLanguage(tag) {
  try {
    localStorage.setItem(KEY, tag);
  } catch {
    // A frame without storage keeps the choice in its address.
  }
  const address = new URL(location.href);
  if (address.searchParams.has("lang") || recall() === null) address.searchParams.set("lang", tag);
  if (address.href === location.href) location.reload();
  else location.replace(address);
}

/**
 * Return a language's name as it calls itself.
 * @param {string} tag
 */
export function ownName(tag) {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

function recall() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

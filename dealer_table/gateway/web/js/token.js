// @ts-check
/** The launch token: taken from the address once, kept for this tab, never left where it can be read or shared. */

// The watcher's and the dealer's page keep their own: a tab may visit both.
const KEY = `dealer-table.token:${location.pathname}`;

/** Return the token of `#token=…`, or the one this tab had before, or null. */
export function takeToken() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const fresh = fragment.get("token");
  if (fresh !== null) {
    fragment.delete("token");
    const rest = fragment.toString();
    history.replaceState(null, "", location.pathname + location.search + (rest ? `#${rest}` : ""));
    keepToken(fresh);
    return fresh;
  }
  return recall();
}

/** Forget the token: it was refused. */
export function dropToken() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // A frame without storage had nothing to forget.
  }
}

/**
 * Keep a token for this tab.
 * @param {string} token
 */
export function keepToken(token) {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // A frame may have no storage: then a reload needs the link again.
  }
}

function recall() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

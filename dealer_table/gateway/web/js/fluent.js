// @ts-check
/** Project Fluent, as it lies in `vendor/`, with the types it has in its package. */

import * as vendored from "../vendor/fluent-bundle.js";

/** @type {typeof import("@fluent/bundle")} */
const fluent = /** @type {any} */ (vendored);

export const { FluentBundle, FluentResource } = fluent;

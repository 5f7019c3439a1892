#!/bin/sh
# Write Project Fluent, out of its npm package, as the one module that the pages load.
# Usage: tools/vendor_fluent.sh > dealer_table/gateway/web/vendor/fluent-bundle.js      (make vendor does it)
# To move to a newer one: change its version in package.json, run `npm update`, then `make vendor`.
set -eu
cd "$(dirname "$0")/.."

version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' node_modules/@fluent/bundle/package.json)
echo "// @ts-nocheck"
echo "/*! @fluent/bundle $version, https://projectfluent.org, by Mozilla. Apache License 2.0: fluent-bundle.LICENSE.txt. */"
node_modules/.bin/esbuild node_modules/@fluent/bundle/esm/index.js \
    --bundle --format=esm --target=es2022 --minify-whitespace --minify-syntax --log-level=warning

#!/bin/sh
# See that a browser is there for the tests to drive: Chromium without windows where the system packs it, since it needs
# half of the processor, else the whole of it.
set -eu

here=$(dirname "$0")

for browser in chromium-headless-shell chromium; do
    ! command -v "$browser" >/dev/null || exit 0
done
"$here/install_packages.sh" chromium-headless-shell || "$here/require_commands.sh" chromium

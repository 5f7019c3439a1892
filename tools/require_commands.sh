#!/bin/sh
# See that the programs the tests start are there, installing the package of each that is not.
# Usage: tools/require_commands.sh COMMAND…      (on Debian each of them is in a package of its own name)
set -eu

here=$(dirname "$0")

for command in "$@"; do
    command -v "$command" >/dev/null || "$here/install_packages.sh" "$command"
    command -v "$command" >/dev/null || {
        echo "set-up: the package '$command' brought no program '$command': put one on the PATH, then run make again" >&2
        exit 2
    }
done

#!/bin/sh
# See that browsers can write Thai here, for the pictures of the pages; install a small font that can when none does.
# A machine that takes no pictures need not.
set -eu

writes_thai() {
    [ -n "$(fc-list :lang=th)" ]
}

writes_thai || "$(dirname "$0")/install_packages.sh" fonts-tlwg-loma-otf
writes_thai || {
    echo "set-up: no font here writes Thai: install one, then run make again" >&2
    exit 2
}

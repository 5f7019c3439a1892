#!/bin/sh
# Make the virtual environment and install into it what constraints.txt pins.
# Usage: tools/prepare_venv.sh VENV PYTHON [EXTRA]      (EXTRA: dev, for everything that tests and checks need)
set -eu
cd "$(dirname "$0")/.."

venv=$1 python=$2 extra=${3:-}

stop() {
    printf 'set-up: %s\n' "$@" >&2
    exit 2
}

version_of() {
    "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])'
}

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))'
}

if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    command -v "$python" >/dev/null || stop \
        "there is no '$python' on this machine" "install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3.11"
    is_new_enough "$python" || stop \
        "'$python' is Python $(version_of "$python"), and 3.11 or newer is needed" \
        "install one and name it: make PYTHON=/path/to/python3.11"
    # Debian and Ubuntu keep ensurepip, without which a virtual environment gets no pip, in a package of its own.
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        tools/install_packages.sh "python$(version_of "$python")-venv"
    fi
    # One left half made is completed; one whose Python has gone from the machine is of no use and is made anew.
    clear=""
    if [ -e "$venv/pyvenv.cfg" ] && ! [ -x "$venv/bin/python" ]; then
        clear="--clear"
    fi
    "$python" -m venv $clear "$venv"
fi

is_new_enough "$venv/bin/python" || stop \
    "$venv holds a Python that is older than 3.11 or does not run" "remove it ('make clean' does) and run make again"

echo "set-up: installing the pinned packages into $venv" >&2
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
    --constraint constraints.txt --editable ".${extra:+[$extra]}"

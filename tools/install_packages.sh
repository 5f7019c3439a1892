#!/bin/sh
# Install Debian or Ubuntu packages through apt-get, or say which are missing and what to do.
# Usage: tools/install_packages.sh PACKAGE…
set -eu

stop() {
    printf 'set-up: missing on this machine: %s\n' "$*" >&2
    printf 'set-up: %s\n' "$reason" "install it by hand, then run make again" >&2
    exit 2
}

reason="there is no apt-get here"
command -v apt-get >/dev/null || stop "$@"

if [ "$(id -u)" -eq 0 ]; then
    as_root=""
elif command -v sudo >/dev/null; then
    as_root="sudo"
    # Without a terminal nobody can type a password: fail at once rather than wait for one.
    [ -t 0 ] || as_root="sudo --non-interactive"
else
    reason="installing needs root, and there is no sudo: apt-get install $*"
    stop "$@"
fi

echo "set-up: installing $* through apt-get" >&2
apt_get() {
    # The configuration of sudo may drop the environment, so the variable is set on its far side.
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get --quiet --quiet -o DPkg::Lock::Timeout=300 "$@" </dev/null >&2
}

# The package lists may be absent (a fresh image) or old (a name that is gone): only then fetch them.
apt_get install --yes --no-install-recommends "$@" 2>/dev/null && exit
reason="apt-get cannot fetch the package lists: its own message is above"
apt_get update || stop "$@"
reason="apt-get cannot install it: its own message is above"
apt_get install --yes --no-install-recommends "$@" || stop "$@"

#!/bin/sh
# Installs the missing ones of the named Debian packages, and prints their names.
set -eu

missing=""
for package in "$@"; do
  status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
  [ "$status" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "Missing:$missing. This system has no apt-get: install their counterparts, then try again." >&2
  exit 1
fi
as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo"
echo "Installing$missing"
$as_root apt-get update -qq
# shellcheck disable=SC2086 # the list is meant to be split
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null

#!/bin/sh
# Compares the interfaces of the libraries with those of the last tag. Fails if a program that embeds them may no longer
# compile, except for the changes listed in Packaging/api-breakages.txt.
set -eu
cd "$(dirname "$0")/.."

if ! tag=$(git describe --tags --abbrev=0 2>/dev/null); then
  echo "The libraries are compared with nothing: there is no tag yet."
  exit 0
fi
libraries=$(sed -n 's/^    \.library(name: "\([A-Za-z]*\)".*/\1/p' Package.swift)
allowed=Packaging/api-breakages.txt
if [ -f "$allowed" ]; then set -- --breakage-allowlist-path "$allowed"; fi
# shellcheck disable=SC2086 # One word for each library.
swift package diagnose-api-breaking-changes "$tag" "$@" --products $libraries

#!/bin/sh
# Prints a hash of each output that a change of the engine must not change: the plan, the events and the sound of every
# workout, the trace of every scenario and the report of random workouts. Compare two programs with diff.
#
# usage: Scripts/outputs.sh PROGRAM [FILE ...]    with the scenarios and workouts of files, by default those of the project
set -eu
program=$(realpath "$1")
cd "$(dirname "$0")/.."
shift
[ $# -gt 0 ] || set -- Workouts/*.json Scenarios/*.json
XDG_CACHE_HOME=$(mktemp -d)
export XDG_CACHE_HOME
trap 'rm -rf "$XDG_CACHE_HOME"' EXIT

hash() { echo "$(sha256sum | cut -c1-16) $1"; }
for file in "$@"; do
  case $file in
  Scenarios/*) "$program" simulate "$file" --trace - 2>&1 | hash "$file trace" ;;
  *)
    "$program" show --json "$file" 2>&1 | hash "$file show"
    "$program" render "$file" -o - --cues "$XDG_CACHE_HOME/cues" 2>/dev/null | hash "$file render"
    hash "$file cues" <"$XDG_CACHE_HOME/cues"
    ;;
  esac
done
"$program" simulate --random-workouts 300 --json 2>&1 | hash "random workouts"

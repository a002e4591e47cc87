#!/bin/sh
# Builds all wrong engines as one program, and judges each: every one must be detected.
#
# Tests/Mutants/Defects describes the defects. They are woven into a copy of Sources, so that they can't get into the
# product; the variable MUTANT chooses one when the judge starts. With names as arguments only those are judged.
set -eu
cd "$(dirname "$0")/.."

tree=.build-mutants
mkdir -p "$tree/Sources"
cp -p Tests/Mutants/Package.swift "$tree/Package.swift"
modules="Core/StrictJSON Core/WorkoutModel Core/WorkoutEngine Reporting/SessionReporting"
modules="$modules Adapters/WorkoutFiles Simulation/DriftSimulation Simulation/DriftFiles/Scenarios"
folders="Tests/Mutants/Sources/judge=judge Tests/EngineReference=EngineReference"
for module in $modules; do folders="$folders Sources/$module=$module"; done
# shellcheck disable=SC2086 # the list is meant to be split
names=$(python3 Tests/Mutants/weave.py Tests/Mutants/Defects "$tree/Sources" $folders)

swift build --package-path "$tree" --scratch-path "$tree/.build" -j 2 >"$tree/build.log" 2>&1 || {
  cat "$tree/build.log"
  exit 1
}

# Judges the engine with the defect $1, or without any, for at most $2 seconds; prints what was found.
judge() {
  # shellcheck disable=SC2046 # the list is meant to be split
  MUTANT=$1 timeout "$2" "$tree/.build/debug/judge" --random-workouts 350 \
    $(find Scenarios Tests/FoundScenarios -maxdepth 1 -name '*.json' | sort)
}

begin=$(date +%s)
judge "" 600 || { echo "the engine itself is found wrong"; exit 1; }
# A wrong engine may never end, so its time limit is ten times that of the right one.
patience=$((10 * ($(date +%s) - begin + 1)))

alive=0
count=0
for name in ${*:-$names}; do
  count=$((count + 1))
  status=0
  found=$(judge "$name" $patience) || status=$?
  case $status in
  0) alive=$((alive + 1)); printf 'ALIVE    %-32s\n' "$name" ;;
  2) printf 'no judgement of %s: %s\n' "$name" "$found"; exit 2 ;;
  124) printf 'caught   %-32s it never comes to an end\n' "$name" ;;
  *) printf 'caught   %-32s %s\n' "$name" "$found" ;;
  esac
done
echo "$((count - alive)) of $count wrong engines found out"
[ $alive -eq 0 ]

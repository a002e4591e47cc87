#!/bin/sh
# Builds wrong engines, one after another, and runs the scenarios on each: every one must be detected.
#
# Tests/Mutants/Patches contains them as patches, which are applied to a copy of Sources, so that they can't get into the product.
# The first paragraph of each describes the error. With names as arguments only those are built.
set -eu
cd "$(dirname "$0")/.."

tree=.build-mutants
scenarios=$(find Scenarios -maxdepth 1 -name '*.json' | sort)
mkdir -p "$tree/Sources"
for module in Core/StrictJSON Core/WorkoutModel Core/WorkoutEngine Reporting/SessionReporting Adapters/WorkoutFiles \
  Simulation/DriftSimulation Simulation/DriftFiles/Scenarios; do
  rm -rf "$tree/Sources/$module"
  mkdir -p "$tree/Sources/$(dirname "$module")"
  cp -Rp "Sources/$module" "$tree/Sources/$module"
done
rm -rf "$tree/Sources/judge" "$tree/Sources/EngineReference"
cp -Rp Tests/Mutants/Sources/judge "$tree/Sources/judge"
cp -Rp Tests/EngineReference "$tree/Sources/EngineReference"
cp -p Tests/Mutants/Package.swift "$tree/Package.swift"

build() {
  swift build --package-path "$tree" --scratch-path "$tree/.build" -j 2 >"$tree/build.log" 2>&1 || {
    cat "$tree/build.log"
    exit 1
  }
}

# Runs the built judge for at most $1 seconds; sets its status.
judge() {
  status=0
  # shellcheck disable=SC2086 # the list is meant to be split
  timeout "$1" "$tree/.build/debug/judge" --random-workouts 400 $scenarios >"$tree/judge.log" 2>&1 || status=$?
}

build
begin=$(date +%s)
judge 600
# A wrong engine may never end, so its time limit is twenty times that of the right one.
patience=$((20 * ($(date +%s) - begin + 1)))
if [ $status -ne 0 ]; then
  echo "the engine itself is found wrong:"
  cat "$tree/judge.log"
  exit 1
fi

alive=0
count=0
for patch in Tests/Mutants/Patches/*.patch; do
  name=$(basename "$patch" .patch)
  if [ $# -gt 0 ]; then case " $* " in *" $name "*) ;; *) continue ;; esac; fi
  count=$((count + 1))
  patch -s -p1 -d "$tree" <"$patch"
  build
  judge $patience
  case $status in
  1) printf 'caught   %-32s %s\n' "$name" "$(tail -n 1 "$tree/judge.log")"; sed -n '1s/^/         /p' "$tree/judge.log" ;;
  124) printf 'caught   %-32s it never comes to an end\n' "$name" ;;
  *) printf 'ALIVE    %-32s\n' "$name"; cat "$tree/judge.log"; alive=$((alive + 1)) ;;
  esac
  patch -s -p1 -R -d "$tree" <"$patch"
done
echo "$((count - alive)) of $count wrong engines found out"
[ $alive -eq 0 ]

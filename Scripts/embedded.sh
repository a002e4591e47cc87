#!/bin/sh
# Compiles the core in Embedded mode: for this kind of machine, for WebAssembly of 32 bits, and for iOS as far as that is
# possible without an SDK. What the toolchain has no library for is left out, and said. Scripts/web.sh compiles other
# MODULES too.
set -eu
cd "$(dirname "$0")/.."

modules="${MODULES:-StrictJSON WorkoutModel WorkoutEngine}"
targets="${TARGETS:-x86_64-unknown-linux-gnu wasm32-unknown-none-wasm arm64-apple-ios18.0}"
library=$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift/embedded
folder="${FOLDER:-.build-embedded}"
mkdir -p "$folder"

# SwiftPM puts the texts of the languages into code as arrays of bytes, which take a minute to compile.
resources=$folder/embedded_resources.swift
if [ ! -e "$resources" ] || [ -n "$(find Sources/Core/WorkoutModel/Languages/Texts -newer "$resources")" ]; then
  echo "struct PackageResources {"
  for file in Sources/Core/WorkoutModel/Languages/Texts/*.json; do
    echo "static let $(basename "$file" .json)_json = Array(###\"\"\""
    cat "$file"
    echo '"""###.utf8)'
  done
  echo "}"
fi >"$resources.new"
if [ -s "$resources.new" ]; then mv "$resources.new" "$resources"; else rm "$resources.new"; fi

# The files of a module. Of what reports sessions, pages need neither the screen nor the history nor most pictures.
files() { # MODULE
  path=$(find Sources -type d -name "$1" -not -path '*.docc*')
  case "$1" in
    SessionReporting)
      find "$path/Events" "$path/ObservedSession" "$path/Words" -name '*.swift' -not -name PlainLog.swift
      for file in Pictures/Palette Pictures/PlanStrip Plan/Plan Pictures/WorkoutSummary Plan/PlanOutline \
        Plan/WrittenPlan Text/Counted Text/SVG; do echo "$path/$file.swift"; done ;;
    # These are of programs on a machine.
    SessionControl) find "$path" -name '*.swift' -not -name KeyboardLayouts.swift -not -name SessionFollower.swift ;;
    *) find "$path" -name '*.swift' ;;
  esac
}

compile() { # TARGET MODULE OPTIONS...
  target=$1 module=$2 extra=
  shift 2
  if [ "$module" = WorkoutModel ]; then extra=$resources; fi
  # shellcheck disable=SC2046,SC2086 # One word for each file.
  swiftc -target "$target" -enable-experimental-feature Embedded -wmo -parse-as-library "${OPTIMIZATION:--Onone}" \
    -swift-version 6 -package-name cuebell -enable-upcoming-feature ExistentialAny \
    -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility \
    -module-name "$module" -I "$folder/$target" -emit-module -emit-module-path "$folder/$target/$module.swiftmodule" \
    "$@" $(files "$module") $extra
}

# Whether a module or one before it has changed since it was compiled.
is_stale() { # STAMP MODULE
  # shellcheck disable=SC2046 # One word for each file.
  [ ! -e "$1" ] || [ -n "$(find $(files "$2") "$resources" Scripts/embedded.sh -newer "$1")" ]
}

compile_all() { # TARGET
  if [ ! -e "$library/Swift.swiftmodule/${1%18.0}.swiftmodule" ]; then
    echo "$1 is left out, because this toolchain has no library for it"
    return
  fi
  mkdir -p "$folder/$1"
  stale=
  for module in $modules; do
    stamp=$folder/$1/$module.stamp
    if [ -z "$stale" ] && ! is_stale "$stamp" "$module"; then continue; fi
    stale=1
    rm -f "$stamp"
    touch "$stamp.new"
    case "$1" in
      *apple*) compile "$1" "$module" ;;
      *) compile "$1" "$module" -c -o "$folder/$1/$module.o" ;;
    esac
    # A file that changes meanwhile is newer.
    mv "$stamp.new" "$stamp"
  done
  echo "$1 compiles in Embedded mode"
}

# Each target on a core of its own.
jobs=
for target in $targets; do
  compile_all "$target" &
  jobs="$jobs $!"
done
for job in $jobs; do wait "$job"; done

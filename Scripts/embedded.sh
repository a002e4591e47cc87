#!/bin/sh
# Compiles the core in Embedded mode: for this kind of machine, for WebAssembly of 32 bits, and for iOS as far as that is
# possible without an SDK. What the toolchain has no library for is left out, and said.
set -eu
cd "$(dirname "$0")/.."

modules="StrictJSON WorkoutModel WorkoutEngine"
targets="${TARGETS:-x86_64-unknown-linux-gnu wasm32-unknown-none-wasm arm64-apple-ios18.0}"
library=$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift/embedded
folder=.build-embedded
rm -rf "$folder"
mkdir -p "$folder"

# SwiftPM puts the texts of the languages into code as arrays of bytes, which take a minute to compile.
resources=$folder/embedded_resources.swift
{
  echo "struct PackageResources {"
  for file in Sources/Core/WorkoutModel/Languages/Texts/*.json; do
    echo "static let $(basename "$file" .json)_json = Array(###\"\"\""
    cat "$file"
    echo '"""###.utf8)'
  done
  echo "}"
} >"$resources"

compile() { # TARGET MODULE OPTIONS...
  target=$1 module=$2 extra=
  shift 2
  if [ "$module" = WorkoutModel ]; then extra=$resources; fi
  # shellcheck disable=SC2046,SC2086 # One word for each file.
  swiftc -target "$target" -enable-experimental-feature Embedded -wmo -parse-as-library -Onone \
    -swift-version 6 -package-name cuebell -enable-upcoming-feature ExistentialAny \
    -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility \
    -module-name "$module" -I "$folder/$target" -emit-module -emit-module-path "$folder/$target/$module.swiftmodule" \
    "$@" $(find "Sources/Core/$module" -name '*.swift') $extra
}

compile_all() { # TARGET
  if [ ! -e "$library/Swift.swiftmodule/${1%18.0}.swiftmodule" ]; then
    echo "$1 is left out, because this toolchain has no library for it"
    return
  fi
  mkdir -p "$folder/$1"
  for module in $modules; do
    case "$1" in
      *apple*) compile "$1" "$module" ;;
      *) compile "$1" "$module" -c -o "$folder/$1/$module.o" ;;
    esac
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

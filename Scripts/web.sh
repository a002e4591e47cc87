#!/bin/sh
# Makes the engine of pages, .build/web/cuebell.wasm.gz, of the same sources as the command. Where the toolchain has no
# library for it, it says so, which is an error in CI.
set -eu
cd "$(dirname "$0")/.."

target=wasm32-unknown-none-wasm
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
library=$tools/../lib/swift/embedded
folder=.build/web
if [ ! -e "$library/Swift.swiftmodule/$target.swiftmodule" ]; then
  echo "$folder/cuebell.wasm is left out, because this toolchain has no library for $target" >&2
  [ -z "${CI:-}" ]
  exit
fi

mkdir -p "$folder"
sources="Sources/Core Sources/Adapters/WorkoutFiles Sources/Reporting Sources/Live/SessionControl Sources/Serving/WebEngine \
  Sources/CLibraries/CWebAssembly"
if [ ! -e "$folder/cuebell.wasm" ] || [ -n "$(find $sources Scripts/web.sh Scripts/embedded.sh \
  -newer "$folder/cuebell.wasm" \( -name '*.swift' -o -name '*.c' -o -name '*.sh' -o -path '*/Texts/*.json' \))" ]; then
  modules="StrictJSON WorkoutModel WorkoutEngine WorkoutFiles SessionReporting SessionControl WebEngine"
  FOLDER=$folder TARGETS=$target MODULES=$modules OPTIMIZATION=-Osize sh Scripts/embedded.sh
  objects=
  for module in $modules; do objects="$objects $folder/$target/$module.o"; done
  for part in runtime numbers; do
    "$tools/clang" --target=wasm32-unknown-unknown -Os -ffreestanding -mbulk-memory -Wall -Wextra -Werror \
      -c "Sources/CLibraries/CWebAssembly/$part.c" -o "$folder/$part.o"
    objects="$objects $folder/$part.o"
  done
  # An overflow of the stack is a trap, because the stack comes first.
  # shellcheck disable=SC2086 # One word for each file.
  "$tools/wasm-ld" --no-entry --gc-sections --strip-all --stack-first -z stack-size=1048576 $objects \
    "$library/$target/libswiftUnicodeDataTables.a" -o "$folder/linked.wasm"
  # Large functions with one caller stay by themselves: merged into it they would compress less.
  wasm-opt -Oz --one-caller-inline-max-function-size 50 --enable-bulk-memory --enable-sign-ext --enable-mutable-globals \
    --enable-nontrapping-float-to-int "$folder/linked.wasm" -o "$folder/cuebell.wasm"
fi
gzip -9 -n -k -f "$folder/cuebell.wasm"
size=$(wc -c <"$folder/cuebell.wasm.gz")
echo "$folder/cuebell.wasm has $(wc -c <"$folder/cuebell.wasm") bytes, $size compressed"
if [ "$size" -gt 925000 ]; then
  echo "it may have 925000 bytes compressed" >&2
  exit 1
fi

#!/bin/sh
# Builds the reference of the library products from the modules of the last build, in .build/documentation; a warning
# is an error, and so is an example that doesn't compile. Usage: documentation.sh FOLDER_OF_THE_BUILD
set -eu
build=$1
out=.build/documentation
libraries="Core/WorkoutModel Adapters/WorkoutFiles Core/WorkoutEngine Core/AudioMixing Core/CueAudio
Simulation/DriftSimulation Adapters/WorkoutExchange Library/Cuebell Library/CuebellAudio Library/CuebellSimulation
Library/CuebellTesting"
mkdir -p "$out"
python3 Scripts/examples.py "$build" "$out/examples"
for library in $libraries; do
  name=${library#*/}
  symbols="$out/symbols/$name"
  rm -rf "$symbols"
  mkdir -p "$symbols"
  swift-symbolgraph-extract -module-name "$name" -I "$build/Modules" -target "$(uname -m)-unknown-linux-gnu" \
    -output-dir "$symbols" -minimum-access-level public -skip-inherited-docs
  # Extensions of other modules' types are documented with those types.
  rm -f "$symbols"/*@*.symbols.json
  docc convert "Sources/$library/$name.docc" --additional-symbol-graph-dir "$symbols" \
    --output-path "$out/$name.doccarchive" --fallback-display-name "$name" \
    --fallback-bundle-identifier "org.cuebell.$name" --warnings-as-errors
  echo "$out/$name.doccarchive"
done

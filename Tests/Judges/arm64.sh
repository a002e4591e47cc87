#!/bin/sh
# Uses the command of an arm64 package under qemu, and compares what it says and plays with the command of this machine.
#
# usage: Tests/Judges/arm64.sh DEB COMMAND    LIBRARIES as for Packaging/arm64.sh
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d .build/arm64-test.XXXXXX)
trap 'rm -rf "$work"' EXIT
mkdir "$work/here" "$work/there"
workout=Workouts/tabata.json
cat >"$work/use.sh" <<S
# Uses the command \$1 in the folder \$2, with a home of its own.
cuebell=\$1 out=\$2
export HOME="\$PWD/\$out" LC_ALL=C.UTF-8
"\$cuebell" check $workout >"\$out/check"
"\$cuebell" show $workout >"\$out/show"
"\$cuebell" simulate --workout $workout --seeds 50 >"\$out/simulate"
"\$cuebell" render --no-speech $workout -o "\$out/sounds.flac" >/dev/null
"\$cuebell" render $workout -o "\$out/speech.flac" >/dev/null
S
sh "$work/use.sh" "$2" "$work/here"
# shellcheck disable=SC2016 # the inner shell expands it
sh Packaging/arm64.sh run '
  dpkg-deb -x "$1" "$2/package"
  sh "$2/use.sh" "$2/package/usr/bin/cuebell" "$2/there"' use "$1" "$work"
for output in check show simulate; do
  diff "$work/here/$output" "$work/there/$output"
  echo "$output: the same as here"
done
# The two Debians have other versions of libFLAC and of the voice, so the samples are compared, and only those of sounds.
sum() { metaflac --show-md5sum "$work/$1/sounds.flac"; }
if [ "$(sum here)" != "$(sum there)" ]; then
  echo "render: the samples differ from those of this machine" >&2
  exit 1
fi
echo "render: the same samples as here"
[ "$(metaflac --show-total-samples "$work/there/speech.flac")" = "$(metaflac --show-total-samples "$work/here/speech.flac")" ]
echo "render with speech: as long as here"

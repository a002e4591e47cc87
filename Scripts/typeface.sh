#!/bin/sh
# Makes the typeface of the pages from Debian's fonts-roboto-unhinted: Roboto Condensed, regular and bold, with the
# letters of the languages of speech. Nothing is installed: the packages are unpacked into a temporary folder.
#
# Usage: Scripts/typeface.sh
set -eu
pages=$(cd "$(dirname "$0")/../Sources/Serving/PageFiles/Pages/shared" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download fonts-roboto-unhinted python3-fonttools python3-brotli
for package in *.deb; do dpkg -x "$package" .; done
letters='U+20-7E,U+A0-FF,U+131,U+152-153,U+160-161,U+178,U+17D-17E,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2212'
for weight in Regular Bold; do
  name=$(echo "$weight" | tr '[:upper:]' '[:lower:]')
  PYTHONPATH=usr/lib/python3/dist-packages SOURCE_DATE_EPOCH=0 python3 -m fontTools.subset \
    "usr/share/fonts/truetype/roboto/unhinted/RobotoCondensed-$weight.ttf" --unicodes="$letters" \
    --flavor=woff2 --layout-features=kern,tnum --no-hinting --output-file="$pages/$name.woff2"
done
ls -l "$pages"/*.woff2

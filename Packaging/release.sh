#!/bin/sh
# Collects the files of a release in a folder: the packages that were made, the sources, the recipes of packagers with
# their versions and sums, a bill of materials, the notes and SHA256SUMS. The same sources give the same bytes.
#
# usage: Packaging/release.sh VERSION FOLDER
# The recipes take the files from the folder that they are in, or from the address DOWNLOADS, which ends in a slash;
# HOMEPAGE is the address of the project.
set -eu
cd "$(dirname "$0")/.."
version=$1 folder=$2 packages=.build/packages
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
rm -rf "$folder"
mkdir -p "$folder"

deb=cuebell_${version}_$(dpkg --print-architecture).deb
cp "$packages/$deb" "$packages/cuebell-$version-linux-$(uname -m).tar.gz" "$folder"
cp "$packages"/cuebell*-"$version"-py3-none-*.whl "$folder"
# What was cross-built on this machine.
[ ! -e "$packages/cuebell_${version}_arm64.deb" ] || cp "$packages/cuebell_${version}_arm64.deb" "$folder"
git archive --format=tar --prefix="cuebell-$version/" HEAD | gzip -9n >"$folder/cuebell-$version.tar.gz"

# Copies the recipes, with what they name between @ and @. Nix and Homebrew have expressions for a file beside a recipe.
tarball=cuebell-$version-linux-x86_64.tar.gz
nix=./$tarball brew='file://#{__dir__}/'
if [ -n "${DOWNLOADS:-}" ]; then
  nix="pkgs.fetchurl { url = \"$DOWNLOADS$tarball\"; sha256 = \"@SHA256:$tarball@\"; }"
  brew=$DOWNLOADS
fi
for recipe in aur/PKGBUILD aur/PKGBUILD-bin nix/flake.nix homebrew/cuebell.rb; do
  copy=$folder/$(basename "$recipe")
  sed -e "s|@NIX_SOURCE@|$nix|; s|@BREW_DOWNLOADS@|$brew|; s|@DOWNLOADS@|${DOWNLOADS:-}|; s|@VERSION@|$version|g" \
    "Packaging/$recipe" >"$copy"
  for name in $(sed -n 's/.*@SHA256:\([^@]*\)@.*/\1/p' "$copy"); do
    sed -i "s|@SHA256:$name@|$(sha256sum "$folder/$name" | cut -d ' ' -f 1)|" "$copy"
  done
  if [ -n "${HOMEPAGE:-}" ]; then sed -i "s|@HOMEPAGE@|$HOMEPAGE|" "$copy"; else sed -i /@HOMEPAGE@/d "$copy"; fi
done

# The app for Home Assistant is a repository of its own, whose packages lie beside its Dockerfile or are fetched.
mkdir "$folder/app"
cp -R Packaging/home-assistant/. "$folder/app"
(cd "$folder/app/cuebell" &&
  sed -i "s|@DOWNLOADS@|${DOWNLOADS:-}|; s|@VERSION@|$version|g" config.yaml Dockerfile CHANGELOG.md)
# Only machines whose package is there can build it.
[ -e "$folder/cuebell_${version}_arm64.deb" ] || sed -i '/^  - aarch64$/d' "$folder/app/cuebell/config.yaml"
[ -n "${DOWNLOADS:-}" ] || cp "$folder"/*.deb "$folder/app/cuebell"
tar -C "$folder/app" --sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX --mtime="@$SOURCE_DATE_EPOCH" -c . |
  gzip -9n >"$folder/cuebell-home-assistant-$version.tar.gz"
rm -r "$folder/app"

python3 Packaging/sbom.py "$folder/$deb" "$version" "$(git rev-parse HEAD)" >"$folder/cuebell-$version.spdx.json"
make --no-print-directory --silent release-notes >"$folder/NOTES.md"
# The packages have all licences; whoever takes a file alone finds them here.
cp Packaging/debian/copyright "$folder/LICENSES.txt"
(cd "$folder" && find . -type f ! -name SHA256SUMS | sed 's|^\./||' | LC_ALL=C sort | xargs sha256sum >SHA256SUMS)
echo "$folder"

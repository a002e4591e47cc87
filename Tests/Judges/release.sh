#!/bin/sh
# Judges a release: its sums are right, packing the same programs again gives the same bytes, the recipes are valid and
# name the sums of the files, and each copy has the licences of what is linked into it.
#
# usage: Tests/Judges/release.sh FOLDER VERSION COMMAND
set -eu
cd "$(dirname "$0")/../.."
release=$(realpath "$1") version=$2 command=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
check() {
  echo "  $1"
  shift
  "$@" >"$work/output" 2>&1 && return
  echo "failed with status $?: $*" >&2
  cat "$work/output" >&2
  exit 1
}
shell() { (cd "$release" && bash -euc "$1"); }

check "has right sums" shell "sha256sum --strict -c SHA256SUMS"
for recipe in PKGBUILD PKGBUILD-bin; do
  check "has a $recipe that bash reads" bash -n "$release/$recipe"
  check "has a $recipe whose source and sum are of the release" shell "
    . ./$recipe; [ \$pkgver = $version ]; grep -qx \"\${sha256sums[0]}  \${source[0]##*/}\" SHA256SUMS"
done
check "fills in all recipes" shell "! grep -n '@[A-Z]' PKGBUILD* flake.nix cuebell.rb"
check "names a sum of the release in each recipe" shell '
  for recipe in cuebell.rb PKGBUILD PKGBUILD-bin; do
    grep -q "$(grep -oE "[0-9a-f]{64}" "$recipe")" SHA256SUMS
  done'
if command -v ruby >/dev/null; then check "has a formula that Ruby reads" ruby -c "$release/cuebell.rb"; fi
tar -C "$work" -xzf "$release/cuebell-$version-linux-x86_64.tar.gz"
check "is packed for Arch" bash -euc ". '$release/PKGBUILD-bin'; pkgdir='$work/arch'; cd '$work'; package
  '$work/arch/usr/bin/cuebell' --version | grep -qx 'cuebell $version'; ! grep -r /usr/local '$work/arch/usr/lib'"
mkdir "$work/app"
tar -C "$work/app" -xzf "$release/cuebell-home-assistant-$version.tar.gz"
check "has an app that Home Assistant accepts" python3 Tests/Judges/home-assistant.py "$work/app" "$version"
check "has an app with a script that sh reads" sh -n "$work/app/cuebell/run.sh"
check "lists what is linked" python3 - "$release" <<'P'
import glob, json, re, sys
with open(glob.glob(f"{sys.argv[1]}/*.spdx.json")[0]) as file:
    bill = json.load(file)
names = {package["name"] for package in bill["packages"]}
linked = set(re.findall(r"linked/(\S+)", open("Packaging/debian/copyright").read()))
assert linked <= names, linked - names
assert all(each["licenseConcluded"] != "NOASSERTION" for each in bill["packages"] if each["name"] in linked)
assert {each["relatedSpdxElement"] for each in bill["relationships"]} == {each["SPDXID"] for each in bill["packages"]}
P
dpkg-deb --fsys-tarfile "$release/cuebell_${version}_$(dpkg --print-architecture).deb" >"$work/deb.tar"
check "has the licences in the Debian package" sh -euc "
  tar -xOf '$work/deb.tar' ./usr/share/doc/cuebell/copyright | cmp - Packaging/debian/copyright"
check "has the licences in the tarball" cmp "$work/cuebell-$version-linux-x86_64/share/doc/cuebell/copyright" \
  Packaging/debian/copyright
for wheel in "$release"/*.whl; do
  check "has the licences in $(basename "$wheel")" python3 -c "import sys, zipfile; wheel = zipfile.ZipFile(sys.argv[1])
[name] = [name for name in wheel.namelist() if name.endswith('licenses/copyright')]
assert wheel.read(name) == open('Packaging/debian/copyright', 'rb').read()" "$wheel"
done
for kind in deb tarball wheel; do
  check "packs the $kind again" sh Packaging/package.sh $kind "$command" "$version"
done
check "collects it again" sh Packaging/release.sh "$version" "$work/again"
check "gives the same bytes" diff "$release/SHA256SUMS" "$work/again/SHA256SUMS"
echo "the release passed"

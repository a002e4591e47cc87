#!/bin/sh
# Packs a built command with its files as a Debian package, as a tarball or as Python wheels. All are written to
# .build/packages, and the last lines are the paths of the files.
#
# usage: Packaging/package.sh deb|tarball|wheel COMMAND VERSION [ARCHITECTURE]
# The addresses HOMEPAGE and VCS (a git repository) are named in the package if they are set.
set -eu
cd "$(dirname "$0")/.."
kind=$1 command=$(realpath "$2") version=$3 architecture=${4:-$(dpkg --print-architecture)}
packages=$PWD/.build/packages
# The same sources give the same bytes.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH
mkdir -p "$packages"
tree=$(mktemp -d "$packages/tree.XXXXXX")
trap 'rm -rf "$tree"' EXIT
umask 022

case $kind in
deb)
  mkdir "$tree/cuebell"
  cp -R Packaging/debian "$tree/cuebell/debian"
  [ -z "${HOMEPAGE:-}" ] || sed -i "/^Standards-/a Homepage: $HOMEPAGE" "$tree/cuebell/debian/control"
  [ -z "${VCS:-}" ] || sed -i "/^Standards-/a Vcs-Git: $VCS" "$tree/cuebell/debian/control"
  cat >"$tree/cuebell/debian/changelog" <<C
cuebell ($version) unstable; urgency=medium

  * Release $version; CHANGELOG.md beside this file says what is new.

 -- $(sed -n 's/^Maintainer: //p' Packaging/debian/control)  $(date -R -u -d "@$SOURCE_DATE_EPOCH")
C
  export CUEBELL_SOURCES="$PWD" CUEBELL_COMMAND="$command"
  (cd "$tree/cuebell" && dpkg-buildpackage -b -us -uc -d -a "$architecture") >"$packages/deb.log" 2>&1 || {
    cat "$packages/deb.log"
    exit 1
  }
  file=cuebell_${version}_$architecture.deb
  # The AppStream of Debian 13 warns of data without a home page, and the project has none yet.
  tag=appstream-metadata-validation-failed
  lintian-explain-tags "$tag" >/dev/null 2>&1 || tag=
  lintian --allow-root --fail-on error,warning ${tag:+--suppress-tags "$tag"} "$tree/$file"
  mv "$tree/$file" "$packages/$file"
  ;;
tarball)
  name=cuebell-$version-linux-$(uname -m)
  file=$name.tar.gz
  sh Packaging/install.sh "$command" "$tree/$name" /usr/local
  mv "$tree/$name/usr/local"/* "$tree/$name/"
  rm -r "$tree/$name/usr"
  tar -C "$tree" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -c "$name" |
    gzip -9n >"$packages/$file"
  ;;
wheel)
  kind=$(dpkg-architecture -f -a "$architecture" -q DEB_HOST_GNU_TYPE)
  export STRIP="$kind-strip" CC="$kind-gcc"
  sh Packaging/install.sh "$command" "$tree" /usr
  python3 Packaging/wheel.py "$tree/usr" "$version" .build/packages
  exit
  ;;
esac
echo ".build/packages/$file"

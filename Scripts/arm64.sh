#!/bin/sh
# Builds the command for arm64 on another processor, packs it for Debian 13, and runs it under qemu. Two roots are made
# once, in the folder of the cache: one of Debian sid, whose Swift compiles for both processors, and one of Debian 13
# with the libraries for arm64, in which the command is linked, packed and run. Their packages come from the same
# sources as those of this machine.
#
# usage: Scripts/arm64.sh build|deb|run ARGUMENT...
#   build [OPTION...]   compiles the command and the server, or what the options of swift build name
#   deb VERSION         packs both as .build/packages/cuebell_VERSION_arm64.deb
#   run COMMAND...      runs a shell command in the root of Debian 13
set -eu
cd "$(dirname "$0")/.."
sources=$PWD build=$PWD/.build/arm64
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cuebell-arm64
as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo"

# Makes the root of a release with packages, unless it is there.
root() {
  release=$1 packages=$2 finish=$3
  [ ! -e "$cache/$release/complete" ] || return 0
  sh Scripts/install-missing.sh mmdebstrap
  mirror=$(apt-get indextargets --format '$(ORIGIN) $(RELEASE) $(REPO_URI)' 'Created-By: Packages' |
    sed -n "s/^Debian $(. /etc/os-release && echo "$VERSION_CODENAME") //p" | head -n 1)
  if [ -z "$mirror" ]; then
    echo "The sources of apt have no Debian: a build for arm64 needs one." >&2
    exit 1
  fi
  echo "Making a root of Debian $release in $cache"
  mkdir -p "$cache"
  $as_root rm -rf "$cache/$release"
  # The archive may be frozen, so its expiry date is ignored.
  $as_root mmdebstrap --quiet --mode=root --variant=apt --architectures=amd64,arm64 --include="$packages" \
    --aptopt='Acquire::Check-Valid-Until "false"' --customize-hook="chroot \"\$1\" sh -euc '$finish'" \
    --customize-hook='touch "$1/complete"' "$release" "$cache/$release" "deb $mirror $release main"
}

# Runs a shell command in a root that sees the sources under their own name, and the root of Debian 13 as /sysroot.
enter() {
  release=$1
  shift
  # shellcheck disable=SC2016 # the inner shell expands it
  $as_root unshare --mount sh -euc '
    root=$1 sources=$2 sysroot=$3 user=$4
    shift 4
    mkdir -p "$root$sources" "$root/sysroot"
    mount --bind "$sources" "$root$sources"
    mount --rbind "$sysroot" "$root/sysroot"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    exec chroot --userspec="$user" "$root" env -i HOME=/tmp PATH=/usr/bin:/bin LANG=C.UTF-8 sh -euc "$@"' \
    enter "$cache/$release" "$sources" "$cache/trixie" "$(id -u):$(id -g)" "$@"
}

libraries=$(echo libc6-dev libgcc-14-dev libstdc++-14-dev $LIBRARIES | sed 's/ *pkg-config//; s/ \|$/:arm64,/g')
root trixie "${libraries}debhelper,lintian,mandoc,python3,git,qemu-user,binutils-aarch64-linux-gnu" '
  ln -s /opt/arm64/swift /opt/arm64/swift_static /usr/lib/'
# Only the whole package of the compiler has the modules and the static libraries for arm64.
root sid swiftlang,pkg-config,git,gcc,g++,libc6-dev '
  cd /tmp
  apt-get -qq download swiftlang:arm64
  mkdir /opt/arm64
  dpkg-deb --fsys-tarfile swiftlang_*_arm64.deb | tar -x -C /opt/arm64 --strip-components=5 \
    ./usr/libexec/swift/lib/swift ./usr/libexec/swift/lib/swift_static ./usr/libexec/swift/lib/clang
  rm swiftlang_*'

case $1 in
build)
  shift
  mkdir -p "$build"
  cat >"$build/destination.json" <<J
{
  "version": 1, "target": "aarch64-unknown-linux-gnu", "sdk": "/sysroot",
  "toolchain-bin-dir": "/usr/libexec/swift/bin",
  "extra-cc-flags": [], "extra-cpp-flags": [],
  "extra-swiftc-flags": [
    "-sdk", "/sysroot", "-resource-dir", "/opt/arm64/swift_static", "-use-ld=lld",
    "-Xclang-linker", "--gcc-install-dir=/sysroot/usr/lib/gcc/aarch64-linux-gnu/14"
  ]
}
J
  # The packages come by the git of this machine.
  swift package --scratch-path "$build" resolve
  for product in ${*:-cuebell cuebell-serve}; do
    # shellcheck disable=SC2016 # the inner shell expands it
    enter sid 'cd "$1"
      export PKG_CONFIG_SYSROOT_DIR=/sysroot PKG_CONFIG_LIBDIR=/sysroot/usr/lib/aarch64-linux-gnu/pkgconfig
      exec nice swift build -c release -j "$2" --traits Serve --skip-update --scratch-path "$3" \
        --destination "$3/destination.json" --product "$4"' build "$sources" "${JOBS:-2}" "$build" "$product"
  done
  ;;
run)
  shift
  enter trixie "cd '$sources'; $*"
  ;;
esac

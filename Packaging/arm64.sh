#!/bin/sh
# Builds the command for arm64 on an x86-64 machine, packs it for Debian 13, and runs it there under qemu. Two roots are
# made once, in a folder of the cache: one of Debian sid, whose Swift compiles for both processors, and one of Debian 13
# with the libraries for arm64, in which the command is linked, packed and run. Their packages come from the same
# sources as those of this machine; LIBRARIES names those that the command links.
#
# usage: Packaging/arm64.sh deb|wheel VERSION | run SCRIPT [ARGUMENT...]
#   deb     packs the command and its programs as .build/packages/cuebell_VERSION_arm64.deb
#   wheel   packs them as wheels, which need the C library that they were linked with, that of Debian 13 or newer
#   run     runs a shell script in the root of Debian 13, as the user who calls it
set -eu
cd "$(dirname "$0")/.."
sources=$PWD build=$PWD/.build/arm64
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cuebell-arm64
# Root makes qemu known to the processes of the roots only; for another user the system must know it.
as_root="" user="" separate="--user --map-root-user"
if [ "$(id -u)" != 0 ]; then
  as_root="sudo" user=$(id -u):$(id -g) separate=""
  sh Scripts/install-missing.sh qemu-user-static
fi

# Makes the root of a release with packages, unless it is there with just these; `finish` is a script to run in it.
root() {
  release=$1 packages=$2 finish=$3
  [ "$(cat "$cache/$release/complete" 2>/dev/null)" != "$packages" ] || return 0
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
    --customize-hook="echo '$packages' >\"\$1/complete\"" "$release" "$cache/$release" "deb $mirror $release main"
}

# Runs a shell script in a root that sees the sources under their own name, and the root of Debian 13 as /sysroot.
enter() {
  release=$1
  shift
  # shellcheck disable=SC2016,SC2086 # the inner shell expands it, and options are split
  $as_root unshare $separate --mount sh -euc '
    root=$1 sources=$2 sysroot=$3 user=$4 separate=$5
    shift 5
    mkdir -p "$root$sources" "$root/sysroot"
    # A kernel before 6.7 knows the same programs everywhere: there the package qemu-user-static does this.
    if [ "$separate" ] && mount -t binfmt_misc binfmt_misc "$root/mnt" 2>/dev/null; then
      magic="\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
      mask="\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"
      printf %s ":arm64:M::$magic:$mask:$sysroot/usr/bin/qemu-aarch64:F" >"$root/mnt/register"
    fi
    for folder in "$sources" /proc /dev; do mount --rbind "$folder" "$root$folder"; done
    mount --rbind "$sysroot" "$root/sysroot"
    exec chroot ${user:+--userspec="$user"} "$root" \
      env -i --chdir="$sources" HOME=/tmp PATH=/usr/bin:/bin LANG=C.UTF-8 sh -euc "$@"' \
    enter "$cache/$release" "$sources" "$cache/trixie" "$user" "$separate" "$@"
}

# Compiles what the options of swift build name.
compile() {
  # Only the whole package of the compiler has the modules and the static libraries for arm64.
  root sid swiftlang,pkg-config,git,gcc,g++,libc6-dev '
    cd /tmp
    apt-get -qq download swiftlang:arm64
    mkdir /opt/arm64
    dpkg-deb --fsys-tarfile swiftlang_*_arm64.deb | tar -x -C /opt/arm64 --strip-components=5 \
      ./usr/libexec/swift/lib/swift ./usr/libexec/swift/lib/swift_static ./usr/libexec/swift/lib/clang
    rm swiftlang_*'
  mkdir -p "$build"
  cat >"$build/destination.json" <<J
{
  "version": 1, "target": "aarch64-unknown-linux-gnu", "sdk": "/sysroot",
  "toolchain-bin-dir": "/usr/libexec/swift/bin", "extra-cc-flags": [], "extra-cpp-flags": [],
  "extra-swiftc-flags": [
    "-sdk", "/sysroot", "-resource-dir", "/opt/arm64/swift_static", "-use-ld=lld",
    "-Xclang-linker", "--gcc-install-dir=/sysroot/usr/lib/gcc/aarch64-linux-gnu/14"
  ]
}
J
  # The packages come by the git of this machine.
  swift package --traits Serve --scratch-path "$build" resolve
  # shellcheck disable=SC2016
  enter sid 'export PKG_CONFIG_SYSROOT_DIR=/sysroot PKG_CONFIG_LIBDIR=/sysroot/usr/lib/aarch64-linux-gnu/pkgconfig
    exec swift build -c release --traits Serve --disable-local-rpath --destination "$1/destination.json" \
      --scratch-path "$@"' \
    compile "$build" -j "${JOBS:-2}" "$@"
}

libraries=$(echo libc6-dev libgcc-14-dev libstdc++-14-dev $LIBRARIES | sed 's/ *pkg-config//; s/ \|$/:arm64,/g')
# The driver looks for the run-time objects of Swift in the sysroot.
root trixie "${libraries}debhelper,lintian,mandoc,python3,git,qemu-user,gcc-aarch64-linux-gnu,patchelf" '
  ln -s /opt/arm64/swift /opt/arm64/swift_static /usr/lib/'
case $1 in
deb | wheel)
  compile --product cuebell
  compile --product cuebell-serve
  compile --product cuebell-lab
  # shellcheck disable=SC2016
  enter trixie 'git config --global safe.directory "*"
    sh Packaging/package.sh "$0" "$1/aarch64-unknown-linux-gnu/release/cuebell" "$2" arm64' "$1" "$build" "$2"
  ;;
run)
  shift
  enter trixie "$@"
  ;;
esac

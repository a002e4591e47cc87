# Functions of the judges of packages, which use them in a new Debian 12 and a new Debian 13 without Swift. The roots are
# created in the folder for temporary files and removed at the end; their packages come from the same sources as those of
# this machine. On Debian 13 only that is tested: what is built there needs its C library.

# In a root: runs a command whose purpose is $1; prints its output if it fails.
check() {
  echo "  $1"
  shift
  "$@" >/tmp/output 2>&1 && return
  echo "failed with status $?: $*" >&2
  cat /tmp/output >&2
  exit 1
}

# Runs `sh SCRIPT inside` in each root, with the packages of a list beside the minimal ones, and with files in `/`.
#
# usage: test_in_roots PACKAGES SCRIPT FILE...
test_in_roots() {
  packages=$1 script=$2
  shift 2
  for release in bookworm trixie; do
    if [ "$machine" = trixie ] && [ $release = bookworm ]; then continue; fi
    # The archive may be frozen, so its expiry date is ignored.
    {
      echo "$sources" | sed "s/$machine/$release/g" | mmdebstrap --quiet --variant=minbase \
        --aptopt='Acquire::Check-Valid-Until "false"' --include="$packages" \
        --customize-hook="copy-in '$script' '$(dirname "$script")/roots.sh' $* /" \
        --customize-hook="chroot \"\$1\" sh '/$(basename "$script")' inside" "$release" /dev/null - &&
        touch "$work/$release.passed"
    } >"$work/$release.log" 2>&1 &
  done
  wait
  failed=0
  for log in "$work"/*.log; do
    release=$(basename "$log" .log)
    echo "$release:"
    cat "$log"
    [ -e "$work/$release.passed" ] || failed=1
  done
  [ $failed = 0 ] || exit 1
}

if [ "${1:-}" != inside ]; then
  machine=$(. /etc/os-release && echo "$VERSION_CODENAME")
  sources=$(apt-get indextargets --format '$(ORIGIN) $(CODENAME) deb $(REPO_URI) $(RELEASE) $(COMPONENT)' \
    'Created-By: Packages' | sed -n "s/^Debian $machine[^ ]* //p")
  if [ -z "$sources" ]; then
    echo "The sources of apt have no Debian ($machine): the test needs one." >&2
    exit 1
  fi
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi

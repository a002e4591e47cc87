#!/bin/sh
# Installs wheels in a new Debian 12 and a new Debian 13 with nothing but Python and its pip, without a network, and
# uses the command there as an unprivileged user: alone, and with its extras.
#
# usage: Tests/Judges/wheel.sh FOLDER VERSION    the wheels are those of VERSION in FOLDER
set -eu

# The part that runs in the new root, as root.
if [ "$1" = inside ]; then
  . /roots.sh
  # Without a network but for loopback.
  [ "${2:-}" = offline ] || exec unshare --net sh "$0" inside offline
  python3 -c "import fcntl, socket, struct; fcntl.ioctl(socket.socket(), 0x8914, struct.pack('16sH14x', b'lo', 1))"
  mv /wheel /srv/coach
  useradd -d /srv/coach coach
  chown -R coach /srv/coach
  cd /srv/coach
  as_user() {
    runuser -u coach -- env -i HOME=$PWD PATH=$PWD/env/bin:/usr/bin:/bin LANG=C.UTF-8 "$@"
  }
  shell() { as_user sh -euc "$1"; }
  pip() { as_user env/bin/python "$(echo /usr/share/python-wheels/pip-*.whl)/pip" "$@"; }
  install_wheel() { pip install --no-index --find-links . "$@"; }
  check "has no libraries of sound yet" shell "! ldconfig -p | grep -E 'libespeak|libsndfile|libasound'"

  echo "installing"
  as_user python3 -m venv --without-pip env
  begin=$(date +%s)
  check "installs the command" install_wheel cuebell-*.whl
  echo "  takes $(($(date +%s) - begin)) s"
  check "runs a short form" as_user cuebell run 8x20/10 --silent --speed 100
  check "records it" shell "cuebell history --json | grep -q 8x20"
  check "renders a workout with speech" shell "cuebell render tabata -o tabata.flac; [ -s tabata.flac ]"
  for tag in de en es fr it nl pt; do
    check "speaks $tag" shell "cuebell render tabata --voice $tag -o $tag.flac"
  done
  check "shows a workout" as_user cuebell show norwegian-4x4
  check "makes a file that plays itself" shell "cuebell export tabata -o w.html; grep -q 'data:application/wasm' w.html"
  check "accepts its workouts and programmes" shell "cuebell check env/share/cuebell/Workouts/*.json"
  check "finds no problem" as_user cuebell doctor
  check "is found through a link" shell "ln -s env/bin/cuebell link; ./link render 2x20/10 -o link.flac"
  check "says what the server needs" shell "! cuebell serve --links 2>message; grep -q 'cuebell\[serve\]' message"
  check "has a manual" test -s env/share/man/man1/cuebell.1
  licenses=$(find env/lib -path '*/cuebell-*/licenses')
  for name in GPL-3.0.txt Apache-2.0.txt copyright libespeak-ng1.copyright libasound2.copyright LGPL-2.1 SOURCES; do
    check "has the licence $name" test -s "$licenses/$name"
  done

  echo "with extras"
  check "installs them" install_wheel "cuebell[serve,lab,voices]"
  check "serves pages" shell "cuebell serve --listen 127.0.0.1:7420 >links & sleep 3; kill \$!; grep -q '/wall' links"
  check "passes its scenarios" shell "cuebell simulate env/share/cuebell/Scenarios/*.json"
  check "speaks Polish" shell "cuebell render tabata --voice pl -o pl.flac"
  check "removes all" pip uninstall --yes cuebell cuebell-serve cuebell-lab cuebell-voices
  check "leaves nothing behind" shell '[ -z "$(find env -ipath "*cuebell*" -type f)" ]'
  exit
fi

wheels=$1 version=$2
. "$(dirname "$0")/roots.sh"
mkdir "$work/wheel"
cp "$wheels"/cuebell*-"$version"-py3-none-*.whl "$work/wheel"
test_in_roots python3,python3-pip-whl "$0" "$work/wheel"
echo "the wheels passed"

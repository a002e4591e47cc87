#!/bin/sh
# Offers a package in a signed apt repository, installs it from there in a new Debian 12 and a new Debian 13 without Swift,
# upgrades it, uses the command there as an unprivileged user, checks the units and what the desktop reads, purges the
# package and compares the files before and after.
#
# usage: Tests/Judges/package.sh DEB
set -eu

# The part that runs in the new root, as root.
if [ "$1" = inside ]; then
  deb=$(find /repository/pool -name 'cuebell_[!0]*' -o -name 'cuebell_0.[!0]*')
  . /roots.sh
  home=/srv/coach tools="man-db bash-completion zsh fish systemd"
  as_user() { runuser -u coach -- env -i HOME=$home PATH=/usr/bin:/bin LANG=C.UTF-8 TERM=xterm MANWIDTH=80 "$@"; }
  shell() { as_user sh -euc "$1"; }
  # All files, except those of users, of the kernel, and records of the package manager.
  files() {
    find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path $home -o -path /var/log \
      -o -path '/var/lib/dpkg/*-old' -o -path /var/lib/apt \) -prune -o -print | sort
  }

  echo "installing"
  useradd -m -d $home coach
  mkdir -p /etc/apt/keyrings
  cp /repository/cuebell.asc /etc/apt/keyrings/
  echo "deb [signed-by=/etc/apt/keyrings/cuebell.asc] file:/repository stable main" >/etc/apt/sources.list.d/cuebell.list
  apt-get update -qq
  # What comes with it on a machine that has nothing of it, with all that is recommended.
  apt-get install --simulate cuebell >/tmp/simulated
  count=$(grep -c '^Inst' /tmp/simulated)
  apt-get install --print-uris --yes cuebell | sed -n 's/^After this operation, \([0-9]*\) MB.*/\1/p' >/tmp/size
  others=$(($(cat /tmp/size) - $(dpkg-deb -f "$deb" Installed-Size) * 1024 / 1000000))
  echo "  is one of $count packages; the others take $others MB"
  [ "$count" -le 45 ] && [ "$others" -le 70 ]
  apt-get install -qq --no-install-recommends $tools >/dev/null
  apt-get satisfy -qq --no-install-recommends "$(dpkg-deb -f "$deb" Depends)" >/dev/null
  files >/tmp/before
  apt-get install -qq --no-install-recommends cuebell=0.0.1 >/dev/null
  apt-get upgrade -qq --no-install-recommends >/dev/null

  echo "using"
  version=$(dpkg-deb -f "$deb" Version)
  check "says its version" shell "cuebell --version | grep -qx 'cuebell $version'"
  cd /usr/share/cuebell
  check "runs a workout" as_user cuebell run quick-start --silent --speed 100
  check "records it" shell "cuebell history --json | grep -q quick-start"
  check "renders a workout" shell "cuebell render Workouts/tabata.json -o ~/tabata.flac; [ -s ~/tabata.flac ]"
  check "accepts its workouts and programmes" shell "cuebell check Workouts/*.json Workouts/programmes/*.json"
  check "lists a programme" as_user cuebell next Workouts/programmes/couch-to-5k.json --list
  check "passes its scenarios" shell "cuebell simulate Scenarios/*.json"
  # Both roots are tested at the same time, perhaps beside a server of this machine.
  check "serves pages" shell ". /etc/os-release; cuebell serve --listen 127.0.0.1:74\$VERSION_ID >~/links & sleep 2; kill \$!; grep -q '/remote#k=' ~/links"
  check "controls a run for Snapcast's apps" shell "./snapcast-control --stream=x </dev/null | grep -q Stream.Ready"
  check "simulates by the lab's own name" shell "cuebell-lab simulate --workout tabata --seeds 1"
  check "prints links by the server's own name" shell "cuebell-serve --links | grep -q '/remote#k='"
  # A missing sound card is only a warning.
  check "finds no problem" as_user cuebell doctor
  check "has a manual" shell "man cuebell | grep -q 'EXIT STATUS'"
  for page in /usr/share/man/man1/cuebell-*; do
    name=$(basename "$page" .1.gz)
    check "has a manual of $name" shell "man $name | grep -q DESCRIPTION; test -z \"\$(man --warnings $name 2>&1 >/dev/null)\""
  done
  check "completes in bash" as_user bash -euc '
    set +eu; . /usr/share/bash-completion/bash_completion; _completion_loader cuebell; set -eu
    COMP_WORDS=(cuebell doc) COMP_CWORD=1 COMP_LINE="cuebell doc" COMP_POINT=11
    _cuebell cuebell doc cuebell; [ "${COMPREPLY[*]}" = doctor ]'
  check "completes in zsh" as_user zsh -fec 'autoload -U compinit; compinit -D; [[ $_comps[cuebell] = _cuebell ]]
    autoload +X _cuebell'
  check "completes in fish" shell "fish -c 'complete -C \"cuebell doc\"' | grep -q ^doctor"
  check "has units of its own folder" shell "! grep -r /usr/local /usr/lib/systemd/*/cuebell*"
  check "has units that systemd accepts" systemd-analyze verify --man=no cuebell@tabata.service cuebell-serve.service cuebell-mqtt.service
  for unit in /usr/lib/systemd/system/cuebell*.service; do
    check "confines $(basename "$unit")" systemd-analyze security --no-pager --offline=yes --threshold=30 "$unit"
  done
  check "asks a user's manager for nothing that it can't do" shell "! grep -hE '^(Capab|Protect)' /usr/lib/systemd/user/cuebell*"
  check "has an account for them, with the sound cards" sh -c 'id -nG cuebell | grep -qw audio'
  check "runs a workout by that account" sh -euc 'install -d -o cuebell -m 700 /var/lib/cuebell
    runuser -u cuebell -- env -i HOME=/var/lib/cuebell PATH=/usr/bin:/bin cuebell run quick-start --silent --speed 100
    rm -r /var/lib/cuebell'
  documents=/usr/share/doc/cuebell
  for file in copyright README.md $(grep -oE '\]\([^):#]+' $documents/README.md | cut -c3- | grep -v '^https$' | sort -u); do
    check "has $file" test -s "$documents/$file"
  done

  echo "removing"
  cd /
  apt-get purge -qq cuebell >/dev/null
  files >/tmp/after
  check "leaves nothing behind" diff /tmp/before /tmp/after
  check "but what is the user's" test -s $home/.local/state/cuebell/history.sqlite
  exit
fi

deb=$1
. "$(dirname "$0")/roots.sh"
trap 'gpgconf --kill all; rm -rf "$work"' EXIT
export GNUPGHOME="$work/keys"
mkdir -m 700 "$GNUPGHOME"
gpg --batch --quiet --passphrase '' --quick-generate-key packages@cuebell.invalid
# An earlier version of the package, which the upgrade replaces.
dpkg-deb -R "$deb" "$work/earlier"
appstreamcli validate-tree --no-net "$work/earlier"
desktop-file-validate "$work"/earlier/usr/share/applications/*
sed -i 's/^Version: .*/Version: 0.0.1/' "$work/earlier/DEBIAN/control"
mkdir -p "$work/repository/pool"
dpkg-deb -Znone --root-owner-group -b "$work/earlier" "$work/repository/pool/cuebell_0.0.1_$(dpkg-deb -f "$deb" Architecture).deb" >/dev/null
sh "$(dirname "$0")/../../Packaging/apt-repository.sh" "$work/repository" packages@cuebell.invalid "$deb" >/dev/null
test_in_roots apt "$0" "$work/repository"
echo "the package passed"

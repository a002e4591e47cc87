#!/bin/sh
# Unpacks an image and uses its root as an engine does: by the user that it names, read-only but for the volume, with
# processes and a network of its own. Needs root.
#
# usage: Tests/Judges/image.sh LAYOUT:TAG
set -eu
cd "$(dirname "$0")/../.."
[ "$(id -u)" = 0 ] || exec sudo sh Tests/Judges/image.sh "$@"

# The part that runs in namespaces of its own.
if [ "$1" = inside ]; then
  work=$2 root=$2/bundle/rootfs
  mount --bind "$root" "$root"
  mount -o remount,bind,ro "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  for folder in tmp run; do mount -t tmpfs -o mode=1777 tmpfs "$root/$folder"; done
  mount -t tmpfs -o uid=1000,gid=29,mode=700 tmpfs "$root/var/lib/cuebell"
  chroot "$root" /bin/ifconfig lo up
  as_user="chroot --userspec=1000:29 $root /bin/env -i HOME=/var/lib/cuebell LANG=C.UTF-8 PATH=/usr/bin:/bin"
  check() {
    echo "  $1"
    $as_user sh -c "cd; $2" >"$work/output" 2>&1 && return
    echo "failed with status $?: $2" >&2
    cat "$work/output" >&2
    exit 1
  }
  # Waits until the health check is as expected: a program needs a moment to begin and to end.
  becomes() {
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
      if $as_user cuebell-health 2>/dev/null; then health=healthy; else health=unhealthy; fi
      [ $health != "$1" ] || return 0
      sleep 0.5
    done
    echo "failed: not $1 while $2" >&2
    exit 1
  }
  workouts=/usr/share/cuebell/Workouts
  check "accepts its workouts" "cuebell check $workouts/*.json"
  check "renders a workout with speech" "cuebell render $workouts/tabata.json -o tabata.flac && [ -s tabata.flac ]"
  check "is unhealthy while nothing runs" "! cuebell-health"
  $as_user cuebell serve --listen 0.0.0.0:7420 >"$work/links" &
  becomes healthy "the server runs"
  echo "  is healthy while the server answers on loopback"
  kill $!
  becomes unhealthy "the server has ended"
  check "plays into a FIFO" "mkfifo sound; cuebell run quick-start --fifo sound &
    [ \$(timeout 30 head -c 400000 sound | wc -c) = 400000 ]; kill \$!"
  $as_user cuebell run tabata --silent >"$work/run" 2>&1 &
  becomes healthy "a workout runs"
  echo "  is healthy while a workout runs"
  check "controls it" "cuebell ctl stop"
  exit
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umoci unpack --image "$1" "$work/bundle"
size=$(du -sm "$work/bundle/rootfs" | cut -f1)
echo "  holds $size MB"
[ "$size" -le 150 ]
unshare --mount --net --pid --fork --kill-child sh Tests/Judges/image.sh inside "$work"
echo "the image passed"

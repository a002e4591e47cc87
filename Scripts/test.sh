#!/bin/sh
# Runs the tests that have been built, and ends with what has failed: the last lines name each failure with its place.
#
# usage: Scripts/test.sh [OPTION OF SWIFT TEST...]
set -eu
cd "$(dirname "$0")/.."

mkdir -p .build
log=.build/test.log
# The status of a pipe is that of its last part, so that of the first takes another way.
{
  status=0
  swift test -c release --skip-build --no-parallel "$@" 2>&1 || status=$?
  echo "$status" >"$log.status"
} | tee "$log"
status=$(cat "$log.status")
[ "$status" -ne 0 ] || exit 0

# What belongs to an issue stands below it, up to the next line with a sign. Each is told in some lines, at the very end
# in one; whoever sees only the end of a long record sees those.
awk '
  /^(◇|✔|✘|➜|⚠)/ { left = 0 }
  / recorded an issue / { issues[++count] = substr($0, 1, 500); left = 12; if (count == 1) print "\nWhat failed:" }
  /^◇ Test .* started\.$/ { last = $0 }
  left-- > 0 { print substr($0, 1, 1000) }
  END {
    if (count == 0) print "\nNo issue was recorded; what began last is\n" last
    else print "\n" count " issues:"
    for (each = 1; each <= count && each <= 20; each++) print issues[each]
    if (count > 20) print "and " count - 20 " more; all are in '"$log"'"
  }' "$log"
exit "$status"

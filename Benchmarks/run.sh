#!/bin/sh
# Measures the parts and the whole, prints the tables and keeps them in RESULTS.md.
set -eu
cuebell=$1
here=$(cd "$(dirname "$0")" && pwd)
results=$(mktemp)
trap 'rm -f "$results"' EXIT
processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
{
  echo "# Speed"
  echo
  echo "Measured by \`make bench\` on $(date -u +%Y-%m-%d): ${processor:-an unknown processor}, $(nproc) cores," \
    "$(uname -s) $(uname -r), $(swift --version 2>/dev/null | head -n 1)." \
    "When it began $(cut -d ' ' -f 1 /proc/loadavg) programs were running on average: with more than none the seconds" \
    "are longer than they need be, and what the processor spent tells more."
  echo
  echo "## The whole, beside others"
  echo
  sh "$here/peers.sh" "$cuebell" "$here/../Workouts/tabata.json"
  echo
  sh "$here/peers.sh" "$cuebell" "$here/forty-five-minutes.json"
  echo
  echo "## Simulation"
  echo
  sh "$here/simulate.sh" "$cuebell" "$here/../Workouts/tabata.json"
  echo
  echo "## The author's own sounds, and other outputs"
  echo
  sh "$here/renders.sh" "$cuebell"
  echo
  echo "## Long workouts"
  echo
  sh "$here/long.sh" "$cuebell"
  echo
  echo "## The parts"
  echo
  # Of what the tool says, the table alone.
  swift package --package-path "$here" benchmark --format markdown --grouping metric --no-progress 2>/dev/null |
    sed -n 's/PartsBenchmarks://; /^|/p'
} > "$results"
cat "$results"
cp "$results" "$here/RESULTS.md"

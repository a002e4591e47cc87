#!/bin/sh
# Runs the built tests in parallel processes, one test at a time in each: most of them wait for real time to pass, and
# the others compute meanwhile. The last lines list the failures.
#
# usage: Scripts/test.sh                  all tests
#        Scripts/test.sh --filter REGEX   those whose module, suite, name or file matches, in one process
set -eu
cd "$(dirname "$0")/.."

tests=$(swift build -c release --show-bin-path)/cuebellPackageTests.xctest
if [ ! -x "$tests" ]; then
  echo "The tests are not built: run make test" >&2
  exit 2
fi
logs=.build/tests
rm -rf "$logs"
mkdir -p "$logs"

# Live sound, on servers of its own for each test.
loss='SoundLossTests|AudioSourceTests|DoctorTests'
sinks='ALSASinkTests|DeviceFaultTests|ControlledRunTests|BrokerFaultTests'
onsets='OnsetTests|DeviceUseTests|SharedDeviceTests|RoomRunTests'
# Sound that many clients disturb.
crowd=CrowdTests
sound="$loss|$sinks|$onsets|$crowd"
# The records of sessions, what goes on from them, and those of processes that are killed.
history='HistoryTests|HistoryRaceTests'
resumes='HistoryFaultTests|Resume[A-Za-z]*Tests'
kills='PowerLossTests|PowerTests|KillTests'
# Terminals and signals, and systems that run out of resources.
host='TerminalTests|EndingTests|JobTests'
limits='DescriptorTests|ThreadTests'
# Runs that are watched, with devices and without, and by servers and brokers.
runs='LiveRunTests|LiveEventTests|FifoRunTests|ReadingTests'
served='Serve[A-Za-z]*Tests|BrokerTests|BrokerDiscoveryTests'
# Voices, those that may be slow, and outputs that wait for several programs.
voices='WyomingTests|KeptPhraseTests'
slow='SlowVoiceTests|HangingCacheTests'
outputs='TourTests|ShownOutputTests'
# Pages in a real browser, and those that wait most.
browser='BrowserTests|LinkTests|PageSecurityTests|SameEverywhereTests|[A-Za-z]*ScreenshotTests|DocumentPictureTests'
walls='Wall[A-Za-z]*Tests'
pages='OpenPageTests|PlayedFileTests|LibraryPageTests|LoadingTests'
remotes='ContactTests|RemoteTests'
edits='EditPageTests|EditSafetyTests'
# Pages of which each size and language is looked at: most of the browser's processor time.
audits='PageAuditTests'
# Whole workouts, shown and rendered: the longest of the other tests of the command.
workouts='GoldenTests|Render[A-Za-z]*Tests|RecordingTests|ExchangeTests|LargeWorkoutTests|ManyPhrasesTests|DocumentTests'
# What goes wrong in a run, and what is heard of one at its own speed.
faults='HangingHistoryTests|HostileTextTests|HostileSpeechTests|MissingVoiceTests|ForeignFolderTests|BlockedOutputTests'
heard='PeopleTests|RepeatedCueTests|ClearSpeechTests'
# Rooms, settings and the simulator, by the command.
rooms='RoomsTests|ControlScriptTests|SettingsTests|ReplayTests|Simulate[A-Za-z]*Tests|NextTests|WorkoutNameTests'
# Libraries that are tested by many random workouts.
engine='^(WorkoutEngine|WorkoutModel|DriftSimulation|DriftFiles)Tests\.'
# All files of the groups of files.
named="$sound|$history|$resumes|$kills|$host|$limits|$runs|$served|$voices|$slow|$outputs|$browser|$walls|$pages"
named="$named|$remotes|$edits|$audits|$workouts|$faults|$heard|$rooms"

# Runs the group $1 with the following options; stores its output and its status.
group() {
  name=$1
  shift
  # One that dies has failed.
  echo 1 >"$logs/$name.status"
  status=0
  $nice "$tests" --testing-library swift-testing --no-parallel "$@" >"$logs/$name.log" 2>&1 || status=$?
  sed -i 's/\x1b\[[0-9;]*m//g' "$logs/$name.log"
  # A filter that matches no test must fail.
  summary=$(grep -o 'Test run with [1-9].*' "$logs/$name.log" | tail -1)
  [ -n "$summary" ] || status=1
  echo "$status" >"$logs/$name.status"
  echo "$name: ${summary:-no test was run}"
}

# Runs groups by their names, one after the other.
groups() {
  for each in "$@"; do
    case $each in
    engine) group engine --filter "$engine" --skip "/($named)\.swift" ;;
    libraries) group libraries --skip "^CommandTests\.|$engine" --skip "/($named)\.swift" ;;
    commands) group commands --filter '^CommandTests\.' --skip "/($named)\.swift" ;;
    *) eval "group $each --filter \"/(\$$each)\.swift\"" ;;
    esac
  done
}

nice=
if [ $# -gt 0 ]; then
  group chosen "$@"
  cat "$logs/chosen.log"
else
  sounding='loss sinks onsets'
  waiting='browser walls pages remotes edits history resumes kills host limits runs served voices slow outputs'
  waiting="$waiting faults heard"
  # In three rows: more at once would only hold up each other.
  first=libraries
  second='engine workouts'
  third='audits rooms commands'
  for each in crowd $sounding $waiting $first $second $third; do echo 1 >"$logs/$each.status"; done
  # What waits comes before what only computes, where the system lets it.
  if [ "$(nice -n -10 nice 2>/dev/null)" = -10 ]; then nice='nice -n -10'; fi
  priority=$nice
  nice='nice -n 15'
  groups $first &
  groups $second &
  groups $third &
  # Live sound needs a quiet machine, so it goes first; it uses little processor time itself, except for the crowd.
  nice=$priority listening=
  groups crowd
  for each in $sounding; do
    groups "$each" &
    listening="$listening $!"
  done
  wait $listening
  for each in $waiting; do groups "$each" & done
  wait
fi

# The details of an issue follow it, up to the next line with a symbol. Each issue is printed with its details, and at the
# end on one line.
failed=0
for status in "$logs"/*.status; do
  [ "$(cat "$status")" -ne 0 ] || continue
  failed=1
  awk -v file="${status%.status}.log" '
    /^(◇|✔|✘|➜|⚠)/ { left = 0 }
    / recorded an issue / { issues[++count] = substr($0, 1, 500); left = 12; if (count == 1) print "\nFailed in " file ":" }
    /^◇ Test .* started\.$/ { last = $0 }
    left-- > 0 { print substr($0, 1, 1000) }
    END {
      if (count == 0) print "\n" file " records no issue; the last test that began is\n" last
      else print "\n" count " issues:"
      for (each = 1; each <= count && each <= 20; each++) print issues[each]
      if (count > 20) print "and " count - 20 " more; all are in " file
    }' "${status%.status}.log"
done
exit "$failed"

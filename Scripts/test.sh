#!/bin/sh
# Runs the built tests in parallel processes, one test at a time in each: most of them wait for real time to pass, and
# the others compute meanwhile. The last lines list the failures.
#
# usage: Scripts/test.sh                  all tests
#        Scripts/test.sh --filter REGEX   those whose module, suite, name or file matches, in one process
#        Scripts/test.sh --group NAME     those of a group, for a run of all tests
set -eu
cd "$(dirname "$0")/.."

tests=${TESTS:-$(swift build -c release --show-bin-path)/cuebellPackageTests.xctest}
if [ ! -x "$tests" ]; then
  echo "The tests are not built: run make test" >&2
  exit 2
fi
logs=.build/tests

# The groups: when they run, their names and the names of their files.
# - crowd: sound that many clients disturb;
# - sound: live sound, on servers of its own for each test;
# - wait: what mostly waits, such as pages in a browser, slow voices, killed processes and systems without resources;
#   the longest first;
# - compute: what uses a processor most of its time, such as each page in each size and language.
groups='
crowd    crowd      CrowdTests
sound    loss       SoundLossTests AudioSourceTests DoctorTests
sound    sinks      ALSASinkTests DeviceFaultTests ControlledRunTests BrokerFaultTests
sound    onsets     OnsetTests DeviceUseTests SharedDeviceTests RoomRunTests
wait     voices     WyomingTests KeptPhraseTests
wait     faults     HangingHistoryTests HostileTextTests HostileSpeechTests
wait     faults     MissingVoiceTests ForeignFolderTests BlockedOutputTests
wait     runs       LiveRunTests LiveEventTests FifoRunTests ReadingTests
wait     served     Serve[A-Za-z]*Tests BrokerTests BrokerDiscoveryTests
wait     heard      PeopleTests RepeatedCueTests ClearSpeechTests
wait     remotes    ContactTests RemoteTests SayTests NewPhoneTests
wait     pages      OpenPageTests PlayedFileTests LiveFileTests LibraryPageTests LoadingTests
wait     resumes    HistoryFaultTests Resume[A-Za-z]*Tests
wait     limits     DescriptorTests ThreadTests
wait     slow       SlowVoiceTests HangingCacheTests
wait     edits      EditPageTests EditSafetyTests FlowTests
wait     outputs    TourTests ShownOutputTests
wait     walls      Wall[A-Za-z]*Tests
wait     host       TerminalTests EndingTests JobTests
wait     history    HistoryTests HistoryRaceTests
wait     browser    BrowserTests PathProxyTests LinkTests PageSecurityTests SameEverywhereTests SiteTests SmallPageTests
wait     browser    [A-Za-z]*ScreenshotTests DocumentPictureTests
wait     kills      PowerLossTests PowerTests KillTests
compute  audits     PageAuditTests
compute  workouts   GoldenTests Render[A-Za-z]*Tests RecordingTests ExchangeTests
compute  workouts   LargeWorkoutTests ManyPhrasesTests DocumentTests
compute  rooms      RoomsTests ControlScriptTests SettingsTests ReplayTests
compute  rooms      Simulate[A-Za-z]*Tests NextTests WorkoutNameTests
'
# The names of the groups of a kind, or of all.
names() { echo "$groups" | awk -v kind="$1" 'NF && (kind == "" || $1 == kind) && !seen[$2]++ { print $2 }'; }
# A regular expression of the files of a group, or of all.
files() {
  echo "$groups" | awk -v name="$1" '
    name == "" || $2 == name { for (each = 3; each <= NF; each++) { list = list separator $each; separator = "|" } }
    END { print "/(" list ")\\.swift" }'
}
named=$(files '')
# Libraries that are tested by many random workouts; the other libraries, and the other tests of the command.
engine='^(WorkoutEngine|WorkoutModel|DriftSimulation|DriftFiles)Tests\.'

# Runs a group with options that select its tests; stores its output and its status.
group() {
  name=$1
  shift
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
row() {
  for each in "$@"; do
    case $each in
    engine) group engine --filter "$engine" --skip "$named" ;;
    libraries) group libraries --skip "^CommandTests\.|$engine" --skip "$named" ;;
    commands) group commands --filter '^CommandTests\.' --skip "$named" ;;
    *) group "$each" --filter "$(files "$each")" ;;
    esac
  done
}

# A group that doesn't run, or dies, has failed.
expect() {
  for each in "$@"; do
    echo 1 >"$logs/$each.status"
    : >"$logs/$each.log"
  done
}

nice=
if [ "${1:-}" = --group ]; then
  row "$2"
  exit
fi
rm -rf "$logs"
mkdir -p "$logs"
if [ $# -gt 0 ]; then
  expect chosen
  group chosen "$@"
  cat "$logs/chosen.log"
else
  expect $(names '') engine libraries commands
  # What computes gives way a little to what waits, three to one, and starves nobody.
  computing='nice -n 5'
  # Live sound goes first, with one process that computes: it leaves sound a processor.
  nice=$computing row libraries &
  row $(names crowd)
  listening=
  for each in $(names sound); do
    row "$each" &
    listening="$listening $!"
  done
  wait $listening
  # With more at once, each would wait for a processor.
  names wait | TESTS=$tests xargs -n 1 -P 9 sh Scripts/test.sh --group &
  nice=$computing row engine audits commands &
  nice=$computing row workouts rooms &
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

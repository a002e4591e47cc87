import SessionHistory
import SessionReporting
import Testing
import WorkoutModel

@Suite struct `The gap before a session is resumed` {
  private static let last = ClockReading(wall: 1_000_000_000, zone: 0, boot: .seconds(100), bootID: "a")

  private func gap(_ change: (inout ClockReading) -> Void) -> SessionGap {
    var now = Self.last
    change(&now)
    return SessionGap(from: Self.last, to: now)
  }

  @Test func `is exact within one time between two starts, whatever the wall clock does`() {
    #expect(
      gap {
        $0.boot += .milliseconds(192_250)
        $0.wall -= 1_000_000
      } == .exact(.milliseconds(192_250)))
    #expect(gap { $0.boot += .seconds(192) }.text("interrupted") == "It was interrupted 3 min 12 s ago.")
  }

  @Test func `after a restart is only a hint, and none at all where the clock was set back`() {
    let hint = gap {
      $0.bootID = "b"
      $0.wall += 7_500_000
    }
    #expect(hint == .hinted(.seconds(7500)) && hint.length == .seconds(7500))
    #expect(
      hint.text("stopped")
        == "The machine was restarted since; by the wall clock it was stopped about 2 h 5 min ago.")
    let none = gap {
      $0.bootID = "b"
      $0.wall -= 1
    }
    #expect(none == .unknown && none.length == .zero)
    // Where nothing names the time between two starts, the boot clock may be another's.
    var unnamed = Self.last
    unnamed.bootID = ""
    #expect(SessionGap(from: unnamed, to: unnamed) == .hinted(.zero))
  }

  @Test(arguments: [
    (0, "0 s"), (59, "59 s"), (60, "1 min"), (3599, "59 min 59 s"), (3600, "1 h"), (86_399, "23 h 59 min"),
    (86_400, "1 day"), (190_000, "2 days 4 h"),
  ])
  func `is given in two units`(seconds: Int, words: String) { #expect(DurationWords.text(.seconds(seconds)) == words) }
}

@Suite struct `What has changed in a text` {
  @Test(arguments: [
    ("a\nb\nc", "a\nb\nc", []), ("a\nb\nc", "a\nx\nc", ["- b", "+ x"]), ("a\nc", "a\nb\nc", ["+ b"]),
    ("a\nb\nb\nc", "a\nb\nc", ["- b"]), ("", "a", ["+ a"]), ("a\n  b", "  a\nb", []),
    ("a\nb\nc\nd\ne", "a\nB\nc\nD\ne", ["- b", "+ B", "- d", "+ D"]),
  ])
  func `is listed line by line, without the margin`(old: String, new: String, lines: [String]) {
    #expect(TextDifference(from: old, to: new).lines == lines)
  }

  @Test func `is cut where it is long`() {
    let difference = TextDifference(from: "a\nb\nc", to: "")
    #expect(difference.text(atMost: 2) == "- a\n- b\n… and 1 more line")
    let long = (0..<2500).map(String.init).joined(separator: "\n")
    #expect(TextDifference(from: "x\n" + long, to: long + "\ny").lines.count == 5002)
  }
}

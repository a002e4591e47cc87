import FoundationEssentials
import TestSupport
import Testing

/// Two runs of a workout side by side, whose sound goes into FIFOs: `alone`, and `disturbed`, whose sound must be the
/// same whatever happens to it.
struct PairedRuns {
  let home: TemporaryHome
  private let clicks: Int
  private let runs: [Child]
  private static let names = ["alone", "disturbed"]
  /// The frames from one click to the next.
  private static let period = 14_400

  /// Starts both, and waits for the beginning; `reader`, a command of a shell, stores the sound of the disturbed one.
  init(clicks: Int, reader: String = "cat") throws {
    self.clicks = clicks
    let home = try TemporaryHome.withoutSound()
    self.home = home
    try home.write(
      """
      { "name": "Clicks", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "woodblock" } ],
        "phases": [ { "sets": \(clicks), "phases": [ { "name": "A", "duration": "300ms" } ] } ] }
      """, to: "clicks.json")
    runs = try zip(Self.names, ["cat", reader]).map { name, reader in
      try home.start(
        words: [
          "/bin/sh", "-c",
          "mkfifo \(name).fifo; \(reader) <\(name).fifo >\(name) & "
            + "\"$CUEBELL\" run clicks.json --json --fifo \(name).fifo --name \(name); s=$?; wait; exit $s",
        ])
    }
    try runs[1].waitForPhase()
  }

  /// Waits for the end of both, and expects the same cues at the same moments and the same gaps between their sounds.
  func expectEqualSound() throws {
    let cues = try runs.map { run in
      let result = try run.finish()
      #expect(result.code == 0)
      return result.lines.filter { $0.contains(#""event": "cue""#) && $0.contains(#""outcome": "onTime""#) }.count
    }
    #expect(cues == [clicks, clicks])
    let gaps = try Self.names.map { name in
      let onsets = try onsets(in: name)
      return zip(onsets.dropFirst(), onsets).map { $0 - $1 }
    }
    #expect(gaps.map(\.count) == [clicks - 1, clicks - 1])
    // Dither may move the first loud sample; 0.1 ms is inaudible.
    for (name, gaps) in zip(Self.names, gaps) {
      #expect(gaps.allSatisfy { abs($0 - Self.period) <= 4 }, "\(name): \(gaps)")
    }
  }

  /// The frames at which something begins to sound in what a run has written.
  private func onsets(in name: String) throws -> [Int] {
    let steps: [Int16] = numbers(in: try home.bytes(of: name))
    return Onsets(steps.map { Float($0) / Wave.fullScale }).moments.map { Wave.frame(at: Int(($0 * 1e9).rounded())) }
  }
}

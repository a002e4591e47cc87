import FoundationEssentials
import Glibc
import Testing

@Suite(.enabled(if: Measurement.isOn, "make measure")) struct `The server on an idle machine` {
  /// A cue each second, as in a dense workout.
  private static let workout = """
    { "name": "Dense", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "tick" } ],
      "phases": [ { "sets": 120, "phases": [ { "name": "One", "duration": "1s" } ] } ] }
    """

  @Test func `takes two hundredths of a processor for twenty walls`() throws {
    let shown = try ServedRun(Self.workout)
    let walls = try (0..<20).map { _ in try shown.pages.events("/api/runs/w/events") }
    for wall in walls { _ = try wall.next("state") }
    let length = 20.0
    let before = try processorTime(of: shown.pages.server.identifier)
    usleep(UInt32(length * 1e6))
    let share = (try processorTime(of: shown.pages.server.identifier) - before) / length
    print("Twenty walls take \(share * 100) % of a processor.")
    #expect(share <= 0.02)
    _ = try shown.run.stop()
  }

  /// The processor time of a process in seconds.
  private func processorTime(of process: pid_t) throws -> Double {
    let line = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
    let ticks = fields[11...12].compactMap { Double($0) }.reduce(0, +)
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}

import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// What a power loss leaves: the synced part of the commit log, and any part of the rest.
@Suite struct `A power loss` {
  private static let workout = """
    { "name": "Ticks", "style": "silent",
      "cues": [
        { "on": "phase", "at": "start", "sound": "tick" }, { "on": "phase", "at": "start+500ms", "sound": "tick" } ],
      "phases": [ { "sets": 600, "phases": [ { "name": "Second", "duration": "1s" } ] } ] }
    """

  @Test func `loses less than a second, whatever was written since the last sync`() async throws {
    try await concurrently(1...12, atMost: 3) { try losePower(seed: $0) }
  }

  /// Kills a run at a random moment, cuts the commit log at a random length from the synced one on, and resumes.
  private func losePower(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let base = try TemporaryHome()
    let shim = try Shim.commitLog.build(in: base)
    let home = try TemporaryHome(["LD_PRELOAD=\(shim)", "SYNC_TIME=150000", "SYNCED_LENGTH=\(base.path("synced"))"])
    try home.write(Self.workout, to: "w.json")
    let start = BootTime.now
    let run = try home.start("run", "--silent", "--json", "w.json")
    let begin = try ReportedPlace(run.line { $0.contains(#""action": "prepared""#) }, startedAt: start)
    try run.line { $0.contains(#""event": "cue""#) }
    usleep(UInt32(300_000 + random.below(1_500_000)))
    let place = try begin.kill(run).place
    let history = HistoryFile(of: home)
    let file = history.path + "-wal"
    let length = try #require(FileManager.default.contents(atPath: file)?.count)
    let synced = try #require(Int(try base.text(of: "synced")))
    let cut = synced + random.below(max(length - synced, 0) + 1)
    let isCut = unsafe truncate(file, off_t(cut)) == 0
    #expect(synced <= length && isCut)
    // The index in memory is gone with the machine.
    try FileManager.default.removeItem(atPath: history.path + "-shm")
    #expect(try history.integrityErrors().isEmpty)
    // A session that isn't stored yet is lost from its beginning.
    let restored = try history.hasSession ? resumedPlace(in: home) : 0
    let loss = place.loss(at: restored)
    let left = "of \(length - synced) bytes not yet synced \(cut - synced) are left"
    print("seed \(seed): \(left); \(Int(loss.least)) ms lost")
    #expect(loss.isAllowed, "seed \(seed): at \(place), restored at \(restored)")
  }

  /// The active time at which `resume` continues, in milliseconds.
  private func resumedPlace(in home: TemporaryHome) throws -> Double {
    let resumed = try home.start("resume", "--silent", "--json", "--go-on-after", "1h")
    let paused = try EventRecord.all(in: resumed.line { $0.contains(#""event": "paused""#) })
    resumed.signal(SIGKILL)
    _ = try resumed.finish()
    return Double(try #require(paused.first?.elapsed)) / 1e6
  }

  @Test func `loses at most the time of a sync more when killed`() throws {
    let base = try TemporaryHome()
    let shim = try Shim.commitLog.build(in: base)
    let home = try TemporaryHome(["LD_PRELOAD=\(shim)", "SYNC_TIME=1000000"])
    try home.write(Self.workout, to: "w.json")
    try home.write(
      #"{ "name": "First", "style": "silent", "phases": [{ "name": "Work", "duration": "1s" }] }"#, to: "first.json")
    // The tables of a history are written before its first session, a sync each.
    let first = try home.shell(#"unset LD_PRELOAD; "$CUEBELL" run --silent first.json"#)
    #expect(first.code == 0, "\(first.err)")
    let start = BootTime.now
    let run = try home.start("run", "--silent", "--json", "w.json")
    let begin = try ReportedPlace(run.line { $0.contains(#""action": "prepared""#) }, startedAt: start)
    // Two cues a second: the twelfth is 5.5 s after the beginning.
    for _ in 0..<12 { try run.line { $0.contains(#""event": "cue""#) } }
    let place = try begin.kill(run).place
    let positions = try HistoryFile(of: home).rows("SELECT position FROM standing ORDER BY session DESC")
    let kept = positions.first.flatMap { Double($0) }
    let restored = try #require(kept) / 1e6
    print("with a disk that takes 1 s for a sync \(Int(place.lowerBound - restored)) ms are lost")
    #expect(restored <= place.upperBound && place.lowerBound - restored <= 2_000, "at \(place), kept \(restored)")
  }
}

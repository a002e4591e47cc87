import Glibc
import TestSupport
import Testing

/// The real command on a machine that loses its power: what had not been synced is gone.
@Suite(.serialized) struct `A session whose machine dies` {
  private static let workout = """
    { "name": "Ticks", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "tick" } ],
      "phases": [ { "sets": 600, "phases": [ { "name": "Second", "duration": "1s" } ] } ] }
    """

  @Test func `loses less than a second of its place, and the database is whole`() throws {
    let base = try TemporaryHome()
    let shim = try Shim.powerLoss.build(in: base)
    var random = SplitMix64(seed: 3)
    var losses: [Int] = []
    for _ in 0..<8 {
      // In memory: what is lost besides, where a disk is slow to sync, is the disk's affair.
      let home = try TemporaryHome(["LD_PRELOAD=\(shim)"], in: "/dev/shm")
      try home.write(Self.workout, to: "w.json")
      let start = BootTime.now
      let run = try home.start("run", "--silent", "--latency", "power", "--json", "w.json")
      let begin = try ReportedPlace(run.line { $0.contains(#""action": "prepared""#) }, startedAt: start)
      usleep(UInt32(200_000 + random.below(1_500_000)))
      let place = try begin.kill(run).place
      try losePower(home)
      let history = HistoryFile(of: home)
      #expect(try history.integrityErrors().isEmpty)
      let text = try history.rows("SELECT position FROM standing").first
      let restored = Double(try #require(text.flatMap { Int($0) })) / 1e6
      let loss = place.loss(at: restored)
      #expect(loss.isAllowed, "at \(place), restored at \(restored)")
      losses.append(Int(loss.least))
    }
    print("the power was lost \(losses.count) times; of the place were lost \(losses.sorted()) ms")
  }

  /// Leaves of the files what had been synced.
  private func losePower(_ home: TemporaryHome) throws {
    let ended = try home.shell(
      """
      unset LD_PRELOAD; cd "$HOME/.local/state/cuebell"; rm -f history.sqlite-shm history.sqlite-wal *.part*
      for name in history.sqlite-wal history.sqlite; do [ -e $name.synced ] && mv $name.synced $name; done; true
      """)
    #expect(ended.code == 0, "\(ended.err)")
  }
}

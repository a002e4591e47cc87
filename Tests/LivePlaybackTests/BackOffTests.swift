import LivePlayback
import Testing

@Suite struct `Attempts that fail` {
  @Test func `are repeated after a tenth of a second, ever later, up to every five seconds`() {
    var backOff = BackOff()
    var pauses: [Int32] = []
    for _ in 0..<9 {
      pauses.append(backOff.pause)
      backOff.lengthen()
    }
    #expect(pauses == [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000])
  }
}

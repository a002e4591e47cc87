/// Lengths of time in frames of a bus, and the grid on which gains are computed.
struct BusTime: Equatable {
  let sampleRate: Int

  init(sampleRate: Int) {
    precondition((1...768_000).contains(sampleRate), "a sample rate between 1 and 768 000")
    self.sampleRate = sampleRate
  }

  /// Frames between two points at which a curve is computed: 64 at 48 kHz (1.33 ms), fewer at lower rates, never more.
  var grid: Int { max(1, min(64, sampleRate / 750)) }

  /// The shortest change of gain that makes no click: 10 ms.
  var declick: Int { frames(milliseconds: 10) }

  /// Whole frames nearest to a length, at least one.
  func frames(milliseconds: Int) -> Int { max(1, (sampleRate * milliseconds + 500) / 1000) }
}

import SessionReporting
import Testing

@Suite struct `A waveform` {
  /// Frame n has n thousandths on the left and minus half of that on the right.
  private func ramp(_ frames: Int, blocks: Int) -> Waveform {
    var waveform = Waveform(sampleRate: 48_000)
    var done = 0
    while done < frames {
      let part = min(blocks, frames - done)
      let left = (done..<done + part).map { Float($0) / 1000 }
      let right = left.map { -$0 / 2 }
      waveform.add(left: left.span, right: right.span)
      done += part
    }
    return waveform
  }

  @Test func `keeps the lowest, the highest and the mean square of each column`() {
    let waveform = ramp(100, blocks: 100)
    #expect(waveform.columns.map(\.low) == [-0.0315, -0.0495])
    #expect(waveform.columns.map(\.high) == [0.063, 0.099])
    var squares = 0.0
    for frame in 0..<64 {
      let left = Double(frame) / 1000
      squares += left * left + left / 2 * left / 2
    }
    let level = (squares / 128).squareRoot()
    #expect(abs(waveform.columns[0].level - level) < 1e-6)
    #expect(waveform.frames == 100)
  }

  @Test(arguments: [1, 7, 64, 1000, 4096])
  func `is the same whatever the blocks`(blocks: Int) {
    let (one, other) = (ramp(5000, blocks: blocks), ramp(5000, blocks: 5000))
    #expect(one.columns.map(\.high) == other.columns.map(\.high) && one.columns.map(\.low) == other.columns.map(\.low))
    #expect(zip(one.columns, other.columns).allSatisfy { abs($0.level - $1.level) < 1e-6 })
  }

  @Test func `takes no more space for a longer sound, and loses no peak`() {
    let frames = Waveform.capacity * 64 * 5
    let quiet = [Float](repeating: 0.001, count: 65_536)
    var waveform = Waveform(sampleRate: 48_000)
    // In the second of two columns, which are joined to one again and again.
    let few = Array(quiet.prefix(64))
    waveform.add(left: few.span, right: few.span)
    waveform.add(left: [Float(0.7)].span, right: [Float(-0.6)].span)
    for _ in 0..<frames / quiet.count { waveform.add(left: quiet.span, right: quiet.span) }
    waveform.add(left: [Float(0.9)].span, right: [Float(-0.8)].span)
    #expect((Waveform.capacity / 2...Waveform.capacity).contains(waveform.columns.count))
    #expect(waveform.columnFrames == 512 && waveform.frames == frames + 66)
    #expect(waveform.columns.last?.high == 0.9 && waveform.columns.map(\.low).min() == -0.8)
    #expect(waveform.columns.first?.high == 0.7 && waveform.columns.first?.low == -0.6)
    #expect(waveform.columns.dropFirst().dropLast().allSatisfy { $0.high == 0.001 && abs($0.level - 0.001) < 1e-6 })
  }
}

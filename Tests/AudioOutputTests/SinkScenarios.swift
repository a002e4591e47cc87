import AudioMixing
import AudioOutput
import Foundation
import TestSupport
import Testing

/// What the processes of the sink's tests do.
enum SinkScenario {
  static let ramp = (1...10_000).map { Float($0) / 16_384 }

  static func opensNothing(_ name: String) {
    do throws(SinkError) {
      _ = try ALSASink(device: name)
      Issue.record("\(name) must not open")
    } catch {
      guard case .unavailable(let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(reason.hasPrefix("\(name): ") && reason.count > name.count + 5)
    }
  }

  static func plays(_ samples: [Float], inBlocksOf block: Int) throws {
    let sink = try ALSASink(device: "catch")
    #expect(sink.blockFrames == 1_440 && sink.buffering == .normal)
    for start in stride(from: 0, to: samples.count, by: block) {
      let left = Array(samples[start..<min(start + block, samples.count)])
      let right = left.map { -$0 }
      try sink.write(left: left.span, right: right.span)
    }
    #expect(sink.framesWritten == samples.count && sink.underruns == 0 && sink.clockEpoch == 0)
    #expect(sink.latencyFrames == samples.count % 1_440)
    try sink.finish()
    #expect(throws: SinkError.lost("catch: it is closed")) {
      try sink.write(left: samples.span, right: samples.span)
    }
  }

  /// The device holds nothing here, so what is under way has not been written to it.
  static func writesOnce() throws {
    let sink = try ALSASink(device: "catch", buffering: .power)
    let block = [Float](repeating: 0, count: sink.blockFrames)
    for count in [1, 2, 3, 0] {
      try sink.write(left: block.span, right: block.span)
      #expect(sink.latencyFrames == count * sink.blockFrames)
      #expect(try sink.waitForSpace() == .space)
      #expect(sink.latencyFrames == count * sink.blockFrames)
    }
    try sink.finish()
  }

  /// A sink on the default device whose buffer is full, with a descriptor to wake it by.
  static func isWoken() throws {
    var ends: [Int32] = [-1, -1]
    let isMade = unsafe pipe(&ends) == 0
    try #require(isMade)
    let sink = try ALSASink(buffering: .power, wakeDescriptor: ends[0])
    let block = [Float](repeating: 0, count: sink.blockFrames)
    var byte: UInt8 = 1
    _ = unsafe write(ends[1], &byte, 1)
    // Nothing reads the descriptor here, so it keeps waking, but a write waits for space all the same. Where this
    // process had to wait for the processor, there may be space again by the time it asks.
    var blocks = 0
    let isWoken = try Timeout.wait {
      for _ in 0..<4 { try sink.write(left: block.span, right: block.span) }
      blocks += 4
      return try sink.waitForSpace() == .woken
    }
    #expect(isWoken && sink.framesWritten == blocks * sink.blockFrames)
    _ = unsafe read(ends[0], &byte, 1)
    #expect(try sink.waitForSpace() == .space)
  }

  /// What a session does before it begins, with blocks so long that a delay of the processor isn't taken for a fault.
  static func prepares() throws {
    let sink = try ALSASink(buffering: .power)
    try sink.waitUntilPlaying()
    let (epoch, begin) = (sink.clockEpoch, ContinuousClock.now)
    let piece = [Float](repeating: 0, count: 240)
    while ContinuousClock.now - begin < .seconds(1) {
      guard sink.latencyFrames <= sink.startFrames else {
        usleep(2_000)
        continue
      }
      try sink.write(left: piece.span, right: piece.span)
      try sink.passOn()
    }
    // A device that has stopped is restarted by a write.
    let block = [Float](repeating: 0, count: sink.blockFrames)
    try sink.write(left: block.span, right: block.span)
    try sink.passOn()
    #expect(sink.clockEpoch == epoch)
  }

  static func clicks() throws {
    // What the processor does elsewhere for half a second isn't heard.
    let sink = try ALSASink(buffering: .power)
    let silence = [Float](repeating: 0, count: 480)
    let click = [0.75] + silence.dropFirst()
    let start = ContinuousClock.now
    for block in 0..<450 {
      let side = block % 100 == 50 ? click : silence
      try sink.write(left: side.span, right: side.span)
    }
    #expect(sink.framesWritten == 216_000 && sink.underruns == 0 && sink.clockEpoch == 0)
    // Paced by the device: all but its buffer has been played.
    #expect(ContinuousClock.now - start > .seconds(4))
    #expect((0..<48_000).contains(sink.latencyFrames))
    try sink.finish()
  }

  static func playsOut() throws {
    let sink = try ALSASink(buffering: .low)
    let tone = [Float](repeating: 0.25, count: 10_007)
    try sink.write(left: tone.span, right: tone.span)
    try sink.finish()
    // The recorder hears a little later what the server has played.
    let after = try ALSASink(buffering: .low)
    let silence = [Float](repeating: 0, count: 24_000)
    try after.write(left: silence.span, right: silence.span)
    try after.finish()
  }

  static func runsDry() throws {
    let sink = try ALSASink(buffering: .low)
    let (fore, back) = (ramp.map { -$0 }, Array(ramp.reversed()))
    try sink.write(left: ramp.span, right: fore.span)
    let start = ContinuousClock.now
    // The ramp ends within a period, whose rest waits for the next block; it is long over after two seconds.
    while ContinuousClock.now - start < .seconds(2) { poll(nil, 0, 100) }
    let behind = back.map { -$0 }
    try sink.write(left: back.span, right: behind.span)
    #expect(sink.underruns > 0 && sink.clockEpoch == sink.underruns)
    #expect(sink.framesWritten == 20_000)
    try sink.finish()
    let after = try ALSASink(buffering: .low)
    let silence = [Float](repeating: 0, count: 24_000)
    try after.write(left: silence.span, right: silence.span)
    try after.finish()
  }

  /// A sink on the default device that has played a little.
  static func playing() throws -> ALSASink {
    let sink = try ALSASink()
    let block = [Float](repeating: 0, count: sink.blockFrames)
    for _ in 0..<10 { try sink.write(left: block.span, right: block.span) }
    return sink
  }

  /// Plays until the device is lost, and returns how.
  static func loss(of sink: ALSASink) throws -> SinkError {
    let block = [Float](repeating: 0, count: sink.blockFrames)
    var loss: SinkError?
    let isLost = Timeout.wait {
      do throws(SinkError) {
        try sink.write(left: block.span, right: block.span)
      } catch {
        loss = error
      }
      return loss != nil
    }
    try #require(isLost)
    return try #require(loss)
  }
}

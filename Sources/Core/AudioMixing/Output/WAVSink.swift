/// Collects the mix as a WAV file of 16 bits in memory.
///
/// ```swift
/// var file = WAVSink()
/// try file.write(left: left.span, right: right.span)
/// report(file.bytes.count)                // 44, and 4 for each frame
/// ```
public struct WAVSink: AudioSink {
  /// The number of frames that a call of `write` should pass.
  public let blockFrames = 4096
  /// Nothing is heard.
  public let latencyFrames = 0
  private var samples: [Int16] = []

  /// An empty file.
  public init() {}

  /// Appends a block.
  public mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    let frame = samples.count / 2
    samples.append(contentsOf: repeatElement(0, count: 2 * left.count))
    var target = samples.mutableSpan
    SampleConversion.interleave16(left: left, right: right, firstFrame: frame, into: &target, at: frame)
  }

  /// The file is always finished.
  public mutating func finish() throws(SinkError) {}

  /// The whole file.
  public var bytes: [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let (rate, length) = (Bus.sampleRate, 2 * samples.count)
    let format = number(1, 2) + number(2, 2) + number(rate, 4) + number(4 * rate, 4) + number(4, 2) + number(16, 2)
    let head = Array("RIFF".utf8) + number(36 + length, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + format
    return head + Array("data".utf8) + number(length, 4) + samples.flatMap { number(Int($0), 2) }
  }
}

import AudioMixing
import StrictJSON

/// The sound of a phrase as it arrives, in a format that has to be possible and the same in all of its chunks.
struct WyomingSound {
  private static let seconds = 60
  private let rate: Int
  private let width: Int
  private let channels: Int
  private var bytes: [UInt8] = []

  /// Begins with the format that an `audio-start` names.
  init(_ start: WyomingEvent) throws(WyomingFault) {
    rate = try Self.number("rate", 8_000...96_000, in: start)
    width = try Self.number("width", 2...4, in: start)
    channels = try Self.number("channels", 1...2, in: start)
  }

  private static func number(
    _ key: String, _ range: ClosedRange<Int>, in start: WyomingEvent
  ) throws(WyomingFault) -> Int {
    if let number = start[key]?.integer, range.contains(number) { return number }
    throw .malformed("the \(key) of its sound is \(start[key]?.summary ?? "missing")")
  }

  mutating func add(_ chunk: WyomingEvent) throws(WyomingFault) {
    for (key, value) in [("rate", rate), ("width", width), ("channels", channels)] {
      guard let given = chunk[key], given.integer != value else { continue }
      throw .malformed("the \(key) of its sound changes from \(value) to \(given.summary)")
    }
    let more = chunk.payload
    let isShort = (bytes.count + more.count) / (width * channels) <= Self.seconds * rate
    guard isShort, bytes.count + more.count <= WyomingConnection.maximumPayload else {
      throw .malformed("a phrase is longer than \(Self.seconds) s")
    }
    bytes += more
  }

  /// The two highest bytes of each sample, and the mean of two channels.
  var speech: SpokenAudio {
    let frame = width * channels
    let samples = (0..<bytes.count / frame).map { index in
      let values = (0..<channels).map { channel in
        let high = index * frame + channel * width + width - 2
        return Int(Int16(truncatingIfNeeded: Int(bytes[high]) | Int(bytes[high + 1]) << 8))
      }
      return Int16(values.reduce(0, +) / channels)
    }
    return SpokenAudio(samples: samples, sampleRate: rate)
  }
}

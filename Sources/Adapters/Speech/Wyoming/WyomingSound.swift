import AudioMixing
import StrictJSON

struct WyomingSound {
  private static let seconds = 60
  private let rate: Int
  private let width: Int
  private let channels: Int
  private var bytes: [UInt8] = []

  /// Begins with the format that an `audio-start` names.
  init(_ start: WyomingEvent) throws(WyomingFault) {
    let (rate, width, channels) = (start["rate"]?.integer, start["width"]?.integer, start["channels"]?.integer)
    guard let rate, (8_000...96_000).contains(rate) else {
      throw .malformed("sound at \(rate.map { "\($0) Hz" } ?? "no rate")")
    }
    guard let width, (2...4).contains(width) else { throw .malformed("samples of \(width ?? 0) bytes") }
    guard let channels, (1...2).contains(channels) else { throw .malformed("sound with \(channels ?? 0) channels") }
    (self.rate, self.width, self.channels) = (rate, width, channels)
  }

  mutating func add(_ more: [UInt8]) throws(WyomingFault) {
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

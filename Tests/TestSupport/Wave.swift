public import Foundation

/// A rendered WAV file: 48 kHz, two sides, 16 bits.
///
/// It lies here, where code is optimized, because tests go through each of its samples.
public struct Wave: Sendable {
  /// Frames a second.
  public static let rate = 48_000
  /// Steps of full scale.
  public static let fullScale: Float = 32_768

  /// Interleaved.
  private let samples: [Int16]

  /// The number of frames.
  public var frames: Int { samples.count / 2 }

  /// Reads a file of that one format; anything else is an error.
  public init(_ file: Data) throws {
    let bytes = [UInt8](file)
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    func tag(_ place: Int) -> String { String(decoding: bytes[place..<place + 4], as: UTF8.self) }
    guard bytes.count >= 44, tag(0) == "RIFF", tag(8) == "WAVE" else { throw TestSupportError("not a WAV file") }
    var place = 12
    while place + 8 <= bytes.count {
      let (name, length) = (tag(place), number(place + 4, 4))
      let body = place + 8
      if name == "fmt " {
        let format = [number(body, 2), number(body + 2, 2), number(body + 4, 4), number(body + 14, 2)]
        guard format == [1, 2, Self.rate, 16] else { throw TestSupportError("not 16-bit stereo at 48 kHz: \(format)") }
      } else if name == "data" {
        // A stream has no length in its header.
        samples = numbers(in: file.dropFirst(body).prefix(length))
        return
      }
      place = body + length + length % 2
    }
    throw TestSupportError("a WAV file without data")
  }

  /// A sample of the left side in steps of 16 bits.
  public func left(_ frame: Int) -> Int { Int(samples[2 * frame]) }
  /// A sample of the right side in steps of 16 bits.
  public func right(_ frame: Int) -> Int { Int(samples[2 * frame + 1]) }

  /// The greater side of a frame, without its sign, relative to full scale.
  public func level(_ frame: Int) -> Double {
    Double(max(abs(left(frame)), abs(right(frame)))) / Double(Self.fullScale)
  }

  /// The greatest level of all frames.
  public var peak: Double { (0..<frames).reduce(0) { max($0, level($1)) } }

  /// Whether the left side is the sum of those of two others, the second of which may end earlier.
  public func isSum(of one: Wave, _ other: Wave, within steps: Int) -> Bool {
    (0..<one.frames).allSatisfy { frame in
      abs(left(frame) - one.left(frame) - (frame < other.frames ? other.left(frame) : 0)) <= steps
    }
  }

  /// Whether a frame is digital silence.
  public func isSilent(_ frame: Int) -> Bool { samples[2 * frame] == 0 && samples[2 * frame + 1] == 0 }

  /// The first and the last frame of a range that are not digital silence.
  public func heard(in range: Range<Int>) -> ClosedRange<Int>? {
    guard let first = range.first(where: { !isSilent($0) }), let last = range.last(where: { !isSilent($0) }) else {
      return nil
    }
    return first...last
  }

  /// The first and the last frame around which, over 1 ms, the mean level exceeds −40 dBFS.
  public func audible(in range: Range<Int>) -> ClosedRange<Int>? {
    let window = Self.rate / 1000
    var sum = (range.lowerBound - window / 2..<range.lowerBound + window / 2).reduce(0) { $0 + clamped($1) }
    var found: ClosedRange<Int>?
    for frame in range {
      if sum / Double(window) > 0.01 { found = (found?.lowerBound ?? frame)...frame }
      sum += clamped(frame + window / 2) - clamped(frame - window / 2)
    }
    return found
  }

  /// The length in seconds of what is heard in a range, and its frequency in Hz as that of a tone.
  public func tone(in range: Range<Int>) -> (seconds: Double, hertz: Double) {
    guard let heard = audible(in: range) else { return (0, 0) }
    let seconds = Double(heard.count) / Double(Self.rate)
    let crossings = heard.dropFirst().count { (left($0) < 0) != (left($0 - 1) < 0) }
    return (seconds, Double(crossings) / 2 / seconds)
  }

  private func clamped(_ frame: Int) -> Double { (0..<frames).contains(frame) ? level(frame) : 0 }

  /// The frame of a moment in nanoseconds: round(ns × 48 000 / 10⁹), halves up.
  public static func frame(at nanoseconds: Int) -> Int {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return whole * rate + (rest * rate + 500_000_000) / 1_000_000_000
  }
}

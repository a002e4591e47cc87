public import Foundation

/// Tones that are told apart by their pitch, 6 % from one to the next; here, where code is optimized.
public enum Tone {
  private static let rate = 48_000.0
  private static let (lowest, step) = (200.0, 1.06)

  private static func frequency(_ number: Int) -> Double { lowest * pow(step, Double(number)) }

  /// A WAV file of 80 ms.
  public static func file(_ number: Int) -> Data {
    let samples = (0..<3_840).map { frame in
      UInt16(bitPattern: Int16(12_000 * sin(2 * .pi * frequency(number) * Double(frame) / rate)))
    }
    func bytes(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    // PCM, one side, 48 kHz, 16 bits.
    let sizes = [(16, 4), (1, 2), (1, 2), (48_000, 4), (96_000, 4), (2, 2), (16, 2)]
    let format = sizes.flatMap { bytes($0.0, $0.1) }
    let data = samples.flatMap { bytes(Int($0), 2) }
    return Data(
      Array("RIFF".utf8) + bytes(36 + data.count, 4) + Array("WAVEfmt ".utf8) + format + Array("data".utf8)
        + bytes(data.count, 4) + data)
  }

  /// The numbers of the tones in raw sound, 16 bits and two sides; one that is cut off after less than two periods
  /// isn't known.
  public static func heard(in sound: Data) -> [Int] {
    let sides: [Int16] = numbers(in: sound)
    let samples = (0..<sides.count / 2).map { Double(sides[2 * $0]) }
    var (tones, last): ([Int], Int) = ([], -48_000)
    for (frame, sample) in samples.enumerated() where abs(sample) > 300 {
      if frame - last > 1_920, let tone = number(in: samples[frame..<min(frame + 3_000, samples.count)]) {
        tones.append(tone)
      }
      last = frame
    }
    return tones
  }

  /// The number of the tone with which a stretch of sound begins, by the moments at which it rises through zero.
  private static func number(in samples: ArraySlice<Double>) -> Int? {
    var rises: [Double] = []
    for frame in samples.indices.dropFirst() where samples[frame - 1] < 0 && samples[frame] >= 0 {
      rises.append(Double(frame) - samples[frame] / (samples[frame] - samples[frame - 1]))
    }
    guard rises.count > 2 else { return nil }
    let period = (rises[rises.count - 1] - rises[0]) / Double(rises.count - 1)
    return Int((log(rate / period / lowest) / log(step)).rounded())
  }
}

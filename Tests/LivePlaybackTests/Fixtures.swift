import AudioMixing
import Foundation
import Glibc
import Testing

/// The reading end of a FIFO, which never waits.
final class FifoReader {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(descriptor >= 0)
  }

  deinit { close(descriptor) }

  /// Whether any process has the FIFO at `path` open for reading.
  static func isThere(_ path: String) -> Bool {
    let writer = unsafe open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    if writer >= 0 { close(writer) }
    return writer >= 0
  }

  /// Reads what is there, `limit` bytes at most; `nil` if there is no writer.
  func drain(_ limit: Int = 1 << 20) -> [UInt8]? {
    var taken: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: min(limit, 65_536))
    while taken.count < limit {
      let count = unsafe read(descriptor, &bytes, min(bytes.count, limit - taken.count))
      if count == 0, taken.isEmpty { return nil }
      guard count > 0 else { return taken }
      taken += bytes[..<count]
    }
    return taken
  }
}

/// Stereo sound whose frames bear numbers, 0 to 65 535, that survive the way through 16 bits.
struct NumberedSound {
  private(set) var position = 0

  /// The next frames.
  mutating func next(_ count: Int) -> (left: [Float], right: [Float]) {
    defer { position += count }
    let numbers = (position..<position + count).map { $0 & 0xFFFF }
    return (numbers.map { Self.side($0 >> 8) }, numbers.map { Self.side($0 & 0xFF) })
  }

  private static func side(_ number: Int) -> Float { Float(number - 128) / 128 }

  /// The numbers of the frames in `bytes`; a rest of less than a frame is a failure.
  static func numbers(in bytes: [UInt8]) throws -> [Int] {
    try #require(bytes.count % 4 == 0)
    return stride(from: 0, to: bytes.count, by: 4).map { place in
      number(bytes[place], bytes[place + 1]) << 8 | number(bytes[place + 2], bytes[place + 3])
    }
  }

  private static func number(_ low: UInt8, _ high: UInt8) -> Int {
    let sample = Int(Int16(bitPattern: UInt16(low) | UInt16(high) << 8))
    // Dither moves a sample by two steps at most; full scale is a step short.
    return (sample + 128 + 32_768) >> 8
  }
}

extension AudioSink {
  /// Writes the next blocks of `sound`.
  mutating func write(_ blocks: Int = 1, of frames: Int, from sound: inout NumberedSound) throws {
    for _ in 0..<blocks {
      let (left, right) = sound.next(frames)
      try write(left: left.span, right: right.span)
    }
  }
}

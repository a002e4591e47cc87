public import AudioMixing
import Glibc

/// A WAV file of unknown length that goes to a descriptor: stdout, a pipe, a FIFO.
///
/// Its lengths are 0xFFFFFFFF, which sox, ffmpeg and libsndfile take as "to the end". A reader that goes away raises no
/// SIGPIPE here, whatever the process does with its signals.
public final class WAVStreamWriter {
  private let descriptor: Int32
  private let channels: Int
  private var bytes: [UInt8] = []
  /// How many frames have been taken.
  public private(set) var framesWritten = 0

  /// Writes the header; `descriptor` stays the caller's, who closes it.
  ///
  /// - Throws: `cannotWrite`, where nobody reads or nothing can be written.
  public init(descriptor: Int32, channels: Int = 2, sampleRate: Int = Bus.sampleRate) throws(SinkError) {
    self.descriptor = descriptor
    self.channels = channels
    try put(Self.header(channels: channels, sampleRate: sampleRate))
  }

  /// Takes interleaved frames of 16 bits, waiting until there is room for them.
  ///
  /// - Throws: `cannotWrite`.
  public func write(_ samples: Span<Int16>) throws(SinkError) {
    precondition(samples.count.isMultiple(of: channels), "a block holds whole frames")
    bytes.removeAll(keepingCapacity: true)
    bytes.reserveCapacity(samples.count * 2)
    for index in samples.indices {
      bytes.append(UInt8(truncatingIfNeeded: samples[index]))
      bytes.append(UInt8(truncatingIfNeeded: samples[index] >> 8))
    }
    try put(bytes)
    framesWritten += samples.count / channels
  }

  private func put(_ bytes: [UInt8]) throws(SinkError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        return BrokenPipe.spared { unsafe Glibc.write(descriptor, rest.baseAddress, rest.count) }
      }
      if count > 0 {
        done += count
      } else if count < 0, errno == EAGAIN || errno == EWOULDBLOCK {
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&watched, 1, -1)
      } else if count == 0 || errno != EINTR {
        throw .cannotWrite(errno == EPIPE ? "nobody reads it any more" : FolderDoor.message(errno))
      }
    }
  }

  private static func header(channels: Int, sampleRate: Int) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let endless = [UInt8](repeating: 0xFF, count: 4)
    let frameBytes = channels * 2
    let format =
      number(16, 4) + number(1, 2) + number(channels, 2) + number(sampleRate, 4) + number(sampleRate * frameBytes, 4)
      + number(frameBytes, 2) + number(16, 2)
    return Array("RIFF".utf8) + endless + Array("WAVEfmt ".utf8) + format + Array("data".utf8) + endless
  }
}

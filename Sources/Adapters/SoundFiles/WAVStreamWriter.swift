package import AudioMixing
internal import CSndfile
import Glibc
import HostSystem

/// Writes a WAV file of unknown length to a descriptor: stdout, a pipe or a FIFO.
///
/// Its lengths are 0xFFFFFFFF, which sox, ffmpeg and libsndfile interpret as "to the end". A closed pipe raises no
/// SIGPIPE.
package final class WAVStreamWriter {
  private let descriptor: Int32
  private let channels: Int
  package private(set) var framesWritten = 0

  /// Writes the header; the caller closes `descriptor`.
  package init(descriptor: Int32, channels: Int = 2, sampleRate: Int = Bus.sampleRate) throws(SinkError) {
    self.descriptor = descriptor
    self.channels = channels
    let header = Self.header(channels: channels, sampleRate: sampleRate)
    try unsafe header.span.withUnsafeBytes { bytes throws(SinkError) in unsafe try put(bytes) }
  }

  /// Writes interleaved frames of 16 bits, and waits while the pipe is full.
  package func write(_ samples: Span<Int16>) throws(SinkError) {
    precondition(samples.count.isMultiple(of: channels), "a block holds whole frames")
    // WAV is little-endian, like every supported machine.
    try unsafe samples.withUnsafeBytes { bytes throws(SinkError) in unsafe try put(bytes) }
    framesWritten += samples.count / channels
  }

  private func put(_ bytes: UnsafeRawBufferPointer) throws(SinkError) {
    guard let error = BrokenPipe.suppressed({ unsafe OutputWriter.write(bytes, to: descriptor) }) else { return }
    throw .cannotWrite(error == .brokenPipe ? "its reader has closed it" : "\(error)")
  }

  private static func header(channels: Int, sampleRate: Int) -> [UInt8] {
    let unknownLength = [UInt8](repeating: 0xFF, count: 4)
    let frameBytes = channels * 2
    let format =
      [(16, 4), (1, 2), (channels, 2), (sampleRate, 4), (sampleRate * frameBytes, 4), (frameBytes, 2), (16, 2)]
      .flatMap { [UInt8](number: $0.0, bytes: $0.1) }
    return Array("RIFF".utf8) + unknownLength + Array("WAVEfmt ".utf8) + format + Array("data".utf8) + unknownLength
  }
}

/// Suppresses SIGPIPE during a write.
private enum BrokenPipe {
  /// Runs `write`, which returns an error, with the signal blocked on this thread, and removes the signal that
  /// it raised.
  static func suppressed(_ write: () -> Errno?) -> Errno? {
    var (pipe, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    unsafe sigemptyset(&pipe)
    unsafe sigaddset(&pipe, SIGPIPE)
    unsafe sigpending(&pending)
    let wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
    unsafe pthread_sigmask(SIG_BLOCK, &pipe, &before)
    let error = write()
    if error == .brokenPipe, !wasPending {
      var none = timespec()
      while unsafe sigtimedwait(&pipe, nil, &none) < 0, errno == EINTR {}
    }
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    return error
  }
}

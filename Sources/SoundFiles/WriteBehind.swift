internal import CSndfile
import Glibc

/// Has the disk take what is written while more is being made.
///
/// Whoever makes a file last waits, in the end, until all of it is on the disk: so that begins as soon as there is
/// something to write. Of a long file, what is there is dropped from the system's memory, of which it would otherwise
/// take its own length; a short one stays, since whoever made it plays it next. Where the file system knows nothing of
/// this, nothing happens.
package struct WriteBehind {
  private let (window, kept): (Int, Int)
  private let descriptor: Int32
  /// What is on its way to the disk.
  private var sent = 0..<0

  /// Follows what is written to a descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: The file's; it stays the caller's.
  ///   - window: How many bytes are handed over at a time; as many again may be on their way.
  ///   - kept: How much of a file's beginning stays in memory: 23 minutes of stereo in 16 bits.
  package init(_ descriptor: Int32, window: Int = 1 << 23, kept: Int = 1 << 28) {
    self.descriptor = descriptor
    self.window = window
    self.kept = kept
  }

  /// Notes that everything up to `end` has been written.
  package mutating func reached(_ end: Int) {
    guard end - sent.upperBound >= window else { return }
    let next = sent.upperBound..<end
    push(next, waits: false)
    push(sent, waits: true)
    if sent.upperBound > kept {
      posix_fadvise(descriptor, off_t(sent.lowerBound), off_t(sent.count), POSIX_FADV_DONTNEED)
    }
    sent = next
  }

  private func push(_ range: Range<Int>, waits: Bool) {
    // A length of 0 would mean all of the file.
    if !range.isEmpty { cuebell_push(descriptor, range.lowerBound, range.count, waits ? 1 : 0) }
  }
}

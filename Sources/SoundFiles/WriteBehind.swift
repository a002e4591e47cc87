internal import CSndfile
import Glibc

/// Has the disk take what is written while more is being made.
///
/// Whoever makes a file last waits, in the end, until all of it is on the disk: so that begins as soon as there is
/// something to write. Of a long file, what is there is dropped from the system's memory, of which it would otherwise
/// take its own length; a short one stays, since whoever made it plays it next. Where the file system knows nothing of
/// this, nothing happens.
struct WriteBehind {
  /// How much is handed over at a time; as much again may be on its way: 8 MiB.
  private static let window = 1 << 23
  /// How much of a file's beginning stays in memory: 256 MiB, 23 minutes of stereo in 16 bits.
  private static let kept = 1 << 28

  private let descriptor: Int32
  /// What is on its way to the disk.
  private var sent = 0..<0

  /// Follows what is written to a descriptor.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Notes that everything up to `end` has been written.
  mutating func reached(_ end: Int) {
    guard end - sent.upperBound >= Self.window else { return }
    let next = sent.upperBound..<end
    push(next, waits: false)
    push(sent, waits: true)
    if sent.upperBound > Self.kept {
      posix_fadvise(descriptor, off_t(sent.lowerBound), off_t(sent.count), POSIX_FADV_DONTNEED)
    }
    sent = next
  }

  private func push(_ range: Range<Int>, waits: Bool) {
    // A length of 0 would mean all of the file.
    if !range.isEmpty { cuebell_push(descriptor, range.lowerBound, range.count, waits ? 1 : 0) }
  }
}

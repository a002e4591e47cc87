import Glibc

/// Tunes the allocator for runs of several hours.
enum Allocator {
  private typealias Tuning = @convention(c) (_ parameter: Int32, _ value: Int32) -> Int32

  /// `M_MMAP_THRESHOLD` of mallopt(3).
  private static let mapThreshold: Int32 = -3
  /// The default threshold in bytes, until glibc raises it.
  private static let largeBlock: Int32 = 128 * 1024

  /// Returns large blocks, such as phrases, to the system as soon as they are freed.
  ///
  /// Once one has been freed, glibc raises the threshold and allocates such blocks among the small ones, where they
  /// leave holes when they are freed: 5 MB after a quarter of an hour. An explicit threshold is never raised. It costs
  /// a few system calls per phrase. Other C libraries ignore the call. Call it before other threads are started.
  static func returnLargeBlocks() {
    guard let symbol = unsafe dlsym(nil, "mallopt") else { return }
    _ = unsafe unsafeBitCast(symbol, to: Tuning.self)(mapThreshold, largeBlock)
  }
}

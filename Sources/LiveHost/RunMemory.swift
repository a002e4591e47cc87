import Glibc

/// Keeps a run that lasts for hours from holding memory that it needs no more.
public enum RunMemory {
  private typealias Tuning = @convention(c) (_ parameter: Int32, _ value: Int32) -> Int32

  /// `M_MMAP_THRESHOLD` of mallopt(3).
  private static let mapThreshold: Int32 = -3
  /// Its value until glibc raises it, in bytes.
  private static let largeBlock: Int32 = 128 * 1024

  /// Has large blocks, phrases above all, go back to the system as soon as they are free.
  ///
  /// Once one has been freed, glibc keeps such blocks among the small ones, where those that are freed leave holes;
  /// said in so many words, the threshold stays. It costs a few system calls a phrase. Other C libraries don't know of
  /// it. It is to be called before there are other threads.
  public static func returnLargeBlocks() {
    guard let symbol = unsafe dlsym(nil, "mallopt") else { return }
    _ = unsafe unsafeBitCast(symbol, to: Tuning.self)(mapThreshold, largeBlock)
  }

  /// Lets go of the code that has been needed so far, as most of it only the start did; what is needed again comes back
  /// from the cache of files where it is called.
  ///
  /// By itself the kernel takes these pages only when memory is short. What it would keep of them and this doesn't is
  /// what somebody has written there: a debugger's breakpoints are gone, and so is what a library has changed in the
  /// code of others to be called before it. Code that has to come back from a medium that was taken out ends the
  /// process, as it would without this where it hadn't been needed before. So it is called once, just before the loop
  /// that mustn't wait begins, and what is lost or slow shows at the start.
  public static func letGoOfStart() {
    for range in codeRanges(in: maps()) {
      guard let start = unsafe UnsafeMutableRawPointer(bitPattern: range.lowerBound) else { continue }
      unsafe madvise(start, range.count, Int32(MADV_DONTNEED))
    }
  }

  /// Where code from files lies, by the lines of `/proc/self/maps` (proc_pid_maps(5)).
  package static func codeRanges(in maps: String) -> [Range<UInt>] {
    maps.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count > 5, fields[1] == "r-xp", fields[5].hasPrefix("/") else { return nil }
      let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
    }
  }

  private static func maps() -> String {
    let file = unsafe open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var (text, chunk): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 16_384))
    while case let count = unsafe read(file, &chunk, chunk.count), count > 0 { text += chunk[..<count] }
    return String(decoding: text, as: UTF8.self)
  }
}

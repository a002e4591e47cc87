import Glibc

/// Tells what goes into systemd's journal, where others may read it later.
public enum JournalStream {
  /// Whether a descriptor of this process writes into the journal; see systemd.exec(5).
  public static func takes(_ descriptor: Int32) -> Bool {
    guard let value = unsafe getenv("JOURNAL_STREAM") else { return false }
    let journal = unsafe String(cString: value)
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && journal == "\(status.st_dev):\(status.st_ino)"
  }
}

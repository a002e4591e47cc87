/// Why the history can't be had.
public enum HistoryError: Error, Equatable, Sendable {
  /// There is no folder for it, and why.
  case unavailable(String)
  /// There is no history yet.
  case none(path: String)
  /// A newer Cuebell has written it; it was left as it is.
  case newer(path: String)
  /// What is at the path is no history, or a damaged one.
  case damaged(path: String, String)
  /// What is to be written doesn't go with what is there: it will never be taken.
  case contradicted(String)
  /// SQLite can't read or write it now, and why.
  case failed(String)

  /// What a user is told.
  public var explanation: String {
    switch self {
    case .unavailable(let reason): reason
    case .none(let path): "there is no history yet (\(path))"
    case .newer(let path): "\(path) was written by a newer version of Cuebell; it is left as it is"
    case .damaged(let path, let reason): "\(path) is damaged (\(reason))"
    case .contradicted(let reason), .failed(let reason): reason
    }
  }
}

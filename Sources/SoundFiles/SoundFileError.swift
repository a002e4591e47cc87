/// Why a sound file is not read. Its text names the file, the reason and, where there is one, the cure.
public enum SoundFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no such file.
  case missing(path: String)
  /// The path leads, or might lead, out of its folder, or to something that isn't a file.
  case forbidden(path: String, reason: String)
  /// The system does not let it be read, or it breaks off.
  case unreadable(path: String, reason: String)
  /// The file is of a kind that is not read.
  case refused(path: String, reason: String)

  /// The file, the reason and the cure, in one line.
  public var description: String {
    switch self {
    case .missing(let path): "\(path): no such file"
    case .forbidden(let path, let reason), .unreadable(let path, let reason), .refused(let path, let reason):
      "\(path): \(reason)"
    }
  }
}

internal import CSndfile

/// The version of libsndfile.
public enum SndfileVersion {
  /// As the library tells it, such as `libsndfile-1.2.0`.
  public static var text: String { unsafe sf_version_string().map { unsafe String(cString: $0) } ?? "" }
}

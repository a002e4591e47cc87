internal import CEspeak

/// The version of libespeak-ng.
public enum EspeakVersion {
  /// As the library tells it, such as `1.51`; it needn't be initialised.
  public static var text: String { unsafe espeak_Info(nil).map { unsafe String(cString: $0) } ?? "" }
}

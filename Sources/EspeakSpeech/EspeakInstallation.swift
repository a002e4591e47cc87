internal import CEspeak

/// Where espeak-ng lies on this machine.
public enum EspeakInstallation {
  /// The library and the folder of its data, on which the sound of a phrase depends; a path that is empty where the
  /// library can't tell.
  ///
  /// Nothing is loaded for it. The worker, which has the environment of this process, finds the same.
  public static var paths: [String] { EspeakSynthesizer.installationPaths }
}

extension EspeakLibrary {
  /// The file of the library and the folder of its data.
  static var paths: [String] {
    // Until it has looked for its data, the library tells no folder.
    espeak_ng_InitializePath(nil)
    var data: UnsafePointer<CChar>?
    let version = unsafe espeak_Info(&data)
    return unsafe [cuebell_library(version), data].map { unsafe $0.map { unsafe String(cString: $0) } ?? "" }
  }
}

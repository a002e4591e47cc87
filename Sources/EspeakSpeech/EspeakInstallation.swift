internal import CEspeak

/// Where espeak-ng lies on this machine.
public enum EspeakInstallation {
  /// The library, the folder of its data, and the library of mathematics, by which both it and what is made of its
  /// speech reckon: all that the sound of a phrase depends on. A path is empty where it can't be told.
  ///
  /// Nothing is loaded for it. The worker, which has the environment of this process, finds the same.
  public static var paths: [String] { EspeakSynthesizer.installationPaths }
}

extension EspeakLibrary {
  /// The file of the library, the folder of its data, and the file of the library of mathematics.
  static var paths: [String] {
    // Until it has looked for its data, the library tells no folder.
    espeak_ng_InitializePath(nil)
    var data: UnsafePointer<CChar>?
    let version = unsafe espeak_Info(&data)
    return unsafe [cuebell_library(version), data, cuebell_mathematics()].map {
      unsafe $0.map { unsafe String(cString: $0) } ?? ""
    }
  }
}

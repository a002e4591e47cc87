internal import CEspeak
import Glibc
import HostSystem

/// The installation of espeak-ng on this machine, inspected without loading it.
package enum EspeakInstallation {
  /// The version that the library reports, such as `1.51`.
  package static var version: String { unsafe espeak_Info(nil).map { unsafe String(cString: $0) } ?? "" }

  /// The paths that the sound of a phrase depends on: the library, the folder of its data, and the mathematics library
  /// that it uses.
  ///
  /// A path is empty if it is unknown. The worker, which inherits the environment of this process, uses the same.
  package static var paths: [String] { EspeakSynthesizer.installationPaths }

  /// Identifies the installation, and other `files` that phrases depend on, by the version and the size, time of change
  /// and time of status change of each file or folder; `nil` if one is missing.
  ///
  /// A package manager that replaces a file of the data renames another over it, which changes the time of its folder;
  /// dictionaries are in the folder of the data, languages and variants in folders below it. A data file that is
  /// overwritten in place goes undetected.
  package static func identity(with files: [String]) -> String? { identity(of: paths + files) }

  /// The folders of languages and variants, such as `lang/gmw` and `voices/!v`, in the folder of the data.
  private static func folders(in data: String) -> [String] {
    ["lang", "voices"].flatMap { kind in
      FolderNames.list("\(data)/\(kind)").map { "\(data)/\(kind)/\($0)" }
    }
  }

  package static func identity(of paths: [String]) -> String? {
    stamps(of: paths.flatMap { [$0] + folders(in: $0) }).map { "espeak-ng \(version)" + $0 }
  }

  /// A text that changes with each file; `nil` if one is missing.
  package static func stamps(of files: [String]) -> String? {
    var text = ""
    for path in files {
      guard let status = try? unsafe Stat(path).rawValue else { return nil }
      let (content, change) = (status.st_mtim, status.st_ctim)
      text += " \(status.st_size):\(content.tv_sec).\(content.tv_nsec):\(change.tv_sec).\(change.tv_nsec)"
    }
    return text
  }
}

extension EspeakLibrary {
  /// The file of the library, the folder of its data, and the file of the library of mathematics.
  static var paths: [String] {
    // The library reports no folder until it has looked for its data.
    locateData()
    var data: UnsafePointer<CChar>?
    _ = unsafe espeak_Info(&data)
    return unsafe [file] + [data, cuebell_mathematics()].map { unsafe $0.map { unsafe String(cString: $0) } ?? "" }
  }

  /// Makes the library look for its data: where the environment says, else beside itself, else where it was built to
  /// look. A copy that comes with the program can't read the data of another version.
  static func locateData() {
    let folder = file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex)
    let isNamed = unsafe getenv("ESPEAK_DATA_PATH") != nil
    let isBeside = (try? unsafe Stat("\(folder)/espeak-ng-data"))?.type == .directory
    unsafe espeak_ng_InitializePath(!isNamed && isBeside ? String(folder) : nil)
  }

  private static var file: String {
    unsafe cuebell_library(espeak_Info(nil)).map { unsafe String(cString: $0) } ?? ""
  }
}

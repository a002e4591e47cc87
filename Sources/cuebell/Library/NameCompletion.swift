import ArgumentParser
import FoundationEssentials
import Glibc
import WorkoutModel

extension CompletionKind {
  /// The names of workouts, and JSON files.
  static var workouts: CompletionKind { names { !WorkoutFolders.isProgramme($0) } }
  /// The names of programmes, and JSON files.
  static var programmes: CompletionKind { names { WorkoutFolders.isProgramme($0) } }

  private static func names(_ isWanted: @escaping @Sendable (WorkoutFolders.Entry) -> Bool) -> CompletionKind {
    .custom { _, _, prefix in
      let entries = (try? WorkoutFolders([], SettingsFile.read()).entries()) ?? []
      // A name with a control character would reach the terminal, and replaced it names no file.
      return (entries.filter(isWanted).map(\.name) + files(prefix)).filter { SafeText.filtered($0) == $0 }
    }
  }

  /// The JSON files and the folders whose paths begin with the typed text.
  private static func files(_ prefix: String) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { prefix[...$0] } ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : String(folder))) ?? []
    let isHidden = prefix.dropFirst(folder.count).hasPrefix(".")
    return names.sorted().compactMap { name in
      let path = folder + name
      var status = stat()
      guard path.hasPrefix(prefix), isHidden || !name.hasPrefix("."), unsafe stat(String(path), &status) == 0 else {
        return nil
      }
      if status.st_mode & S_IFMT == S_IFDIR { return path + "/" }
      return name.hasSuffix(".json") ? String(path) : nil
    }
  }
}

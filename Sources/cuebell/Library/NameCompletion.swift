import ArgumentParser
import FoundationEssentials
import Glibc
import WorkoutModel

extension CompletionKind {
  /// The names of workouts, and JSON files.
  static var workouts: CompletionKind {
    .custom { _, _, prefix in
      NameCompletion.printable(
        NameCompletion.names { !WorkoutFolders.isProgramme($0) } + NameCompletion.files(prefix))
    }
  }

  /// The names of programmes, and JSON files.
  static var programmes: CompletionKind {
    .custom { _, _, prefix in
      NameCompletion.printable(NameCompletion.names(WorkoutFolders.isProgramme) + NameCompletion.files(prefix))
    }
  }
}

private enum NameCompletion {
  /// The names without control characters: a name with one would reach the terminal, and replaced it names no file.
  static func printable(_ names: [String]) -> [String] { names.filter { SafeText.filtered($0) == $0 } }

  static func names(_ isWanted: (WorkoutFolders.Entry) -> Bool) -> [String] {
    ((try? WorkoutFolders([], SettingsFile.read()).entries()) ?? []).filter(isWanted).map(\.name)
  }

  /// The JSON files and the folders whose paths begin with the typed text.
  static func files(_ prefix: String) -> [String] {
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

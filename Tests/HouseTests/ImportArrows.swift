/// Which module may import which.
struct ImportArrows: Rule {
  /// What a module may import: of ours, and of others.
  struct Arrows {
    var ours: Set<String> = []
    var others: Set<String> = []
  }

  /// The arrows of the house; a new module has to be written down here.
  static let house: [String: Arrows] = [
    "WorkoutModel": Arrows(),
    "WorkoutEngine": Arrows(ours: ["WorkoutModel"]),
    "DriftSimulation": Arrows(ours: ["WorkoutModel", "WorkoutEngine"]),
    "SpokenWords": Arrows(ours: ["WorkoutModel"]),
    "AudioMixing": Arrows(others: ["Glibc"]),
    "SessionReporting": Arrows(ours: ["WorkoutModel", "WorkoutEngine"]),
    "TerminalDrawing": Arrows(ours: ["WorkoutModel", "WorkoutEngine", "SessionReporting"]),
    "CueAudio": Arrows(
      ours: ["WorkoutModel", "WorkoutEngine", "SpokenWords", "AudioMixing"], others: ["Synchronization"]),
    "WorkoutFiles": Arrows(ours: ["WorkoutModel"]),
    "ScenarioFiles": Arrows(ours: ["WorkoutModel", "WorkoutEngine", "WorkoutFiles", "DriftSimulation"]),
    "DriftReporting": Arrows(
      ours: ["WorkoutModel", "WorkoutEngine", "SessionReporting", "DriftSimulation", "ScenarioFiles"]),
    "EspeakSpeech": Arrows(ours: ["AudioMixing", "CEspeak"], others: ["Glibc", "Synchronization"]),
    "PhraseFiles": Arrows(ours: ["AudioMixing", "CueAudio", "HostThreads"], others: ["Glibc", "Synchronization"]),
    "ALSAOutput": Arrows(ours: ["AudioMixing", "HostThreads", "CALSA"], others: ["Glibc", "Synchronization"]),
    "SoundFiles": Arrows(ours: ["AudioMixing", "HostThreads", "CSndfile"], others: ["Glibc", "Synchronization"]),
    "HostThreads": Arrows(others: ["Glibc", "Synchronization"]),
    "LiveHost": Arrows(
      ours: ["WorkoutModel", "WorkoutEngine", "AudioMixing", "CueAudio", "HostThreads"],
      others: ["Glibc", "Synchronization"]),
    "HostCheckup": Arrows(ours: ["LiveHost", "HostThreads"], others: ["Glibc"]),
    "SessionHistory": Arrows(
      ours: ["WorkoutModel", "WorkoutEngine", "SessionReporting", "TerminalDrawing", "HostThreads"],
      others: ["FoundationEssentials", "GRDB", "GRDBSQLite", "Glibc", "Synchronization"]),
    "cuebell": Arrows(
      ours: [
        "WorkoutModel", "WorkoutFiles", "WorkoutEngine", "SpokenWords", "AudioMixing", "CueAudio", "SessionReporting",
        "TerminalDrawing", "EspeakSpeech", "PhraseFiles", "ALSAOutput", "SoundFiles", "HostThreads", "LiveHost",
        "HostCheckup", "DriftSimulation", "ScenarioFiles", "DriftReporting", "SessionHistory",
      ],
      others: ["ArgumentParser", "FoundationEssentials", "Glibc", "Synchronization"]),
  ]

  func complaints(about file: SourceFile) -> [String] {
    guard let module = file.module else { return [] }
    guard let arrows = Self.house[module] else {
      return [file.complaint(0, "no arrows are written down for \(module)")]
    }
    let allowed = arrows.ours.union(arrows.others)
    return file.declarations.compactMap { line, declaration in
      guard declaration.keyword == "import", !allowed.contains(declaration.name) else { return nil }
      return file.complaint(line, "\(module) may not import \(declaration.name)")
    }
  }
}

/// What the package manifest says of its modules.
struct Manifest {
  /// The dependencies of each library of ours, by name.
  let rooms: [String: Set<String>]

  /// Reads the lines such as `room("CueAudio", ["AudioMixing"]),`, which are broken where they are long.
  init(_ text: String) {
    let text = text.replacing(#/room\(\s+/#, with: "room(").replacing(#/",\s+\[/#, with: "\", [")
    rooms = text.split(separator: "\n").reduce(into: [:]) { rooms, line in
      let line = line.drop { $0 == " " }
      guard line.hasPrefix("room(\"") else { return }
      // Between quotes lie the odd pieces.
      let names = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      if let name = names.first { rooms[name] = Set(names.dropFirst()) }
    }
  }
}

/// Words that mark unfinished work, unhandled errors, or access to the environment where it is not allowed.
struct BannedWords: Rule {
  /// Banned in all sources.
  static let everywhere = [
    "TODO", "FIXME", "XXX", "HACK", "fatalError(", "try!", "as!", "nonisolated(unsafe)", "@unchecked Sendable",
    "print(", "debugPrint(",
  ]
  /// Banned where the same inputs must lead to the same outputs.
  static let inCore = [
    "ContinuousClock", "SuspendingClock", "Date(", "FileManager", ".random(in", ".randomElement(", ".shuffled(",
    ".shuffle(", "SystemRandomNumberGenerator", "Task.sleep",
  ]

  /// Private names of types for which the field has a term.
  static let privateNames = [
    "FrontDesk", "Errands", "Brake", "Parcel", "Outlet", "SinkDoor", "FolderDoor", "Ensemble", "Deed", "DeedWord",
    "PhaseSheet", "CueBook", "Lexicon", "PhraseBook", "PhraseShelf", "PhraseForesight", "PhraseLoader", "Arbiter",
    "MomentFinder", "CandidateFinder", "TakenUpSession", "GoingOn", "SessionKeeper", "Outflow", "TerminalRescue",
    "ServiceFollower", "SignalEcho", "FileRoles", "SimulationStage", "FailureFolder", "Conductor", "BusTime", "Glide",
    "MixPart", "PartTaker", "RainMaker", "Truth", "TruthPoint", "RunPiece", "Evidence", "NeverStale", "SurvivesDeath",
    "Disturbances", "WakeUps", "HostHabits", "ScenarioMaker", "ScriptDraft", "Diction", "Wording", "WordTable",
    "DisposableProcess", "TextGuard", "StallWatch", "ALSATrial", "VirtualFile", "PendingFile", "HeaderCheck",
    "SessionLeg", "HistoryPlace", "FileMark", "ProcessMark", "SpanText", "SoundSurroundings", "Milestone", "Glance",
    "Drill", "Diary", "LiveEar", "Console", "Repaint", "Paint", "PlainLines", "EventLines", "Staging", "Splice",
    "MPEGHead", "HostMoment", "Overdue", "DeedRecord", "PhrasePlace", "TakingUp", "RunMemory", "OceanMaker",
    "DroneMaker", "I16TimeWaitsForNobody", "I11WallClockIsForShow", "HostCondition", "Canvas", "Finding",
    "HostCheckup", "Standing", "Shelf", "Studio", "Workbench", "Zoo", "TalkMaker", "AttentiveSpeech", "NotedSpeech",
  ]

  /// Everyday words that name no type, though prose may use them.
  static let everydayNames: Set<String> = [
    "Readings", "Usage", "Letter", "Rest", "Spot", "Pages", "Interruption", "Signals", "Measures", "Recovery", "Scene",
    "Composition", "Utterance", "Visit", "Stem", "Heard", "Told", "Holder", "Killer", "Chance", "Parts",
  ]

  /// Words of an older register, in prose and as parts of identifiers, in lower case.
  static let oldWords: Set<String> = [
    "whoever", "anew", "amiss", "upon", "errand", "errands", "parcel", "parcels", "deed", "deeds", "desk", "house",
    "lexicon", "foresee", "foresees", "foreseen", "wish", "wishes", "wished", "door", "doors", "keeper",
  ]

  let words: [String]

  func complaints(about file: SourceFile) -> [String] {
    let candidates = words.filter { word in
      word.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.allSatisfy { file.names.contains(String($0)) }
    }
    guard !candidates.isEmpty else { return [] }
    return file.lines.enumerated().flatMap { index, line in
      candidates.filter { Self.contains(line, $0) }.map { file.complaint(index, "\"\($0)\" is banned here") }
    }
  }

  /// Whether a line has a word by itself: `print(` is not in `fingerprint(`.
  private static func contains(_ line: Substring, _ word: String) -> Bool {
    line.ranges(of: word).contains { range in
      let before = line[..<range.lowerBound].last
      let after = line[range.upperBound...].first
      return !(joins(before) && joins(word.first)) && !(joins(after) && joins(word.last))
    }
  }

  private static func joins(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
  }
}

/// No type is named by an everyday word for which the field has a term.
struct EverydayNames: Rule {
  func complaints(about file: SourceFile) -> [String] {
    file.declarations.compactMap { line, declaration in
      guard Declaration.types.contains(declaration.keyword), BannedWords.everydayNames.contains(declaration.name)
      else { return nil }
      return file.complaint(line, "the \(declaration.keyword) \(declaration.name) has an everyday word for its name")
    }
  }
}

/// No text and no identifier uses a word of the older register; identifiers are split where a capital begins a word.
///
/// Code in a page is excepted: a changelog names what was renamed.
struct OldWords: Rule {
  func complaints(about file: SourceFile) -> [String] {
    guard file.names.contains(where: { !BannedWords.oldWords.isDisjoint(with: Self.parts(of: $0)) }) else { return [] }
    let isPage = file.path.hasSuffix(".md")
    return file.lines.enumerated().flatMap { index, line in
      Self.parts(of: isPage ? Self.prose(of: line) : String(line)).filter(BannedWords.oldWords.contains).map {
        file.complaint(index, "\"\($0)\" is an old word")
      }
    }
  }

  /// A line without what is between backticks.
  private static func prose(of line: Substring) -> String {
    line.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 0 }
      .map(\.element).joined(separator: " ")
  }

  private static func parts(of line: some StringProtocol) -> [String] {
    var parts: [String] = []
    var isInWord = false
    for character in line {
      if character.isLetter {
        if !isInWord || character.isUppercase { parts.append("") }
        parts[parts.count - 1] += character.lowercased()
      }
      isInWord = character.isLetter
    }
    return parts
  }
}

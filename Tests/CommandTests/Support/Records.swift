import FoundationEssentials

/// A line of `--json` or `--cues`.
struct EventRecord: Decodable {
  let api: Int
  let seq: Int
  let t: Int
  let event: String
  let workout: String?
  let total: Int?
  let playback: String?
  let name: String?
  let action: String?
  let accepted: Bool?
  let from: String?
  let reason: String?
  let elapsed: Int?
  let owner: String?
  let sink: String?
  let device: String?
  let state: String?
  let xruns: Int?
  let dropped: Int?

  /// Reads every line; one that isn't such an object is an error.
  static func all(in text: String) throws -> [EventRecord] { try read(lines(of: text)) }

  private static func lines(of text: String) -> [Data] { text.split(separator: "\n").map { Data($0.utf8) } }

  private static func read<Record: Decodable>(_ lines: [Data]) throws -> [Record] {
    try lines.map { try JSONDecoder().decode(Record.self, from: $0) }
  }

  /// The cues among the lines.
  static func cues(in text: String) throws -> [CueRecord] {
    let pairs = try zip(all(in: text), lines(of: text)).filter { $0.0.event == "cue" }
    return try read(pairs.map(\.1))
  }
}

/// A cue, in an event or in a shown plan; times are nanoseconds.
struct CueRecord: Decodable, Equatable {
  let cue: String
  let kind: String
  let phase: String
  let due: Int
  let mark: Int
  let at: Int?
  let outcome: String
  let cause: String?
  let sound: String?
  let say: String?
  let frame: Int

  /// Whether it was heard: after its moment, where a busy machine has held up the run.
  var isHeard: Bool { outcome == "onTime" || outcome == "late" }
  /// What is heard of it and when, whatever it is called.
  var content: String { "\(due) \(mark) [\(sound ?? "")] \(say ?? "") \(outcome)" }
}

/// What `show --json` prints.
struct PlanRecord: Decodable {
  /// Something that was moved or left out.
  struct Note: Decodable {
    let change: String
    let cue: String
    let kind: String
    let mark: Int
    let say: String
  }

  let total: Int?
  let cues: [CueRecord]
  let notes: [Note]
  let omittedPhases: Int

  init(_ text: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) }
}

import TestSupport
import Testing
import WorkoutFiles

/// Small documents, right and wrong in every field: the schema and the reader must say the same of each.
@Suite struct `The JSON schema and the reader` {
  /// A document with a hole in it, and what may be put there besides what every hole gets.
  private struct Hole {
    let before: String
    let after: String
    let values: [String]
    let isKey: Bool

    /// - Parameters:
    ///   - document: The document, in which `#` is the hole.
    ///   - values: What is apt to go there.
    ///   - isKey: Whether a key goes there, which is text in JSON of any kind.
    init(_ document: String, _ values: [String], isKey: Bool = false) {
      self.isKey = isKey
      let parts = document.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      (before, after) = (parts[0], parts[1])
      self.values = values
    }

    func filled(_ value: String) -> String { before + value + after }
  }

  /// What goes into every hole.
  private static let common = [
    "null", "true", "false", "0", "1", "-1", "2.5", "1e400", "[]", "{}", #""""#, #"" ""#, #""x""#, "[null]", #"["x"]"#,
  ]
  private static let durations = [
    "0.5", "0.999999999", "86400", "86400.5", "604800", #""0s""#, #""1s""#, #""999ms""#, #""1000ms""#, #""1500ms""#,
    #""0.5s""#, #""0.999999999s""#, #""1.5s""#, #""0s500ms""#, #""0m0s""#, #""0m1s""#, #""0.016m""#,
    #""0.0166m""#, #""0.02m""#, #""0.5m""#, #""0.0002h""#, #""0.0003h""#, #""0.00001d""#, #""0.00002d""#, #""0:00""#,
    #""0:01""#, #""1:30""#, #""0:00:00""#, #""0:00:01""#, #""1:00:00""#, #""1:60""#, #""PT0S""#, #""PT0.5S""#,
    #""PT1S""#, #""PT0.016M""#, #""PT0.5M""#, #""PT1M30S""#, #""PT0.0002H""#, #""90""#, #""5 s""#, #""1m30""#,
    #""-5s""#, #""s""#, #""1.5.s""#, #""1.5m30s""#, #""30s1m""#, #""1S""#, #""pt1s""#, #""00s""#, #""01s""#,
  ]
  private static let moments =
    durations.compactMap { text in
      text.hasPrefix("\"") ? "\"every " + text.dropFirst() : nil
    } + [
      #""start""#, #""end""#, #""half""#, #""end-3s""#, #""start+0s""#, #""half+500ms""#, #""end - 3s""#, #""End""#,
      #""25%""#, #""0%+1s""#, #""100%-3s""#, #""101%""#, #""2.5%""#, #""%""#, #""-5%""#, #""025%""#,
      #""random 1""#, #""random 0""#, #""random 100""#, #""random 101""#, #""random 2.5""#, #""every""#, #""start+""#,
      #""end-3""#, #""every -5s""#, #""every  5s""#,
    ]
  private static let numbers = [
    "0.5", "9", "10", "59", "60", "61", "80", "99", "100", "450", "451", "100000", "100001",
  ]
  private static let tempos = [
    #""3-1-2-0""#, #""0.5-0-0.5-0""#, #""0-0-0-0""#, #""0.0-0-0.0-0""#, #""60-0-0-0""#, #""60.5-0-0-0""#,
    #""61-0-0-0""#,
    #""3-1-2""#, #""3-1-2-0-1""#, #""3-1-X-0""#, #""3.2-1-2-0""#, #""3.0-1.5-2-0""#, #""003-1-2-0""#, #"" 3-1-2-0""#,
    #""3--2-0""#,
  ]
  private static let setChoices = [
    #""odd""#, #""even""#, "5", "0", "[1, 3]", "[]", "[0]", #"{ "every": 3 }"#, #"{ "every": 3, "from": 2 }"#,
    #"{ "from": 2 }"#, #"{ "every": 0 }"#,
  ]
  private static let gains = ["-60", "-60.5", "24", "24.5", "-12", #""clear""#]
  private static let texts = [
    #""{phase}""#, #""{next} {set} {sets}""#, #""{reps}""#, #""{""#, #""}""#, #""{x}""#, #""{set@}""#, #""{workout}""#,
    #""f3""#, #""a b""#, #""en""#, #""en-GB""#, #""en_GB""#, #""e""#, #""en-x""#, #""x-klingon""#, #""zh-Hant-TW""#,
    #""first""#, #""last""#, #""not-last""#, #""high""#, #""sit""#, #"["high", "low"]"#, #"["high", "x"]"#, #""hiit""#,
  ]

  private static func cue(_ fields: String, in place: String = "phase") -> String {
    let rule = "{ \(place == "" ? "" : "\"on\": \"\(place)\", ")\(fields) }"
    return #"{ "name": "W", "phases": [{ "name": "A", "duration": 60 }], "cues": [\#(rule)] }"#
  }

  private static func phase(_ fields: String) -> String { #"{ "name": "W", "phases": [{ \#(fields) }] }"# }

  /// So many sets that each number of a set is allowed; with sides they would be too many phases.
  private static func phaseInSets(_ fields: String, sets: Int = 100_000) -> String {
    #"{ "name": "W", "phases": [{ "sets": \#(sets), "phases": [{ \#(fields) }] }] }"#
  }

  private static func group(_ fields: String) -> String {
    #"{ "name": "W", "phases": [{ \#(fields), "phases": [{ "name": "A", "open": true }] }] }"#
  }

  private static let holes = [
    Hole(##"{ "name": #, "phases": [{ "name": "A", "duration": 1 }] }"##, texts),
    Hole(##"{ "name": "W", "phases": # }"##, [#"[{ "name": "A", "duration": 1 }]"#]),
    Hole(##"{ "name": "W", "style": #, "phases": [{ "name": "A", "duration": 1 }] }"##, texts),
    Hole(##"{ "name": "W", "tags": #, "phases": [{ "name": "A", "duration": 1 }] }"##, []),
    Hole(##"{ "name": "W", "voice": #, "phases": [{ "name": "A", "duration": 1 }] }"##, []),
    Hole(##"{ "name": "W", "voice": { "language": # }, "phases": [{ "name": "A", "duration": 1 }] }"##, texts),
    Hole(##"{ "name": "W", "voice": { "variant": # }, "phases": [{ "name": "A", "duration": 1 }] }"##, texts),
    Hole(##"{ "name": "W", "voice": { "rate": # }, "phases": [{ "name": "A", "duration": 1 }] }"##, numbers),
    Hole(##"{ "name": "W", "voice": { "pitch": # }, "phases": [{ "name": "A", "duration": 1 }] }"##, numbers),
    Hole(##"{ "name": "W", "ambient": #, "phases": [{ "name": "A", "duration": 1 }] }"##, []),
    Hole(
      ##"{ "name": "W", "ambient": { "sound": "rain", "gain": # }, "phases": [{ "name": "A", "duration": 1 }] }"##,
      gains),
    Hole(
      ##"{ "name": "W", "ambient": { "sound": "rain", "duck": # }, "phases": [{ "name": "A", "duration": 1 }] }"##,
      gains),
    Hole(
      ##"{ "name": "W", "ambient": { "sound": "rain", "fade": # }, "phases": [{ "name": "A", "duration": 1 }] }"##,
      durations),
    Hole(##"{ "name": "W", "pronounce": #, "phases": [{ "name": "A", "duration": 1 }] }"##, [#"{ "Qi": "chee" }"#]),
    Hole(
      ##"{ "name": "W", "translations": #, "phases": [{ "name": "A", "duration": 1 }] }"##,
      [#"{ "de": {} }"#, #"{ "pt-BR": { "A": "B" } }"#, #"{ "x-a": {} }"#, #"{ "d": { "A": "B" } }"#]),
    Hole(
      ##"{ "name": "W", "translations": { "de": # }, "phases": [{ "name": "A", "duration": 1 }] }"##,
      [#"{ "A": "B" }"#, #"{ "A": "" }"#, #"{ "": "A" }"#, #"{ "A": 5 }"#]),
    Hole(phase(##""name": "A", "duration": #"##), durations),
    Hole(phase(##""name": "A", "open": true, "cap": #"##), durations),
    Hole(phaseInSets(##""name": "A", "open": true, "reps": #"##), numbers + ["[10, 8]", "[0]", "[10001]"]),
    Hole(
      phaseInSets(##""name": "A", "duration": 5, "reps": #"##),
      numbers + [#"{ "from": 5, "by": 0 }"#, #"{ "from": 5 }"#]),
    Hole(phaseInSets(##""name": "A", "reps": 3, "tempo": #"##), tempos),
    Hole(phaseInSets(##""name": "A", "duration": 5, "skip": #"##), numbers + texts + ["[2, 3]", "[0]"]),
    Hole(
      phaseInSets(##""name": "A", "duration": 5, "sides": #"##, sets: 10),
      [#"["a", "b"]"#, #"["a", ""]"#, #"["a"]"#, "[]"]),
    Hole(phaseInSets(##""name": "A", "duration": 5, "sides": true, "change": #"##, sets: 10), durations),
    Hole(phaseInSets(##""name": "A", "duration": 5, #: 5"##), [#""change""#, #""tempo""#, #""open""#], isKey: true),
    Hole(phase(##""name": "A", "open": #"##), []),
    // What a placeholder needs around it, no schema sees.
    Hole(
      phaseInSets(##""name": "A", "duration": 5, "say": #"##),
      texts.filter { !$0.contains("{set}") && !$0.contains("{reps}") }),
    Hole(phase(##""name": "A", "duration": 5, "intensity": #"##), texts),
    Hole(phaseInSets(##""name": #, "duration": 5"##), texts),
    Hole(phaseInSets(##""name": "A", "duration": 5, "notes": #"##), texts),
    Hole(
      phase(##""name": "A", "duration": 5, #: 5"##), [#""cap""#, #""x-note""#, #""$schema""#], isKey: true),
    Hole(group(##""sets": #"##), numbers),
    Hole(group(##""for": #"##), durations),
    Hole(group(##""sets": 3, "every": #"##), durations),
    Hole(group(##""sets": 3, "cap": #"##), durations),
    Hole(group(##""sets": 3, "order": #"##), [#""shuffled""#, #""shuffled-each-set""#, #""random""#]),
    Hole(group(##""sets": 3, "pick": #"##), ["0", "-1"]),
    Hole(group(##""sets": 3, #: 5"##), [#""cap""#, #""every""#, #""for""#, #""change""#, #""tempo""#], isKey: true),
    Hole(
      ##"{ "name": "W", "blocks": #, "phases": [{ "name": "A", "duration": 1 }] }"##,
      [#"{ "a": {} }"#, #"{ "a": { "name": "B", "duration": 1 } }"#]),
    Hole(group(##""sets": 3, "name": #"##), texts),
    Hole(cue(##""at": #, "sound": "gong""##), moments),
    Hole(cue(##""at": #, "count": 3"##), moments),
    Hole(cue(##""at": #, "say": "x""##), [#"["start", "50%"]"#, #"["start", "60"]"#, #"["every 5s", "end"]"#]),
    Hole(cue(##""at": #, "count": 3"##), [#"["start", "50%"]"#, #"["start", "every 5s"]"#]),
    Hole(cue(##""id": #, "at": "start", "say": "x""##), texts),
    Hole(cue(##""at": "start", "sound": "gong", "strikes": #"##), numbers),
    Hole(cue(##""at": "start", "sound": "gong", "gain": #"##), gains),
    Hole(cue(##""at": "start", "say": #"##), texts),
    Hole(cue(##""at": "start", "count": #"##), numbers),
    Hole(cue(##""at": "start", "say": "x", "align": #"##), [#""start""#, #""end""#]),
    Hole(cue(##""at": "start", "say": "x", "class": #"##), [#""info""#, #""bell""#, #""warn""#]),
    Hole(cue(##""at": "start", "say": "x", "if": #"##), []),
    Hole(cue(##""at": "start", "say": "x", "if": { "longerThan": # }"##), durations),
    Hole(cue(##""at": "start", "say": "x", "if": { "atLeast": # }"##), durations),
    Hole(cue(##""at": "every 5s", "say": "x", "if": { "before": # }"##), moments),
    Hole(cue(##""at": "start", "say": "x", "if": { "intensity": # }"##), texts),
    Hole(cue(##""at": "start", "say": "x", "if": { "set": # }"##, in: "set"), texts + setChoices),
    Hole(cue(##""on": #, "at": "start", "say": "x""##, in: ""), [#""phase""#, #""set""#, #""workout""#]),
    Hole(
      cue(##""at": "start", #: 2, "say": "x""##), [#""count""#, #""strikes""#, #""spacing""#, #""gain""#], isKey: true),
  ]

  @Test func `agree on small documents with any value in each field`() throws {
    let documents = Self.holes.flatMap { hole in
      ((hole.isKey ? [] : Self.common) + hole.values).map(hole.filled)
    }
    #expect(documents.count > 1_200)
    let differences = try differences(documents)
    #expect(differences.isEmpty, "\(differences.count):\n\(differences.joined(separator: "\n"))")
  }

  @Test func `agree on what is measured and coached, in its whole grammar at random`() throws {
    let seed = SplitMix64.seed(20_270)
    var random = RandomSensorTexts(seed: seed)
    let documents = (0..<4_000).map { _ in random.document() }
    let accepted = documents.count { complaints($0).isEmpty }
    #expect((800...3_200).contains(accepted), "seed \(seed): \(accepted) are right")
    let differences = try differences(documents)
    #expect(differences.isEmpty, "seed \(seed), \(differences.count):\n\(differences.joined(separator: "\n"))")
  }

  /// The documents that only one of the two accepts.
  private func differences(_ documents: [String]) throws -> [String] {
    let verdicts = try SchemaValidator("workout.schema.json").accepts(documents)
    return zip(documents, verdicts).compactMap { document, isAccepted in
      let found = complaints(document)
      guard found.isEmpty != isAccepted else { return nil }
      return "\(isAccepted ? "the reader" : "the schema") alone refuses \(document): \(found)"
    }
  }
}

import SessionReporting
import StrictJSON
package import WorkoutEngine
import WorkoutModel

/// A log as a page keeps it.
extension SessionLog {
  /// The log up to an instant of its last run, as JSON on one line.
  package func text(at end: Duration) -> String {
    let fields: JSONFields = [
      "seed": "\(seed)".json, "runs": runs.map { $0.fields }.json, "end": end.json,
    ]
    return fields.line(.compact)
  }

  /// The log that a text tells, and its last instant; `nil` if it tells none.
  static func told(by text: String) -> (log: SessionLog, end: Duration)? {
    guard let object = JSONObject(line: text.utf8), let seed = object["seed"]?.text.flatMap({ UInt64($0) }),
      let end = object["end"]?.duration, let list = object["runs"]?.list
    else { return nil }
    let runs = list.compactMap(Run.init)
    return runs.count == list.count && !runs.isEmpty ? (SessionLog(seed: seed, runs: runs), end) : nil
  }
}

extension SessionLog.Run {
  fileprivate var fields: JSONFields {
    var fields: JSONFields = [
      "policies": JSONOutput.raw(policies.text), "entries": entries.map { $0.json }.json,
      "counts": [counts.actions, counts.refusals, counts.outcomes].map { counts in
        JSONFields(counts.sorted { $0.key < $1.key })
      }.json,
    ]
    if case .continued(let end, let clock) = start { fields.add("continued", [end, clock]) }
    return fields
  }

  fileprivate init?(_ value: JSONValue) {
    guard let policies = value["policies"].flatMap({ Policies($0.json.line()) }),
      let list = value["entries"]?.list, let counts = value["counts"]?.list, counts.count == 3
    else { return nil }
    let times = value["continued"]?.list?.compactMap { $0.duration } ?? []
    self.init(times.count == 2 ? .continued(after: times[0], clock: times[1]) : .beginning, policies)
    entries = list.compactMap(SessionLog.Entry.init)
    guard entries.count == list.count else { return nil }
    for (index, isRefused) in [false, true].enumerated() {
      for (name, count) in Self.numbers(counts[index]) {
        for _ in 0..<count { self.counts.count(action: name, isRefused: isRefused) }
      }
    }
    for (name, count) in Self.numbers(counts[2]) {
      if let outcome = Outcome(rawValue: name) { self.counts.count(outcome, times: count) }
    }
  }

  private static func numbers(_ value: JSONValue) -> [(name: String, count: Int)] {
    (value.object?.members ?? []).map { ($0.key, min(max(0, $0.value.integer ?? 0), 1 << 20)) }
  }
}

extension SessionLog.Entry {
  /// A list of what the entry is and of its values.
  fileprivate var json: JSONOutput {
    switch self {
    case .action(.measure(let signal, let value, let source), let at):
      ["measure".json, signal.rawValue.json, value.json, source.json, at.json].json
    case .action(.speechFailed(let phrase, let reason), let at):
      ["speechFailed".json, phrase.text.json, reason.json, at.json].json
    case .action(let action, let at): ["action".json, action.name.json, action.argument.json, at.json].json
    case .coached(let call, let signal, let at):
      ["coached".json, call.rawValue.json, signal.rawValue.json, at.json].json
    case .said(let at): ["said".json, "".json, "".json, at.json].json
    case .cue(let fact):
      [
        "cue".json, "\(fact.key)".json, fact.segment.text.json, fact.mark.json, fact.offset.json, fact.due.json,
        fact.isRefused.json, fact.hasWords.json,
      ].json
    }
  }

  fileprivate init?(_ value: JSONValue) {
    guard let list = value.list, list.count >= 4, let kind = list[0].text, let first = list[1].text,
      let last = list.last
    else { return nil }
    switch (kind, last.duration) {
    case ("action", let at?):
      guard let action = Action(name: first, argument: list[2].text) else { return nil }
      self = .action(action, at: at)
    case ("measure", let at?):
      guard let signal = Signal(rawValue: first), let number = list[2].integer else { return nil }
      self = .action(.measure(signal, number, from: list[3].text), at: at)
    case ("speechFailed", let at?):
      self = .action(.speechFailed(Phrase(first), reason: list[2].text ?? ""), at: at)
    case ("coached", let at?):
      guard let call = CoachCall(rawValue: first), let signal = list[2].text.flatMap({ Signal(rawValue: $0) })
      else { return nil }
      self = .coached(call, signal, at: at)
    case ("said", let at?): self = .said(at: at)
    case ("cue", nil):
      guard list.count == 8, let key = CueKey(first), let segment = list[2].text.flatMap({ SegmentID(text: $0) }),
        let mark = list[3].duration, let offset = list[4].duration, let due = list[5].duration,
        let isRefused = list[6].bool, let hasWords = list[7].bool
      else { return nil }
      self = .cue(
        Fact(key, in: segment, mark: mark, offset: offset, due: due, isRefused: isRefused, hasWords: hasWords))
    default: return nil
    }
  }
}

import StrictJSON
import WorkoutFiles
import WorkoutModel

/// Builds a workout from an exchange tree, within the limits of workout files.
struct ImportAssembly {
  private let log: ExchangeLog
  /// The origin in the imported file of each phase and group.
  private var origins: [FieldPath: ExchangeOrigin] = [:]

  /// The workout; `nil` if it is rejected for the errors in the log.
  static func workout(from tree: ExchangeTree, named name: String, _ log: ExchangeLog) -> Workout? {
    var assembly = ImportAssembly(log: log)
    return assembly.workout(from: tree, named: name)
  }

  private mutating func workout(from tree: ExchangeTree, named name: String) -> Workout? {
    let nodes = nodes(tree.nodes, at: FieldPath.root.key("phases"))
    guard !nodes.isEmpty else {
      log.fail(.file, that: "the workout", "has no steps")
      return nil
    }
    let cues = cues(tree.texts, on: .workout, at: FieldPath.root.key("cues"))
    let title = text(name, Limits.nameLength, .file("name")) ?? "Workout"
    let workout = Workout(
      name: title, description: text(tree.description, Limits.textLength, .file("description")),
      author: text(tree.author, Limits.textLength, .file("author")),
      tags: tree.tags.compactMap { text($0, Limits.textLength, .file("tags")) }, cues: cues, nodes: nodes)
    do throws(TimelineError) { _ = try Timeline(workout) } catch {
      for problem in error.problems { log.fail(origin(of: problem.path), "", problem.message) }
      return nil
    }
    guard WorkoutWriter.write(workout).utf8.count <= Limits.fileSize else {
      log.fail(.file, that: "the workout", "has more text than a workout file may have")
      return nil
    }
    return workout
  }

  /// The origin of the innermost phase or group around a value.
  private func origin(of path: FieldPath) -> ExchangeOrigin {
    var steps = path.steps
    while !steps.isEmpty {
      if let origin = origins[FieldPath(steps)] { return origin }
      steps.removeLast()
    }
    return .file(path.description)
  }

  private mutating func nodes(_ nodes: [ExchangeNode], at path: FieldPath) -> [Node] {
    var result: [Node] = []
    for node in nodes {
      let path = path.index(result.count)
      switch node {
      case .step(let step):
        origins[path] = step.origin
        result.append(.phase(phase(step, at: path)))
      case .group(let group):
        origins[path] = group.origin
        let inner = self.nodes(group.nodes, at: path.key("phases"))
        if inner.isEmpty {
          log.warn(group.origin, that: "a repeat without steps", "was left out")
        } else {
          let name = text(group.name, Limits.textLength, group.origin).map(Self.name)
          result.append(.group(SetGroup(.sets(group.sets), name: name, nodes: inner)))
        }
      }
    }
    return result
  }

  private mutating func phase(_ step: ExchangeStep, at path: FieldPath) -> Phase {
    let target = text(step.target?.description, Limits.targetLength, step.origin).map { Target($0) }
    let name =
      text(step.name, Limits.textLength, step.origin).map(Self.name) ?? StepName.of(kind: step.kind ?? .step, target)
    let say = text(step.say, Limits.textLength, step.origin).map(Self.verbatim)
    let notes = text(step.notes, Limits.textLength, step.origin)
    return Phase(
      PerSet(name), IntensityRules.intensity(of: step, name: name),
      step.length.map { .after(.fixed($0)) } ?? .open(cap: step.cap), say: say.map { PerSet($0) },
      cues: cues(step.texts, on: .phase, at: path.key("cues")) + Self.counts(of: step),
      skip: step.skipsLastSet ? .last : nil, notes: notes.map { PerSet($0) }, target: target.map { PerSet($0) })
  }

  /// The rules for a step's countdown and midpoint.
  private static func counts(of step: ExchangeStep) -> [CueRule] {
    var rules: [CueRule] = []
    if step.hasHalfway, step.length != nil {
      let words = BuiltInPhrases(tag: Language.english.rawValue).halfway
      rules.append(CueRule(on: .phase, at: .half(offset: .zero), say: CueText(pieces: [.words(words)])))
    }
    if let count = step.countdown, let length = step.length, length > .seconds(count) {
      rules.append(CueRule(on: .phase, at: .end(offset: .seconds(-count)), count: count))
    }
    return rules
  }

  /// Escapes braces, because other programs have no placeholders.
  private static func verbatim(_ text: String) -> String {
    SafeText.mapped(text) { ["{": "(", "}": ")"][$0] }
  }

  /// Escapes all braces but those of built-in words.
  private static func name(_ text: String) -> String {
    CueText(name: text).pieces.map { piece in
      if case .words(let words) = piece { verbatim(words) } else { "\(CueText(pieces: [piece]))" }
    }.joined()
  }

  private mutating func cues(_ texts: [ExchangeText], on anchor: Anchor, at path: FieldPath) -> [CueRule] {
    var cues: [CueRule] = []
    for each in texts {
      guard let words = text(each.words, Limits.textLength, each.origin) else { continue }
      origins[path.index(cues.count)] = each.origin
      // Like a text at the start of its step, one of the workout precedes the name that an unnamed step was given.
      let isOfWorkout = anchor == .workout && each.offset != .zero
      cues.append(
        CueRule(
          on: anchor, at: .start(offset: each.offset), say: CueText(pieces: [.words(Self.verbatim(words))]),
          cueClass: isOfWorkout ? .start : nil, condition: Condition(set: each.isInFirstSet ? .first : nil)))
    }
    return cues
  }

  /// A text on one line without control characters, truncated; `nil` if it is empty.
  private func text(_ text: String?, _ length: Int, _ origin: ExchangeOrigin) -> String? {
    guard let text else { return nil }
    let (line, count) = OneLine.of(text, atMost: length)
    let clean = SafeText.filtered(line)
    if count > length { log.warn(origin, "text of \(count) characters", "was cut to \(length)") }
    return clean.isEmpty ? nil : clean
  }
}

enum StepName {
  /// The kind of the step and its target, such as "{steady} 95 %".
  static func of(kind: BuiltInWord, _ target: Target?) -> String {
    let words = [
      kind.placeholder, target.map { $0.description.replacing("ramp ", with: "").replacing("%", with: " %") },
    ]
    return words.compactMap(\.self).joined(separator: " ")
  }
}

/// Names steps that end by distance, a button or another condition instead of time.
enum OpenStep {
  /// "500 m" or "1.5 km" for a distance in thousandths of a metre.
  static func name(metres thousandths: Int) -> String {
    let metres = Double(thousandths) / 1000
    guard thousandths >= 1_000_000 else { return "\(plain(metres)) m" }
    return "\(plain((metres / 10).rounded() / 100)) km"
  }

  private static func plain(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }

  /// The name of a step with that of its end, such as "Sprint, 500 m".
  static func name(_ name: String?, _ end: String) -> String { name.map { "\($0), \(end)" } ?? end }

  static func report(_ step: ExchangeStep, ends what: String, _ log: ExchangeLog) {
    log.warn(step.origin, that: "a step that ends by \(what)", "became an open phase")
  }
}

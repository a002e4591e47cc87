import StrictJSON
import WorkoutFiles
import WorkoutModel

/// Builds a workout from an exchange tree, within the limits of workout files.
enum ImportAssembly {
  /// The workout; `nil` if it is rejected for the errors in the log.
  static func workout(
    from tree: ExchangeTree, named stem: String, _ options: ImportOptions, _ log: inout ExchangeLog
  ) -> Workout? {
    var assembler = Assembler(log: log)
    defer { log = assembler.log }
    let name = options.name ?? (tree.name.isEmpty ? stem : tree.name)
    let nodes = assembler.nodes(tree.nodes, at: FieldPath.root.key("phases"))
    guard !nodes.isEmpty else {
      assembler.log.fail(ExchangeRemark(.file, "", that: "the workout", "has no steps"))
      return nil
    }
    let cues = assembler.cues(tree.texts, on: .workout, at: FieldPath.root.key("cues"))
    let title = assembler.text(name, Limits.nameLength, .file, "name") ?? "Workout"
    let workout = Workout(
      name: title, description: assembler.text(tree.description, Limits.textLength, .file, "description"),
      author: assembler.text(tree.author, Limits.textLength, .file, "author"),
      tags: tree.tags.compactMap { assembler.text($0, Limits.textLength, .file, "tags") }, cues: cues, nodes: nodes)
    let problems = workout.problems
    for problem in problems { assembler.log.fail(assembler.remark(problem)) }
    if !problems.isEmpty { return nil }
    do throws(TimelineError) { _ = try Timeline(workout) } catch {
      for problem in error.problems { assembler.log.fail(assembler.remark(problem)) }
      return nil
    }
    guard WorkoutWriter.write(workout).utf8.count <= Limits.fileSize else {
      assembler.log.fail(ExchangeRemark(.file, "", that: "the workout", "has more text than a workout file may have"))
      return nil
    }
    return workout
  }
}

/// Collects the parts of a workout.
private struct Assembler {
  var log: ExchangeLog
  /// The origin in the imported file of each phase and group.
  private var origins: [FieldPath: (place: ExchangeRemark.Place, path: String)] = [:]

  init(log: ExchangeLog) { self.log = log }

  /// The origin of the innermost phase or group around a value.
  func origin(of path: FieldPath) -> (ExchangeRemark.Place, String) {
    var steps = path.steps
    while !steps.isEmpty {
      if let origin = origins[FieldPath(steps)] { return origin }
      steps.removeLast()
    }
    return (.file, path.description)
  }

  /// A problem of the workout, placed at its origin.
  func remark(_ problem: Problem) -> ExchangeRemark {
    let (place, path) = origin(of: problem.path)
    return ExchangeRemark(place, path, "", problem.message)
  }

  mutating func nodes(_ nodes: [ExchangeNode], at path: FieldPath) -> [Node] {
    var result: [Node] = []
    for node in nodes {
      let path = path.index(result.count)
      switch node {
      case .step(let step):
        origins[path] = (step.place, step.path)
        result.append(.phase(phase(step, at: path)))
      case .group(let group):
        origins[path] = (group.place, group.path)
        let inner = self.nodes(group.nodes, at: path.key("phases"))
        if inner.isEmpty {
          log.lose(ExchangeRemark(group.place, group.path, that: "a repeat without steps", "was left out"))
        } else {
          let name = text(group.name, Limits.textLength, group.place, group.path)
          result.append(.group(SetGroup(.sets(group.sets), name: name, nodes: inner)))
        }
      }
    }
    return result
  }

  private mutating func phase(_ step: ExchangeStep, at path: FieldPath) -> Phase {
    let target = text(step.target?.description, Limits.targetLength, step.place, step.path).map { Target($0) }
    let name = text(step.name, Limits.textLength, step.place, step.path) ?? StepName.of(kind: step.kind, target)
    let say = text(step.say, Limits.textLength, step.place, step.path).map(Self.verbatim)
    let notes = text(step.notes, Limits.textLength, step.place, step.path)
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
    text.replacing("{", with: "(").replacing("}", with: ")")
  }

  mutating func cues(_ texts: [ExchangeText], on anchor: Anchor, at path: FieldPath) -> [CueRule] {
    var cues: [CueRule] = []
    for each in texts {
      guard let words = text(each.words, Limits.textLength, each.place, each.path) else { continue }
      origins[path.index(cues.count)] = (each.place, each.path)
      cues.append(
        CueRule(
          on: anchor, at: .start(offset: each.offset), say: CueText(pieces: [.words(Self.verbatim(words))])))
    }
    return cues
  }

  /// A text on one line without control characters, truncated; `nil` if it is empty.
  mutating func text(_ text: String?, _ length: Int, _ place: ExchangeRemark.Place, _ path: String) -> String? {
    guard let text else { return nil }
    let (line, count) = OneLine.of(text, atMost: length)
    let clean = SafeText.filtered(line)
    if count > length { log.lose(ExchangeRemark(place, path, "text of \(count) characters", "was cut to \(length)")) }
    return clean.isEmpty ? nil : clean
  }
}

/// Names unnamed steps.
enum StepName {
  /// The kind of the step and its target, such as "Steady 95 %".
  static func of(kind: String?, _ target: Target?) -> String {
    let words = [kind ?? "Step", target.map { $0.description.replacing("ramp ", with: "").replacing("%", with: " %") }]
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

  /// Adds a loss for a step that the user has to end.
  static func tell(_ step: ExchangeStep, ends what: String, _ log: inout ExchangeLog) {
    log.lose(
      ExchangeRemark(step.place, step.path, that: "a step that ends by \(what)", "became an open phase"))
  }
}

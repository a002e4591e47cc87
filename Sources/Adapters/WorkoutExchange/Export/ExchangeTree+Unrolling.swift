import SessionReporting
import WorkoutModel

extension ExchangeTree {
  /// The tree with groups nested at most `depth` deep; deeper groups are unrolled.
  ///
  /// Throws if the result has more nodes than a workout may have.
  func unrolled(below depth: Int, _ log: ExchangeLog) throws(ExchangeError) -> ExchangeTree {
    var tree = self
    tree.nodes = try Self.unrolled(nodes, depth: depth, log)
    return tree
  }

  private static func unrolled(
    _ nodes: [ExchangeNode], depth: Int, _ log: ExchangeLog
  ) throws(ExchangeError) -> [ExchangeNode] {
    var result: [ExchangeNode] = []
    for node in nodes {
      switch node {
      case .step: result.append(node)
      case .group(var group):
        let inner = try unrolled(group.nodes, depth: depth - 1, log)
        if depth > 0 {
          group.nodes = inner
          result.append(.group(group))
        } else {
          let count = inner.count.multipliedReportingOverflow(by: group.sets)
          guard !count.overflow, count.partialValue + result.count <= ExportTree.nodeLimit else {
            throw ExchangeError(group.origin, that: "the workout", "has more than \(ExportTree.nodeLimit) steps")
          }
          for _ in 0..<group.sets { result += inner }
          log.warn(group.origin, that: "\(group.sets) sets", "were unrolled to \(count.partialValue) steps")
        }
      }
    }
    return result
  }

  /// A part of a tree that some formats don't keep.
  enum Part {
    case cap, notes, words, target, texts, description, author, tags
  }

  func report(_ parts: Part..., to log: ExchangeLog) {
    for part in parts {
      switch part {
      case .cap: report("the cap", log) { $0.cap != nil }
      case .notes: report("the notes", log) { $0.notes != nil }
      case .words: report("the words", log) { $0.say != nil }
      case .target: report("the target", log) { $0.target != nil }
      case .texts: tellTexts(log)
      case .description: if description != nil { log.warn(.file("description"), that: "the description") }
      case .author: if author != nil { log.warn(.file("author"), that: "the author") }
      case .tags: if !tags.isEmpty { log.warn(.file("tags"), that: "the keywords", "are not kept") }
      }
    }
  }

  /// Adds one loss, with the number of steps, if `isLost` is true for any step.
  func report(_ what: String, _ log: ExchangeLog, where isLost: (ExchangeStep) -> Bool) {
    let lost = allSteps.filter(isLost)
    guard let first = lost.first else { return }
    let count = lost.count
    let isPlural = what.hasSuffix("s")
    let kept = count == 1 && !isPlural ? "is not kept" : "are not kept"
    let many = isPlural ? what : what.hasSuffix("y") ? what.dropLast() + "ies" : what + "s"
    log.warn(first.origin, that: count == 1 ? what : "\(many) of \(count) steps", kept)
  }

  /// Adds one loss with the number of spoken texts, if there are any.
  private func tellTexts(_ log: ExchangeLog) {
    let count = texts.count + allSteps.reduce(0) { $0 + $1.texts.count }
    if count > 0 {
      log.warn(
        .file("cues"), that: Counted.of(count, "spoken cue", "spoken cues"),
        count == 1 ? "is not kept" : "are not kept")
    }
  }

  /// Every step once, in the order of the file.
  var allSteps: [ExchangeStep] { nodes.allSteps }

  /// The tree with powers added to steps without a target, by intensity.
  func powered(_ options: ExportOptions) -> ExchangeTree {
    if options.power.isEmpty { return self }
    return mapped { step in
      guard step.target == nil, let power = options.power[step.intensity ?? .high] else { return step }
      var step = step
      step.target = Target([Target.Part(.percentOfFTP, power)])
      return step
    }
  }

  /// The tree with a length for each open step: its cap, or otherwise `length`; adds one loss if there are any.
  func timed(_ length: Duration, _ log: ExchangeLog) -> ExchangeTree {
    report("the open end", log) { $0.length == nil }
    return mapped { step in
      var step = step
      step.length = step.length ?? step.cap ?? length
      return step
    }
  }

  func mapped(_ transform: (ExchangeStep) -> ExchangeStep) -> ExchangeTree {
    var tree = self
    tree.nodes = Self.mapped(nodes, transform)
    return tree
  }

  private static func mapped(_ nodes: [ExchangeNode], _ transform: (ExchangeStep) -> ExchangeStep) -> [ExchangeNode] {
    nodes.map { node in
      switch node {
      case .step(let step): return .step(transform(step))
      case .group(var group):
        group.nodes = mapped(group.nodes, transform)
        return .group(group)
      }
    }
  }
}

extension [ExchangeNode] {
  /// The groups with their steps, and the steps before, between and after them.
  var sections: [(group: ExchangeGroup?, steps: [ExchangeStep])] {
    var sections: [(group: ExchangeGroup?, steps: [ExchangeStep])] = []
    for node in self {
      switch node {
      case .group(let group): sections.append((group, group.nodes.steps))
      case .step(let step):
        if sections.isEmpty || sections[sections.count - 1].group != nil { sections.append((nil, [])) }
        sections[sections.count - 1].steps.append(step)
      }
    }
    return sections
  }

  /// The steps themselves, without those in groups.
  var steps: [ExchangeStep] { compactMap { if case .step(let step) = $0 { step } else { nil } } }

  /// The steps, and those in groups.
  var allSteps: [ExchangeStep] {
    flatMap { node in
      switch node {
      case .step(let step): [step]
      case .group(let group): group.nodes.allSteps
      }
    }
  }
}

extension ExchangeStep {
  /// The length in whole seconds; 0 for an open step.
  var seconds: Int { length?.wholeSeconds ?? 0 }

  /// The parts of the target other than `kept`, as a text.
  func target(besides kept: Target.Part?...) -> String {
    guard let parts = target?.parts else { return target?.description ?? "" }
    return parts.filter { !kept.contains($0) }.map(\.description).joined(separator: " ")
  }

  /// The step as it is read from a format that holds only these parts of its target.
  func holding(_ parts: Target.Part?...) -> ExchangeStep {
    var step = self
    let held = parts.compactMap(\.self)
    step.target = held.isEmpty ? nil : Target(held)
    return step
  }

  /// Adds a loss for a part of the target that is not empty.
  func tellTarget(_ rest: String, _ log: ExchangeLog) {
    if !rest.isEmpty { log.warn(origin, that: "the target \"\(rest)\"") }
  }

  func tellIntensity(_ log: ExchangeLog) {
    log.warn(origin, that: "the intensity \((intensity ?? .high).rawValue)")
  }
}

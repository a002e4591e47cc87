import WorkoutModel

extension ExchangeTree {
  /// The tree with groups nested at most `depth` deep; deeper groups are unrolled.
  ///
  /// Throws if the result has more nodes than a workout may have.
  func unrolled(below depth: Int, _ log: inout ExchangeLog) throws(ExchangeError) -> ExchangeTree {
    var tree = self
    tree.nodes = try Self.unrolled(nodes, depth: depth, &log)
    return tree
  }

  private static func unrolled(
    _ nodes: [ExchangeNode], depth: Int, _ log: inout ExchangeLog
  ) throws(ExchangeError) -> [ExchangeNode] {
    var result: [ExchangeNode] = []
    for node in nodes {
      switch node {
      case .step: result.append(node)
      case .group(var group):
        let inner = try unrolled(group.nodes, depth: depth - 1, &log)
        if depth > 0 {
          group.nodes = inner
          result.append(.group(group))
        } else {
          let count = inner.count.multipliedReportingOverflow(by: group.sets)
          guard !count.overflow, count.partialValue + result.count <= ExportTree.nodeLimit else {
            throw ExchangeError(
              ExchangeRemark(
                group.place, group.path, that: "the workout", "has more than \(ExportTree.nodeLimit) steps"))
          }
          for _ in 0..<group.sets { result += inner }
          log.lose(
            ExchangeRemark(
              group.place, group.path, that: "\(group.sets) sets", "were unrolled to \(count.partialValue) steps"))
        }
      }
    }
    return result
  }

  /// The steps at the top level in order; complete only if the tree has no groups.
  var steps: [ExchangeStep] {
    nodes.compactMap { if case .step(let step) = $0 { step } else { nil } }
  }

  /// Adds one loss, with the number of steps, if `isLost` is true for any step.
  func tell(
    _ what: String, _ log: inout ExchangeLog, where isLost: (ExchangeStep) -> Bool
  ) {
    var first: ExchangeStep?
    var count = 0
    visit { step in
      guard isLost(step) else { return }
      first = first ?? step
      count += 1
    }
    guard let first else { return }
    let isPlural = what.hasSuffix("s")
    let kept = count == 1 && !isPlural ? "is not kept" : "are not kept"
    let many = isPlural ? what : what.hasSuffix("y") ? what.dropLast() + "ies" : what + "s"
    log.lose(
      ExchangeRemark(first.place, first.path, that: count == 1 ? what : "\(many) of \(count) steps", kept))
  }

  /// Adds one loss with the number of spoken texts, if there are any.
  func tellTexts(_ log: inout ExchangeLog) {
    var count = texts.count
    visit { count += $0.texts.count }
    if count > 0 {
      log.lose(
        ExchangeRemark(
          .file, "cues", that: count == 1 ? "1 spoken cue" : "\(count) spoken cues",
          count == 1 ? "is not kept" : "are not kept"))
    }
  }

  /// Visits every step once, in the order of the file.
  func visit(_ body: (ExchangeStep) -> Void) { Self.visit(nodes, body) }

  private static func visit(_ nodes: [ExchangeNode], _ body: (ExchangeStep) -> Void) {
    for node in nodes {
      switch node {
      case .step(let step): body(step)
      case .group(let group): visit(group.nodes, body)
      }
    }
  }

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

  /// The tree with each step transformed.
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

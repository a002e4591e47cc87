import WorkoutEngine
package import WorkoutModel

/// Minimises a failing scenario while it still fails: fewer actions, smaller ones, a shorter workout.
///
/// Actions are removed by delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input",
/// 2002): halves first, then ever smaller pieces. Then sizes are halved and times rounded, then the workout itself is
/// shortened. All steps are repeated until none helps.
///
/// ```swift
/// var shrinker = Shrinker(Shrinker.Case(scenario, workout)) { smaller in
///   (try? Timeline(smaller.workout)).map { !Simulation(Oracle($0)).judge(smaller.scenario).passed } ?? false
/// }
/// let smallest = shrinker.shrink()
/// ```
package struct Shrinker {
  /// A scenario and its workout.
  package struct Case: Sendable {
    /// The scenario.
    package var scenario: Scenario
    /// The workout.
    package var workout: Workout

    /// Creates a case of a scenario and its workout.
    package init(_ scenario: Scenario, _ workout: Workout) {
      self.scenario = scenario
      self.workout = workout
    }
  }

  /// The smallest failing case so far.
  package private(set) var best: Case
  private let fails: (Case) -> Bool
  /// The number of cases that may still be tried.
  private var budget: Int

  /// Begins with a case that `fails`; tries at most `budget` others.
  package init(_ start: Case, budget: Int = 2000, fails: @escaping (Case) -> Bool) {
    best = start
    self.budget = budget
    self.fails = fails
  }

  /// Minimises the case; returns the smallest one found.
  package mutating func shrink() -> Case {
    var isSmaller = true
    while isSmaller, budget > 0 {
      isSmaller = dropLines()
      for simpler in best.scenario.simplerHosts { isSmaller = attempt(simpler) || isSmaller }
      for index in best.scenario.script.indices { isSmaller = shrinkLine(index) || isSmaller }
      isSmaller = shortenWorkout() || isSmaller
    }
    return best
  }

  private mutating func attempt(_ scenario: Scenario) -> Bool { attempt(Case(scenario, best.workout)) }

  private mutating func attempt(_ smaller: Case) -> Bool {
    guard budget > 0, smaller.scenario.isConsistent else { return false }
    budget -= 1
    guard fails(smaller) else { return false }
    best = smaller
    return true
  }

  /// Removes pieces of the script, halves first; returns whether one could be removed.
  private mutating func dropLines() -> Bool {
    var isSmaller = false
    var size = best.scenario.script.count
    while size > 0 {
      var start = 0
      while start < best.scenario.script.count {
        var scenario = best.scenario
        scenario.script.removeSubrange(start..<min(start + size, scenario.script.count))
        if attempt(scenario) { isSmaller = true } else { start += size }
      }
      size = size == 1 ? 0 : (size + 1) / 2
    }
    return isSmaller
  }

  private mutating func shrinkLine(_ index: Int) -> Bool {
    descend { best in
      best.scenario.script[index].smaller.lazy.map { line in
        var smaller = best
        smaller.scenario.script[index] = line
        return smaller
      }
    }
  }

  private mutating func shortenWorkout() -> Bool {
    descend { best in
      NodeShortening.simpler(best.workout).lazy.filter(\.problems.isEmpty).map { Case(best.scenario, $0) }
    }
  }

  /// Takes the first of the smaller cases that fails, as long as there is one; returns whether there was any.
  private mutating func descend<Cases: Sequence<Case>>(to smaller: (Case) -> Cases) -> Bool {
    var isSmaller = false
    while smaller(best).contains(where: { attempt($0) }) { isSmaller = true }
    return isSmaller
  }
}

extension Scenario {
  /// Whether no fault ends before it begins.
  fileprivate var isConsistent: Bool {
    script.allSatisfy { line in
      guard case .after(let at) = line.at, let until = line.fault.until else { return true }
      return until > at
    }
  }

  /// The same scenario on more common hosts.
  fileprivate var simplerHosts: [Scenario] {
    var scenarios = Variants(of: self)
    scenarios.add { $0.host = WakePolicy() }
    scenarios.add { $0.host.jitter = nil }
    scenarios.add { $0.host.ahead = .zero }
    scenarios.add { $0.start = Scenario.standardStart }
    scenarios.add { $0.whenSuspended = Policies().whenSuspended }
    scenarios.add { $0.body = BodyProfile() }
    for (signal, source) in signals.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      scenarios.add { $0.signals[signal] = nil }
      for simpler in source.simpler { scenarios.add { $0.signals[signal] = simpler } }
    }
    return scenarios.all
  }
}

extension SignalSource {
  /// The same signal with half of the points, or with a faster body.
  fileprivate var simpler: [SignalSource] {
    switch self {
    case .points(let points):
      guard points.count > 1 else { return [] }
      return [.points(Array(points.prefix(points.count / 2))), .points(Array(points.suffix(points.count / 2)))]
    case .response(var body):
      guard body.tau >= .seconds(2) else { return [] }
      body.tau = .seconds(body.tau.wholeSeconds / 2)
      return [.response(body)]
    }
  }
}

extension ScriptLine {
  /// The same line with a smaller fault, or at a rounder time.
  fileprivate var smaller: [ScriptLine] {
    rounderTimes.map { ScriptLine(at: $0, fault) } + fault.smaller.map { ScriptLine(at: at, $0) }
  }

  private var rounderTimes: [ScriptTime] {
    switch at {
    case .after(let time):
      ([.zero, .milliseconds(time.inNanoseconds / 2_000_000)] + time.rounder)
        .filter { $0 < time }.map { .after($0) }
    case .cue(let name, let offset): offset.rounder.map { .cue(name, offset: $0) }
    }
  }
}

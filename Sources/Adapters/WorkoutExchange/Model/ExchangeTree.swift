package import WorkoutModel

/// A workout in the model of other programs: steps with a length and a target, and repeats.
///
/// It is the intermediate form between file formats and `Workout`: readers produce one, writers consume one.
package struct ExchangeTree: Equatable, Sendable {
  /// The name of the workout; empty if the file has none.
  package var name = ""
  var description: String?
  var author: String?
  var tags: [String] = []
  var texts: [ExchangeText] = []
  package var nodes: [ExchangeNode] = []

  var count: Int { Self.count(nodes) }

  private static func count(_ nodes: [ExchangeNode]) -> Int {
    nodes.reduce(0) { sum, node in
      switch node {
      case .step: sum + 1
      case .group(let group): sum + 1 + count(group.nodes)
      }
    }
  }
}

package indirect enum ExchangeNode: Equatable, Sendable {
  case step(ExchangeStep)
  case group(ExchangeGroup)
}

/// A repeat: steps that are done several times.
package struct ExchangeGroup: Equatable, Sendable {
  var name: String?
  package var sets: Int
  package var nodes: [ExchangeNode]
  var origin = ExchangeOrigin.file
}

/// A step with a length, or one that the user ends.
package struct ExchangeStep: Equatable, Sendable {
  package var name: String?
  /// The word for this kind of step, from which an unnamed step gets a name.
  var kind: BuiltInWord?
  /// The intensity; `nil` if the file has none, so that it is derived from the target or the name.
  var intensity: Intensity?
  /// The length; `nil` if the user ends the step.
  package var length: Duration?
  /// The longest duration of an open step.
  package var cap: Duration?
  /// The target, such as a power or a pace.
  package var target: Target?
  /// Spoken at the start instead of the name.
  var say: String?
  /// Shown, not spoken.
  var notes: String?
  /// The spoken texts, each with its offset in the step.
  var texts: [ExchangeText] = []
  /// The number at which a countdown of the last seconds begins.
  var countdown: Int?
  /// Whether its midpoint is announced.
  var hasHalfway = false
  var skipsLastSet = false
  var origin = ExchangeOrigin.file
}

/// A text that is spoken at an offset in the workout or in a step.
struct ExchangeText: Equatable, Sendable {
  /// The offset from the start of the workout, or of the step.
  var offset: Duration
  var words: String
  /// The step in which it is spoken, with repeated steps counted each time; `nil` if only `offset` is known.
  var step: Int?
  /// Whether it is spoken in the first set of its group only.
  var isInFirstSet = false
  var origin = ExchangeOrigin.file

  var inFirstSet: ExchangeText {
    var text = self
    text.isInFirstSet = true
    return text
  }
}

extension [ExchangeNode] {
  /// The nodes done once or, as a repeat, several times.
  func repeated(_ sets: Int, name: String? = nil, origin: ExchangeOrigin) -> [ExchangeNode] {
    sets == 1 ? self : [.group(ExchangeGroup(name: name, sets: sets, nodes: self, origin: origin))]
  }
}

public import WorkoutModel

/// A workout in the model of other programs: steps with a length and a target, and repeats.
///
/// It is the intermediate form between file formats and `Workout`: readers produce one, writers consume one.
public struct ExchangeTree: Equatable, Sendable {
  /// The name of the workout; empty if the file has none.
  public var name: String
  /// The author's description.
  public var description: String?
  /// The name of the author.
  public var author: String?
  /// Keywords.
  public var tags: [String]
  /// The spoken texts, each with its offset in the workout.
  public var texts: [ExchangeText]
  /// The steps and repeats, in order.
  public var nodes: [ExchangeNode]

  /// Creates a workout; arguments left out are empty or unknown.
  public init(
    name: String = "", description: String? = nil, author: String? = nil, tags: [String] = [],
    texts: [ExchangeText] = [], nodes: [ExchangeNode] = []
  ) {
    self.name = name
    self.description = description
    self.author = author
    self.tags = tags
    self.texts = texts
    self.nodes = nodes
  }
}

extension ExchangeTree {
  /// The number of steps and repeats.
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

/// A step, or steps that are repeated.
public indirect enum ExchangeNode: Equatable, Sendable {
  case step(ExchangeStep)
  case group(ExchangeGroup)
}

/// A repeat: steps that are done several times.
public struct ExchangeGroup: Equatable, Sendable {
  /// Its name, if it has one.
  public var name: String?
  /// The number of repetitions.
  public var sets: Int
  /// The steps and repeats, in order.
  public var nodes: [ExchangeNode]
  /// The place in the file.
  public var place: ExchangeRemark.Place
  /// The path of the element, for remarks.
  public var path: String

  /// Creates a repeat; arguments left out are empty or unknown.
  public init(
    name: String? = nil, sets: Int, nodes: [ExchangeNode], at place: ExchangeRemark.Place = .file, path: String = ""
  ) {
    self.name = name
    self.sets = sets
    self.nodes = nodes
    self.place = place
    self.path = path
  }
}

/// A step with a length, or one that the user ends.
public struct ExchangeStep: Equatable, Sendable {
  /// The name; `nil` if the file has none.
  public var name: String?
  /// The format's name for this kind of step, from which an unnamed step gets a name.
  public var kind: String?
  /// The intensity; `nil` if the file has none, so that it is derived from the target or the name.
  public var intensity: Intensity?
  /// The length; `nil` if the user ends the step.
  public var length: Duration?
  /// The longest duration of an open step.
  public var cap: Duration?
  /// The target, such as a power or a pace.
  public var target: Target?
  /// Spoken at the start instead of the name.
  public var say: String?
  /// Shown, not spoken.
  public var notes: String?
  /// The number at which a countdown of the last seconds begins.
  public var countdown: Int?
  /// Whether its midpoint is announced.
  public var hasHalfway = false
  /// Whether it is skipped in the last set of its group.
  public var skipsLastSet: Bool
  /// The spoken texts, each with its offset in the step.
  public var texts: [ExchangeText]
  /// The place in the file.
  public var place: ExchangeRemark.Place
  /// The path of the element, for remarks.
  public var path: String

  /// Creates a step; arguments left out are empty or unknown.
  public init(
    _ name: String? = nil, kind: String? = nil, intensity: Intensity? = nil, length: Duration?, cap: Duration? = nil,
    target: Target? = nil, say: String? = nil, notes: String? = nil, texts: [ExchangeText] = [],
    skipsLastSet: Bool = false, at place: ExchangeRemark.Place = .file,
    path: String = ""
  ) {
    self.name = name
    self.kind = kind
    self.intensity = intensity
    self.length = length
    self.cap = cap
    self.target = target
    self.say = say
    self.notes = notes
    self.texts = texts
    self.skipsLastSet = skipsLastSet
    self.place = place
    self.path = path
  }
}

/// A text that is spoken at an offset in the workout or in a step.
public struct ExchangeText: Equatable, Sendable {
  /// The offset from the start of the workout, or of the step.
  public var offset: Duration
  /// The step in which it is spoken, with repeated steps counted each time; `nil` if only `offset` is known.
  public var step: Int?
  /// The text.
  public var words: String
  /// The place in the file.
  public var place: ExchangeRemark.Place
  /// The path of the element, for remarks.
  public var path: String

  /// Creates a text; arguments left out are empty or unknown.
  public init(
    at offset: Duration, _ words: String, inStep step: Int? = nil, place: ExchangeRemark.Place = .file,
    path: String = ""
  ) {
    self.offset = offset
    self.step = step
    self.words = words
    self.place = place
    self.path = path
  }
}

public import WorkoutModel

/// A workout as other programs know it: steps with a length and a target, and repeats.
///
/// It is between the formats and `Workout`: a reader makes one, and a writer gets one.
public struct ExchangeTree: Equatable, Sendable {
  /// The name of the workout; empty where the file has none.
  public var name: String
  /// The author's description.
  public var description: String?
  /// The name of the author.
  public var author: String?
  /// Keywords.
  public var tags: [String]
  /// What is said, each at its place in the whole workout.
  public var texts: [ExchangeText]
  /// What to do, in order.
  public var nodes: [ExchangeNode]

  /// Creates one of its parts; what is left out is empty or unknown.
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
  /// How many steps and repeats it has.
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

/// Steps that are done several times.
public struct ExchangeGroup: Equatable, Sendable {
  /// Its name, if it has one.
  public var name: String?
  /// How often they are done.
  public var sets: Int
  /// What to do, in order.
  public var nodes: [ExchangeNode]
  /// Where the file says so.
  public var place: ExchangeRemark.Place
  /// The element for remarks.
  public var path: String

  /// Creates one of its parts; what is left out is empty or unknown.
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

/// A stretch of time, or one that the user ends.
public struct ExchangeStep: Equatable, Sendable {
  /// `nil` where the file gives it none.
  public var name: String?
  /// What the format calls this kind of step; gives a step without a name one.
  public var kind: String?
  /// `nil` where the file says nothing: the target or the words decide.
  public var intensity: Intensity?
  /// `nil` where the user ends it.
  public var length: Duration?
  /// What ends an open step at the latest.
  public var cap: Duration?
  /// How hard it is meant to be.
  public var target: Target?
  /// Spoken at the start instead of the name.
  public var say: String?
  /// Shown, not spoken.
  public var notes: String?
  /// The number from which its last seconds are counted down.
  public var countdown: Int?
  /// Whether its middle is announced.
  public var hasHalfway = false
  /// Whether it is left out in the last set of the group around it.
  public var skipsLastSet: Bool
  /// What is said in it, each at its place in the step.
  public var texts: [ExchangeText]
  /// Where the file says so.
  public var place: ExchangeRemark.Place
  /// The element for remarks.
  public var path: String

  /// Creates one of its parts; what is left out is empty or unknown.
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

/// Something that is said at a moment of the workout, or of a step.
public struct ExchangeText: Equatable, Sendable {
  /// From the start of the workout, or of the step.
  public var offset: Duration
  /// The step that it is said in, counted each time that one is done; `nil` where `offset` is all that is known.
  public var step: Int?
  /// What is said.
  public var words: String
  /// Where the file says so.
  public var place: ExchangeRemark.Place
  /// The element for remarks.
  public var path: String

  /// Creates one of its parts; what is left out is empty or unknown.
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

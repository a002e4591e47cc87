/// A workout: its phases, sounds and announcements.
///
/// A workout is plain data and independent of time and devices. `Timeline` computes its plan.
///
/// ```swift
/// let workout = try Workout("Tabata", ambient: Ambient(sound: "rain")) {
///   Phase("Get ready", for: .seconds(10), .prepare)
///   Sets(8) {
///     Phase("Work", for: .seconds(20))
///     Phase("Rest", for: .seconds(10), .low, skip: .last)
///   }
/// }
/// let timeline = try Timeline(workout)
/// ```
public struct Workout: Hashable, Sendable {
  /// The name, displayed and spoken; 1 to `Limits.nameLength` characters.
  public var name: String
  /// The author's description.
  public var description: String?
  /// The name of the author.
  public var author: String?
  /// Keywords for searching.
  public var tags: [String]
  /// The built-in list of cue rules that `cues` adds to.
  public var style: Style
  /// The IDs of the style's rules that the workout leaves out.
  public var without: [String]
  /// The voice that speaks the texts of all cues.
  public var voice: Voice
  /// The gain of all speech in dB relative to its normalised level, within `Limits.gain`.
  public var voiceGain: Double
  /// The folder of the author's recordings of phrases, relative to the workout file. Other phrases are synthesised.
  public var recordings: String?
  /// The bed under the whole workout, or `nil` for none.
  public var ambient: Ambient?
  /// The author's own sound files by name; the paths are relative to the workout file.
  public var sounds: [String: String]
  /// Replacements for the pronunciation of whole words or phrases.
  ///
  /// A lower-case key ignores case; any other key is case-sensitive. The displayed text doesn't change.
  public var pronounce: [String: String]
  /// The texts of the workout in other languages.
  public var translations: Translations
  /// Whether the targets of phases are coached.
  public var coach: Coach
  /// Rules for the whole workout, in addition to the style's.
  public var cues: [CueRule]
  /// The phases and groups, in order.
  public var nodes: [Node]

  /// Creates a workout. By default it has the `hiit` style and the default voice, and no bed, sounds or rules.
  public init(
    name: String, description: String? = nil, author: String? = nil, tags: [String] = [], style: Style = .hiit,
    without: [String] = [], voice: Voice = Voice(), voiceGain: Double = 0, recordings: String? = nil,
    ambient: Ambient? = nil, sounds: [String: String] = [:], pronounce: [String: String] = [:],
    translations: Translations = [:], coach: Coach = .off, cues: [CueRule] = [], nodes: [Node]
  ) {
    self.name = name
    self.description = description
    self.author = author
    self.tags = tags
    self.style = style
    self.without = without
    self.voice = voice
    self.voiceGain = voiceGain
    self.recordings = recordings
    self.ambient = ambient
    self.sounds = sounds
    self.pronounce = pronounce
    self.translations = translations
    self.coach = coach
    self.cues = cues
    self.nodes = nodes
  }
}

/// A built-in list of cue rules.
public enum Style: String, CaseIterable, Sendable {
  /// Names, warnings and counts of intervals.
  case hiit
  /// Bells, as in a boxing ring.
  case boxing
  /// Bowls, and few words.
  case meditation
  /// No cue but those of the workout.
  case silent
}

/// A bed of sound under the cues.
///
/// ```swift
/// let bed = Ambient(sound: "rain", gain: -3, duck: .clear)
/// ```
public struct Ambient: Equatable, Hashable, Sendable {
  /// The default length of a fade, in or out.
  public static let standardFade = Duration.milliseconds(1500)

  /// A built-in bed, a name from `Workout.sounds`, or a path.
  public var sound: String
  /// The gain in dB relative to the bed's normalised level.
  public var gain: Double
  /// The length of a fade, in or out.
  public var fade: Duration
  /// How speech lowers the bed.
  public var duck: Duck

  /// Creates a bed. By default it plays at its normalised level, and speech lowers it by 12 dB.
  public init(sound: String, gain: Double = 0, fade: Duration = Ambient.standardFade, duck: Duck = -12) {
    self.sound = sound
    self.gain = gain
    self.fade = fade
    self.duck = duck
  }
}

extension Ambient {
  /// How speech lowers a bed.
  public enum Duck: Equatable, Hashable, Sendable {
    /// By this many dB, at most 0.
    case by(Double)
    /// By as much as makes words intelligible: to at least 20 dB below the speech, whatever the bed's gain.
    case clear

    /// The word for `clear` in a file.
    package static let clearWord = "clear"
  }
}

extension Ambient.Duck: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// A number of dB.
  public init(floatLiteral value: Double) { self = .by(value) }
  /// A number of dB.
  public init(integerLiteral value: Int) { self = .by(Double(value)) }
}

extension Ambient.Duck: CustomStringConvertible {
  /// The number of dB, or the word for `clear`.
  public var description: String {
    switch self {
    case .by(let number): "\(number)"
    case .clear: Self.clearWord
    }
  }
}

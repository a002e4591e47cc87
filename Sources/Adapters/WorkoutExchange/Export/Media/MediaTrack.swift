import WorkoutModel

/// What is heard and done in a rendered workout, by the time of its file.
public struct MediaTrack: Sendable {
  /// A phase.
  public struct Chapter: Equatable, Sendable {
    /// Its name.
    public let title: String
    /// From the first sample of the file.
    public let start: Duration
    /// From the first sample of the file.
    public let end: Duration

    /// A phase from one moment to another.
    public init(_ title: String, from start: Duration, to end: Duration) {
      self.title = title
      self.start = start
      self.end = end
    }
  }

  /// A phrase, from its audible begin to its audible end.
  public struct Caption: Equatable, Sendable {
    /// Its words.
    public let text: String
    /// From the first sample of the file.
    public let start: Duration
    /// From the first sample of the file.
    public let end: Duration

    /// A phrase from one moment to another.
    public init(_ text: String, from start: Duration, to end: Duration) {
      self.text = text
      self.start = start
      self.end = end
    }
  }

  /// The name of the workout.
  public let title: String
  /// The author's name, if it is known.
  public let author: String?
  /// The name of the sound file, for formats that name it.
  public let audio: String
  /// The phases in their order.
  public let chapters: [Chapter]
  /// The phrases in the order in which they begin.
  public let captions: [Caption]

  /// A rendered workout.
  public init(title: String, author: String?, audio: String, chapters: [Chapter], captions: [Caption]) {
    self.title = title
    self.author = author
    self.audio = audio
    self.chapters = chapters
    self.captions = captions
  }
}

/// Times as formats write them, each moment rounded to the nearest unit.
enum MediaTime {
  /// No file lasts longer, and below it nothing overflows: 31 years.
  private static let last = Duration.seconds(1_000_000_000)

  /// How many units a moment is from the start; `perSecond` is a thousand million at most.
  static func units(_ time: Duration, perSecond: Int) -> Int {
    let nanoseconds = min(max(.zero, time), last).inNanoseconds
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return whole * perSecond + (rest * perSecond + 500_000_000) / 1_000_000_000
  }

  /// How many whole seconds a length takes, a part of one counted as one.
  static func secondsRoundedUp(_ length: Duration) -> Int {
    (min(max(.zero, length), last).inNanoseconds + 999_999_999) / 1_000_000_000
  }

  /// A number of at least some digits.
  static func padded(_ number: Int, _ digits: Int = 2) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// `0:01:02.345`, with two digits of hours, and a sign before the thousandths.
  static func clock(_ time: Duration, _ sign: String) -> String {
    let units = units(time, perSecond: 1000)
    let seconds = units / 1000
    return
      "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))\(sign)\(padded(units % 1000, 3))"
  }

  /// Seconds with six decimals.
  static func seconds(_ time: Duration) -> String {
    let units = units(time, perSecond: 1_000_000)
    return "\(units / 1_000_000).\(padded(units % 1_000_000, 6))"
  }
}

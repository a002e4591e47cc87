import WorkoutModel

/// The phases and phrases of a rendered workout, timed from the start of its file.
public struct MediaTrack: Sendable {
  /// A phase with its name, or a phrase with its words from its audible start to its audible end.
  public struct Span: Equatable, Sendable {
    /// The name or the words.
    public let text: String
    /// The start, from the first sample of the file.
    public let start: Duration
    /// The end, from the first sample of the file.
    public let end: Duration

    /// A span of the file; a time beyond a hundred years counts as a hundred years.
    public init(_ text: String, from start: Duration, to end: Duration) {
      self.text = text
      self.start = start.withinCentury
      self.end = end.withinCentury
    }
  }

  /// The name of the workout.
  public let title: String
  /// The author's name, if known.
  public let author: String?
  /// The name of the sound file, for formats that name it.
  public let audio: String
  /// The phases in their order.
  public let chapters: [Span]
  /// The phrases, ordered by start.
  public let captions: [Span]

  /// A rendered workout.
  public init(title: String, author: String?, audio: String, chapters: [Span], captions: [Span]) {
    self.title = title
    self.author = author
    self.audio = audio
    self.chapters = chapters
    self.captions = captions
  }
}

/// Formats times, each rounded to the nearest unit.
enum MediaTime {
  /// The longest supported time, 31 years; it prevents overflow.
  private static let last = Duration.seconds(1_000_000_000)

  /// A time in units of `1 / perSecond` s; `perSecond` is at most 1,000,000,000.
  static func units(_ time: Duration, perSecond: Int) -> Int {
    let nanoseconds = Int(min(max(.zero, time), last).inNanoseconds)
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return whole * perSecond + (rest * perSecond + 500_000_000) / 1_000_000_000
  }

  /// The number of seconds in a length, rounded up.
  static func secondsRoundedUp(_ length: Duration) -> Int {
    Int((min(max(.zero, length), last).inNanoseconds + 999_999_999) / 1_000_000_000)
  }

  /// `00:01:02.345`, with `sign` before the milliseconds.
  static func clock(_ time: Duration, _ sign: String) -> String {
    ClockText.padded(milliseconds: units(time, perSecond: 1000), sign)
  }

  /// Seconds with six decimals.
  static func seconds(_ time: Duration) -> String {
    let units = units(time, perSecond: 1_000_000)
    return "\(units / 1_000_000).\((units % 1_000_000).padded(to: 6))"
  }
}

import WorkoutModel

/// A podcast of rendered sessions: RSS 2.0 with the elements of Apple's and of the namespace `podcast`.
///
/// The text depends on nothing but these values. Apps order episodes by their dates, and hide those of the future: a
/// session is dated by its week and day from Monday, 1 January 2001, and within a day by its number.
struct PodcastFeed {
  struct Episode {
    let number, week, day: Int
    let title: String
    /// What is to be read before the session, one paragraph each.
    let notes: [String]
    /// The name of its files without their extensions.
    let name: String
    /// The size of the sound in bytes, and its length, rounded up.
    let size, seconds: Int
  }

  private static let program = "Cuebell"
  /// The names of the feed and of its picture, beside the files of the episodes.
  static let (file, cover) = ("feed.xml", "cover.png")

  let title: String
  let description, author: String?
  let language: String
  /// Tells the episodes from those of others.
  let identity: String
  let episodes: [Episode]

  /// The feed whose files are at an address, which ends in a slash; without one its links are relative.
  func text(at base: String?) -> String {
    let base = Self.line(base ?? "")
    let link = "\n<atom:link href=\"\(base)\(Self.file)\" rel=\"self\" type=\"application/rss+xml\"/>"
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" \
      xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
      <channel>
      <title>\(Self.line(title))</title>
      <link>\(base.isEmpty ? Self.file : base)</link>
      <description>\(Self.line(description ?? title))</description>
      <language>\(Self.line(language))</language>
      <generator>\(Self.program)</generator>\(base.isEmpty ? "" : link)
      <itunes:author>\(Self.line(author ?? Self.program))</itunes:author>
      <itunes:image href="\(base)\(Self.cover)"/>
      <itunes:category text="Health &amp; Fitness"><itunes:category text="Fitness"/></itunes:category>
      <itunes:explicit>false</itunes:explicit>
      <itunes:type>serial</itunes:type>
      \(episodes.map { item($0, base + $0.name) }.joined(separator: "\n"))
      </channel>
      </rss>

      """
  }

  private func item(_ episode: Episode, _ place: String) -> String {
    """
    <item>
    <title>\(Self.line(episode.title))</title>
    <description>\(SafeText.markup(episode.notes.map { "<p>\(Self.line($0))</p>" }.joined()))</description>
    <guid isPermaLink="false">cuebell-\(identity)-\(episode.number)</guid>
    <pubDate>\(Self.date(of: episode))</pubDate>
    <enclosure url="\(place).mp3" length="\(episode.size)" type="audio/mpeg"/>
    <itunes:duration>\(episode.seconds)</itunes:duration>
    <itunes:season>\(episode.week)</itunes:season>
    <itunes:episode>\(episode.number)</itunes:episode>
    <itunes:image href="\(place).png"/>
    <podcast:chapters url="\(place).json" type="application/json+chapters"/>
    <podcast:transcript url="\(place).vtt" type="text/vtt" language="\(Self.line(language))"/>
    </item>
    """
  }

  private static func line(_ text: String) -> String {
    SafeText.markup(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  private static let firstDay = CivilTime.day(2001, 1, 1)
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The date as RFC 822 writes it.
  private static func date(of episode: Episode) -> String {
    let day = firstDay + (episode.week - 1) * 7 + episode.day - 1
    let date = CivilTime.date(of: day)
    let time = "\((episode.number / 60).padded(to: 2)):\((episode.number % 60).padded(to: 2)):00"
    return "\(weekdays[CivilTime.weekday(of: day)]), \(date.day.padded(to: 2)) \(months[date.month - 1]) "
      + "\(date.year) \(time) GMT"
  }
}

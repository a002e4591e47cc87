public import WorkoutModel

/// The warnings already settled, so that none is played twice.
///
/// It holds the newest `capacity` warnings; older ones lie so far behind that no plan holds them.
public struct WarningLedger: Equatable, Sendable, Codable {
  /// How many warnings it remembers.
  public static let capacity = 256
  /// The same warning within this time is a duplicate, whatever the set.
  public static let window = Duration.seconds(10)

  /// A warning that was settled.
  public struct Entry: Equatable, Sendable, Codable {
    /// Its identity.
    public let key: CueKey
    /// The phase in which its moment lies.
    public let segment: SegmentID
    /// Its moment in the plan.
    public let mark: Duration
    /// When it was due, in session time.
    public let due: Duration
    /// Whether it was refused as a duplicate, or cancelled before its moment; it then refuses no other.
    public let isRefused: Bool
  }

  /// In the order in which they were settled.
  public var entries: [Entry] { Array(recent) }
  /// A slice, as its first element goes away without moving the others.
  private var recent: ArraySlice<Entry> = []

  /// Creates an empty ledger.
  public init() {}

  private enum CodingKeys: CodingKey {
    case entries
  }

  /// Reads the entries in their order.
  public init(from decoder: any Decoder) throws {
    recent = try decoder.container(keyedBy: CodingKeys.self).decode([Entry].self, forKey: .entries)[...]
  }

  /// Writes the entries in their order.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(entries, forKey: .entries)
  }

  /// Why a warning may not be played now, or `nil` where it may.
  ///
  /// In the last set an earlier warning of the same key doesn't count, unless it is within the window: so a warning
  /// that was once played for the wrong set never costs the last set its own.
  func refusal(of key: CueKey, due: Duration, inLastSet: Bool) -> String? {
    guard let earlier = recent.indices.last(where: { !recent[$0].isRefused && isOf(key, at: $0) }) else { return nil }
    if due - recent[earlier].due < Self.window { return "played less than 10 s before" }
    return inLastSet ? nil : "played before in this set"
  }

  /// Whether an entry belongs to a warning. The numbers are compared first, because they distinguish most warnings.
  private func isOf(_ key: CueKey, at index: Int) -> Bool {
    recent[index].key.number == key.number && recent[index].key.rule == key.rule && recent[index].key == key
  }

  /// Whether the warning with this moment has been settled.
  func holds(_ key: CueKey, mark: Duration) -> Bool {
    recent.indices.contains { recent[$0].mark == mark && isOf(key, at: $0) }
  }

  /// The warnings settled so far whose moments lie at or behind a position.
  func keys(from position: Duration) -> Set<CueKey> {
    Set(recent.lazy.filter { $0.mark >= position }.map(\.key))
  }

  mutating func record(_ entry: Entry) {
    recent.append(entry)
    if recent.count > Self.capacity { recent.removeFirst(recent.count - Self.capacity) }
  }

  /// Forgets what lies at or behind a place to which the user has gone back: in its phase from `position` on, and all
  /// of what follows in the plan, wherever it lay when it was played.
  mutating func clear(from position: Duration, in segment: SegmentID, of timeline: Timeline) {
    recent.removeAll { entry in
      entry.segment == segment ? entry.mark >= position : !timeline.precedes(entry.segment, segment)
    }
  }

  /// Rebases all due instants to a clock whose zero is at `origin`.
  mutating func countInstants(from origin: Duration) {
    recent = ArraySlice(
      recent.map { entry in
        Entry(
          key: entry.key, segment: entry.segment, mark: entry.mark, due: entry.due - origin, isRefused: entry.isRefused)
      })
  }

  /// Forgets the warnings that match.
  mutating func forget(where matches: (Entry) -> Bool) { recent.removeAll(where: matches) }
}

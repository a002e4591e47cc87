public import WorkoutModel

/// The settled warnings, so that none plays twice.
///
/// It holds the newest `capacity` warnings; older ones lie so far back that no plan contains them.
public struct WarningLedger: Equatable, Sendable, Codable {
  /// The maximum number of warnings.
  public static let capacity = 256
  /// The time within which the same warning is a duplicate, in any set.
  public static let window = Duration.seconds(10)

  /// A settled warning.
  public struct Entry: Equatable, Sendable, Codable {
    /// Its identity.
    public let key: CueKey
    /// The phase that contains its mark.
    public let segment: SegmentID
    /// Its mark, in the plan.
    public internal(set) var mark: Duration
    /// The time from the start of that phase to its mark.
    let offset: Duration
    /// The instant at which it was due, in session time.
    public internal(set) var due: Duration
    /// Whether it was refused as a duplicate, cancelled before its moment, or said just as its end moved; it then
    /// refuses no other.
    public internal(set) var isRefused: Bool
    /// Whether it had words; `nil` if not, or in a stored session of an earlier version.
    let hasWords: Bool?
  }

  /// The entries in the order in which they were settled.
  public var entries: [Entry] { Array(recent.suffix(Self.capacity)) }
  /// The newest entries, up to twice `capacity`, so that they rarely have to move.
  private var recent: [Entry] = []

  /// Creates an empty ledger.
  public init() {}

  private enum CodingKeys: CodingKey {
    case entries
  }

  /// Decodes the entries in their order.
  public init(from decoder: any Decoder) throws {
    recent = try decoder.container(keyedBy: CodingKeys.self).decode([Entry].self, forKey: .entries)
  }

  /// Encodes the entries in their order.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(entries, forKey: .entries)
  }

  /// Whether both ledgers contain the same warnings.
  public static func == (a: WarningLedger, b: WarningLedger) -> Bool {
    a.recent.suffix(capacity) == b.recent.suffix(capacity)
  }

  /// Why a warning may not be played now; `nil` if it may.
  ///
  /// In the last set an earlier warning of the same key counts only within the window, or if it had the same mark; then
  /// only words come again, which may have been cut short. So a warning that played for the wrong set never costs the
  /// last set its own. The window counts from when a warning was due, even if it was missed: what is refused doesn't
  /// depend on when the host was awake.
  func refusal(of key: CueKey, mark: Duration, hasWords: Bool, due: Duration, inLastSet: Bool) -> String? {
    guard let earlier = last(where: { !$0.isRefused }, of: key) else { return nil }
    if due - earlier.due < Self.window { return "played less than 10 s before" }
    if !inLastSet { return "played before in this set" }
    let isAfterWords = hasWords && earlier.hasWords != nil
    return mark == earlier.mark && !isAfterWords ? "played before at this place" : nil
  }

  private func last(where matches: (Entry) -> Bool, of key: CueKey) -> Entry? {
    recent.suffix(Self.capacity).last { $0.key == key && matches($0) }
  }

  /// The newest warning that was neither refused nor cancelled, of those that match.
  func last(where matches: (Entry) -> Bool) -> Entry? {
    recent.suffix(Self.capacity).last { !$0.isRefused && matches($0) }
  }

  func holds(_ key: CueKey, mark: Duration) -> Bool {
    last(where: { $0.mark == mark }, of: key) != nil
  }

  /// Whether the warning has been settled, and neither refused nor cancelled.
  func hasPlayed(_ key: CueKey) -> Bool { last(where: { !$0.isRefused }, of: key) != nil }

  func keys(from position: Duration) -> Set<CueKey> {
    Set(recent.suffix(Self.capacity).lazy.filter { $0.mark >= position }.map(\.key))
  }

  mutating func record(_ entry: consuming Entry) {
    recent.append(entry)
    if recent.count >= 2 * Self.capacity { recent = entries }
  }

  /// Forgets the warnings of a phase to which the user has gone back, of the sets around it, and of all that follows in
  /// the plan, wherever they were when they played. What lies before the place in them isn't planned again.
  mutating func clear(from place: SegmentContext, of timeline: Timeline) {
    forget { place.isWithin($0.key) || !timeline.precedes($0.segment, place.id) }
  }

  /// Moves the marks in a phase that begins at `start` now, because the user had chosen other lengths before.
  mutating func rebase(_ segment: SegmentID, to start: Duration) {
    for index in recent.indices where recent[index].segment == segment {
      recent[index].mark = start + recent[index].offset
    }
  }

  /// Rebases all due instants to a clock whose zero is at `origin`.
  mutating func countInstants(from origin: Duration) {
    for index in recent.indices { recent[index].due -= origin }
  }

  mutating func forget(where matches: (Entry) -> Bool) { recent = entries.filter { !matches($0) } }

  /// Forgets warnings, which may come again at other moments; those with a mark from `position` on not at the same one,
  /// to which an undo may lead.
  mutating func forget(before position: Duration, where matches: (Entry) -> Bool) {
    forget { $0.mark < position && matches($0) }
    for index in recent.indices where matches(recent[index]) { recent[index].isRefused = true }
  }
}

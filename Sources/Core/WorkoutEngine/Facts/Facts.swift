import WorkoutModel

/// What has happened to the cues of a session: its only memory of what was said.
///
/// Together with the layout it decides what is planned, so that a plan can be made again at any time: nothing plays
/// twice, and words keep the places at which they have begun. It holds the newest `capacity` facts; older ones lie so
/// far back that no plan contains their cues.
public struct Facts: Sendable {
  /// The maximum number of facts.
  package static let capacity = 256
  /// The time within which the same cue is a duplicate, in any set.
  package static let window = Duration.seconds(10)

  /// The facts in the order in which they came about.
  package var entries: [Fact] { Array(recent.suffix(Self.capacity)) }
  /// The newest facts, up to twice `capacity`, so that they rarely have to move.
  private var recent: [Fact] = []
  /// The number of facts so far, also of those that are forgotten.
  package private(set) var count = 0
  /// The words in progress, in the order in which they began.
  private(set) var speaking: [SpokenInterval] = []
  /// The cues whose words waited for others when the plan was last replaced.
  private(set) var waiting: [WaitingCue] = []
  /// The position at which the session came to its place, or a length last changed: a cue that would have had to begin
  /// before it doesn't come any more.
  private(set) var since: Duration

  /// Nothing has happened, in a session that begins at a position of the plan.
  init(since position: Duration = .zero) { since = position }

  // MARK: Reading

  /// Why a cue may not be played now; `nil` if it may.
  ///
  /// In the last set an earlier cue of the same key counts only within the window, or if it had the same mark; then
  /// only words come again, which may have been cut short. So a cue that played for the wrong set never costs the last
  /// set its own. The window counts from when a cue was due, even if it was missed: what is refused doesn't depend on
  /// when the host was awake.
  func refusal(of key: CueKey, mark: Duration, hasWords: Bool, due: Duration, inLastSet: Bool) -> CueCause? {
    guard let earlier = last(where: { $0.key == key }) else { return nil }
    if due - earlier.due < Self.window { return .repeatedSoon }
    if !inLastSet { return .repeatedInSet }
    let isAfterWords = hasWords && earlier.hasWords
    return mark == earlier.mark && !isAfterWords ? .repeatedHere : nil
  }

  /// The newest fact that refuses a repeat, of those that match.
  func last(where matches: (Fact) -> Bool) -> Fact? {
    recent.suffix(Self.capacity).last { !$0.isRefused && matches($0) }
  }

  /// Whether a cue has begun at a moment of the plan, or has been refused or left out there.
  func contains(_ key: CueKey, mark: Duration) -> Bool {
    recent.suffix(Self.capacity).contains { $0.key == key && $0.mark == mark }
  }

  /// The facts since one with this number.
  package func entries(after number: Int) -> ArraySlice<Fact> { recent[...].drop { $0.number <= number } }

  // MARK: Cues

  mutating func record(_ fact: consuming Fact) {
    count += 1
    fact.number = count
    recent.append(fact)
    if recent.count >= 2 * Self.capacity { recent = entries }
  }

  /// Notes that a cue that has begun is left out after all, so that it refuses no other.
  mutating func leaveOut(_ key: CueKey, mark: Duration) {
    let index = recent.lastIndex { $0.key == key && $0.mark == mark }
    if let index { recent[index].isRefused = true }
  }

  /// Notes which cues wait for other words.
  mutating func wait(_ cues: [WaitingCue]) { waiting = cues }

  /// A length has changed at a position of the plan.
  mutating func change(at position: Duration) { since = position }

  /// The session has come to a position of the plan, from which its words in progress count now.
  mutating func arrive(at position: Duration) {
    (since, waiting) = (position, [])
    shiftWords(by: position)
  }

  /// Forgets the cues of a phase to which the user has gone back, of the sets around it, and of all that follows in the
  /// plan, wherever they were when they played. What lies before the place in them isn't planned again.
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

  mutating func forget(where matches: (Fact) -> Bool) { recent = entries.filter { !matches($0) } }

  /// Forgets cues, which may come again at other moments; those with a mark from `position` on not at the same one, to
  /// which an undo may lead.
  mutating func forget(before position: Duration, where matches: (Fact) -> Bool) {
    forget { $0.mark < position && matches($0) }
    for index in recent.indices where matches(recent[index]) { recent[index].isRefused = true }
  }
}

extension Facts: Equatable {
  /// Whether the same cues have begun; how late a host has played them doesn't count.
  public static func == (a: Facts, b: Facts) -> Bool { a.recent.suffix(capacity) == b.recent.suffix(capacity) }
}

/// The words in progress.
extension Facts {
  /// Words take up their place, which begins at `position` or, if they are refused, wouldn't begin before; those that
  /// are over by then are forgotten.
  mutating func add(_ words: consuming SpokenInterval, at position: Duration) {
    let instant = min(words.due, position)
    speaking.removeAll { $0.isOver(at: instant) }
    speaking.append(words)
  }

  /// Whether the words of a cue have a place.
  func hasWords(_ key: CueKey, mark: Duration) -> Bool { speaking.contains { $0.key == key && $0.mark == mark } }

  /// Words are heard, which have a place unless they were silenced before their host could begin them.
  mutating func hear(_ words: consuming SpokenInterval) {
    let index = speaking.firstIndex { [key = words.key, mark = words.mark] in $0.key == key && $0.mark == mark }
    if let index { speaking[index] = words } else { speaking.append(words) }
  }

  /// Marks the words of some cues as unheard; their places remain taken.
  mutating func silence(_ keys: [CueKey]) {
    for index in speaking.indices where keys.contains(speaking[index].key) { speaking[index].late = nil }
  }

  /// Marks the words of a cue as heard, `late` after their time.
  mutating func hear(_ key: CueKey, late: Duration) {
    for index in speaking.indices where speaking[index].key == key { speaking[index].late = late }
  }

  /// Removes all words but those that continue.
  mutating func keepWords(where continues: (SpokenInterval) -> Bool) { speaking.removeAll { !continues($0) } }

  /// Moves all words to the place of the same instants where all positions are later by `shift`.
  mutating func shiftWords(by shift: Duration) {
    for index in speaking.indices { speaking[index].shift(by: shift) }
  }
}

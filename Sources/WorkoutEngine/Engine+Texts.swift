import WorkoutModel

extension Engine {
  /// The texts that may be said up to `position` of the plan, and a little beyond, in order, each once.
  public func texts(upTo position: Duration) -> [String] {
    var scratch = scheduler
    let end = position + scheduler.reach
    scratch.extend(to: end, finder)
    return Self.once(scratch.texts(from: state.position, through: end))
  }

  /// The texts that may be said at once if something else happens than that time goes on, each once: an open phase is
  /// done, the user leaves the phase, begins it again, goes back or undoes that.
  ///
  /// They are the first words at each of these places, for a host that makes the others when the session is there.
  public func textsWithinReach() -> [String] {
    guard let spot else { return [] }
    var texts = textsAfterOpenPhase()
    if spot.sheet.isOpen, book.tellsTime {
      // Of how much time is left, each second that the phase lasts says something else.
      for second in 1...Self.foreseenSeconds {
        texts += textsAfterOpenPhase(lasting: state.position + .seconds(second) - spot.cursor.start)
      }
    }
    if !spot.sheet.isOpen {
      texts += spot.following.map { firstTexts(at: $0) } ?? Self.texts(of: WarningScheduler.closing(at: spot, finder))
    }
    texts += firstTexts(at: spot.cursor)
    if let previous = previous(of: spot.cursor) { texts += firstTexts(at: previous) }
    for place in state.history.next(from: spot.id) { texts += firstTexts(at: place.cursor, from: place.position) }
    return Self.once(texts)
  }

  /// The texts that may be said at once when the open phase is done in which the session stands, so long after its
  /// start or now; none in another phase.
  ///
  /// The plan doesn't hold them: for all that it knows, the phase goes on.
  public func textsAfterOpenPhase(lasting length: Duration = .zero) -> [String] {
    guard let spot, spot.sheet.isOpen else { return [] }
    var ended = spot.cursor
    ended.end(at: max(state.position, spot.cursor.start + length))
    return firstTexts(at: ended, from: ended.end)
  }

  /// Whether the phase in which the session stands is over when the user says so.
  public var isOpen: Bool { spot?.sheet.isOpen ?? false }

  /// What is said where the session would stand at `cursor`, from there on for as long as it takes to make more.
  private func firstTexts(at cursor: Cursor, from position: Duration? = nil) -> [String] {
    let from = position ?? cursor.start
    var plan = WarningScheduler(at: Spot(cursor, timeline, book), from: from, speaking: [], finder)
    plan.extend(to: from + Self.reach, finder)
    return Self.texts(of: plan.queue.filter { $0.due <= from + Self.reach })
  }

  /// For so many seconds from now on the words are named that the end of an open phase would bring: as long as it takes
  /// until they are asked for again.
  private static let foreseenSeconds = 45

  /// How much of what follows a move has to be there when it is made: time enough for the phrases behind it.
  private static let reach = Duration.seconds(10)

  private static func texts(of cues: [ScheduledWarning]) -> [String] { cues.compactMap(\.speech?.text) }

  private static func once(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}

import Glibc
import SessionControl
import SessionReporting
import WorkoutEngine
import WorkoutModel

/// Presents the session as an MPRIS media player, for media keys, headsets and `playerctl`.
final class MPRISPlayer {
  private let link: DBusLink
  private let settings: DesktopSettings
  private let session: SharedSession
  /// Passes on that the session has answered the call with a number.
  private let answered: @Sendable (Int) -> Void
  private var callCount = 0
  /// The property values last announced, in the order of the names.
  private var announced: [(name: String, value: DBusValue)] = []
  private var hasJumped = false
  /// The phase for which a program's moves are meant.
  private var seen = SeenPhase()
  private var lastMove: (command: ControlCommand, at: Duration)?

  /// Two equal moves within this time are one: several programs of a desktop may pass on the same key.
  private static let repeatTime = Duration.milliseconds(100)
  /// A larger deviation from the expected position is a seek.
  private static let tolerance = Duration.milliseconds(100)

  /// A player on `link`; `answered` must lead to `answer(_:)` on this thread.
  init(
    _ link: DBusLink, _ settings: DesktopSettings, _ session: SharedSession,
    answered: @escaping @Sendable (Int) -> Void
  ) {
    self.link = link
    self.settings = settings
    self.session = session
    self.answered = answered
  }

  // MARK: Announcements

  /// Requests the player's name, or one with a suffix if another run has it.
  func begin() {
    announced = changing
    request(MPRIS.name()) { [weak self] isTaken in
      if isTaken { self?.request(MPRIS.name(process: getpid())) { _ in } }
    }
  }

  private func request(_ name: String, _ done: @escaping (_ isTaken: Bool) -> Void) {
    let dontQueue = UInt32(4)
    link.call(.toBus("RequestName", [.string(name), .uint32(dontQueue)])) { outcome in
      let (isOwner, isOwnerAlready) = (Int64(1), Int64(4))
      guard case .success(let body) = outcome, let answer = body.first?.integer else { return }
      done(answer != isOwner && answer != isOwnerAlready)
    }
  }

  /// Notices a position that changes other than by playing.
  func follow(_ change: SharedSession.Change) {
    let (before, now) = change
    if now.track?.id != before.track?.id { seen.show(now.track?.id, at: settings.now()) }
    let expected = before.place.extrapolated(to: now.place.at).progress.position
    let usual = now.track?.id == before.track?.id ? expected : now.track?.position ?? expected
    let distance = now.place.progress.position - usual
    if max(distance, .zero - distance) > Self.tolerance { hasJumped = true }
  }

  func announce() {
    let (current, last) = (changing, announced)
    let changes = zip(current, last).filter { $0.value != $1.value }.map { ($0.0.name, $0.0.value) }
    if last.count == current.count, !changes.isEmpty {
      link.emit(
        "PropertiesChanged", of: MPRIS.properties, at: MPRIS.path,
        [.string(MPRIS.player), .dictionary(changes), .strings([])])
    }
    if hasJumped { link.emit("Seeked", of: MPRIS.player, at: MPRIS.path, [.int64(position)]) }
    (announced, hasJumped) = (current, false)
  }

  private var position: Int64 { session.now.positionInTrack(at: settings.now()).microseconds }

  private var changing: [(name: String, value: DBusValue)] {
    let session = session.now
    let volume = session.isMuted ? 0 : pow(10, session.volume / 20)
    return [
      ("PlaybackStatus", .string(session.playback.mprisName)), ("Metadata", .dictionary(metadata(of: session))),
      ("Volume", .double(volume)),
    ]
  }

  private func trackID(of session: ObservedSession) -> String {
    session.track.map { "/cuebell/phase/" + $0.id.text } ?? "/org/mpris/MediaPlayer2/TrackList/NoTrack"
  }

  private func metadata(of session: ObservedSession) -> [(String, DBusValue)] {
    let (track, workout) = (session.track, session.timeline.workout)
    var entries: [(String, DBusValue)] = [("mpris:trackid", .path(trackID(of: session)))]
    if let length = track?.trackLength { entries.append(("mpris:length", .int64(length.microseconds))) }
    if let title = track?.title { entries.append(("xesam:title", .string(SafeText.filtered(title)))) }
    entries.append(("xesam:album", .string(SafeText.filtered(workout.name))))
    if let author = workout.author { entries.append(("xesam:artist", .strings([SafeText.filtered(author)]))) }
    if let set = track?.set { entries.append(("xesam:trackNumber", .int32(Int32(clamping: set)))) }
    return entries
  }

  private func properties(of interface: String) -> [(name: String, value: DBusValue)]? {
    switch interface {
    case MPRIS.root:
      [
        ("CanQuit", .bool(true)), ("CanRaise", .bool(false)), ("HasTrackList", .bool(false)),
        ("Identity", .string("Cuebell")), ("DesktopEntry", .string("cuebell")), ("SupportedUriSchemes", .strings([])),
        ("SupportedMimeTypes", .strings([])),
      ]
    case MPRIS.player:
      changing + [("Position", .int64(position))]
        + ["Rate", "MinimumRate", "MaximumRate"].map { ($0, .double(1)) }
        + ["CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl"].map { ($0, .bool(true)) }
    case MPRIS.properties, MPRIS.introspectable, "org.freedesktop.DBus.Peer": []
    default: nil
    }
  }

  // MARK: Calls

  func answer(_ call: DBusMessage) -> DBusReply? {
    if call.member == "Introspect", call.interface.isEmpty || call.interface == MPRIS.introspectable {
      return MPRIS.description(of: call.path).map { .values([.string($0)]) }
        ?? .error(.unknown("Object", "object at \(call.path)"))
    }
    guard call.path == MPRIS.path else { return .error(.unknown("Object", "object at \(call.path)")) }
    switch call.interface {
    case MPRIS.properties: return answerOfProperties(to: call)
    case MPRIS.root, "": return answerOfRoot(to: call) ?? (call.interface.isEmpty ? answerOfPlayer(to: call) : nil)
    case MPRIS.player: return answerOfPlayer(to: call)
    default: return .error(.unknown("Interface", "interface \(call.interface)"))
    }
  }

  private func answerOfRoot(to call: DBusMessage) -> DBusReply? {
    switch call.member {
    case "Raise": Self.unsupported
    case "Quit": perform(.stop, call)
    default: nil
    }
  }

  private func answerOfPlayer(to call: DBusMessage) -> DBusReply? {
    switch call.member {
    case "Next": return perform(.next, call)
    case "Previous": return perform(.back, call)
    case "Play": return perform(.resume, call)
    case "Pause": return perform(.pause, call)
    case "PlayPause": return perform(.toggle, call)
    case "Stop": return perform(.stop, call)
    case "Seek":
      guard case .int64(let offset)? = call.body.first else { return .error(.invalid("Seek takes microseconds")) }
      return perform(.seek(by: .microseconds(offset)), call)
    case "SetPosition":
      guard call.body.count == 2, case .path(let track) = call.body[0], case .int64(let position) = call.body[1] else {
        return .error(.invalid("SetPosition takes a track and microseconds"))
      }
      return setPosition(.microseconds(position), in: track, call)
    case "OpenUri": return Self.unsupported
    default: return nil
    }
  }

  private func setPosition(_ position: Duration, in track: String, _ call: DBusMessage) -> DBusReply {
    // The caller may refer to a phase that has just ended; the specification says to ignore that, and a position beyond
    // the track.
    let session = session.now
    guard track == trackID(of: session), let current = session.track, position >= .zero,
      current.trackLength.map({ position <= $0 }) ?? true
    else { return .values([]) }
    return perform(.seek(by: position - session.positionInTrack(at: settings.now())), call)
  }

  private func answerOfProperties(to call: DBusMessage) -> DBusReply? {
    guard let interface = call.body.first?.text else { return .error(.invalid("the name of an interface is missing")) }
    guard let known = properties(of: interface) else {
      return .error(.unknown("Interface", "interface \(interface)"))
    }
    if call.member == "GetAll" { return .values([.dictionary(known.map { ($0.name, $0.value) })]) }
    guard ["Get", "Set"].contains(call.member) else { return nil }
    let name = call.body.dropFirst().first?.text ?? ""
    guard let value = known.first(where: { $0.name == name })?.value else {
      return .error(.unknown("Property", "property \(name)"))
    }
    if call.member == "Get" { return .values([.variant(value)]) }
    return set(name, to: call.body.dropFirst(2).first, call)
  }

  private func set(_ name: String, to value: DBusValue?, _ call: DBusMessage) -> DBusReply {
    guard ["Volume", "Rate"].contains(name) else {
      return .error(DBusError(name: "org.freedesktop.DBus.Error.PropertyReadOnly", text: "\(name) can't be set"))
    }
    guard case .variant(.double(let number))? = value, number.isFinite else {
      return .error(.invalid("\(name) is a number"))
    }
    if name == "Rate" { return number == 1 ? .values([]) : .error(.invalid("the rate is always 1")) }
    guard number > 0 else { return perform(.mute(true), call) }
    return perform(.setVolume(Limits.volume(nearest: 20 * log10(number))), call)
  }

  private func perform(_ command: ControlCommand, _ call: DBusMessage) -> DBusReply {
    let now = settings.now()
    if command.isFromPhase {
      if let lastMove, lastMove.command == command, now - lastMove.at < Self.repeatTime { return .values([]) }
      lastMove = (command, now)
    }
    let number = callCount
    callCount += 1
    let origin = ActionOrigin.from(.mpris, name: call.sender, seeing: seen.phase(for: command, at: now))
    settings.perform(command, origin) { [answered] _ in answered(number) }
    return .later(number)
  }

  /// Answers the call with a number, because the session has answered.
  ///
  /// A refused command, such as a pause while paused, is not an error for a media key.
  func answer(_ number: Int) {
    announce()
    link.reply(to: number, .values([]))
  }

  private static let unsupported = DBusReply.error(
    DBusError(name: "org.freedesktop.DBus.Error.NotSupported", text: "a workout has no window and opens no file"))
}

/// A session as a media player shows it, with each phase as a track.
extension ObservedSession {
  fileprivate var track: ObservedPhase? { hasBegun ? phase : nil }

  fileprivate func positionInTrack(at instant: Duration) -> Duration {
    guard let track, let start = track.position else { return .zero }
    let position = max(.zero, place.extrapolated(to: instant).progress.position - start)
    return track.length.map { min(position, $0) } ?? position
  }
}

extension ObservedPhase {
  /// The name with the number of the set, "Work 3/8", and that it is over its time.
  fileprivate var title: String {
    let count = set.map { set in sets.map { "\(set)/\($0)" } ?? "\(set)" }
    return [name, count, isOvertime ? "(overtime)" : nil].compactMap(\.self).joined(separator: " ")
  }

  fileprivate var trackLength: Duration? { isOpen ? nil : length }
}

extension PlaybackState {
  fileprivate var mprisName: String {
    switch self {
    case .preparingToPlay, .fadingIn, .playing, .fadingOut(_, .completed): "Playing"
    case .preparingToPause, .paused, .fadingOut(_, .paused): "Paused"
    case .idle, .fadingOut(_, .stopped), .completed, .stopped, .failed: "Stopped"
    }
  }
}

extension Duration {
  /// Whole microseconds, truncated.
  var microseconds: Int64 { inNanoseconds / 1000 }
}

import DBusMessaging
import Glibc
import SessionControl
import SessionReporting
import WorkoutEngine
import WorkoutModel
import WorkoutModel

/// Presents the session as an MPRIS media player, for media keys, headsets and `playerctl`.
final class MPRISPlayer {
  private let link: DBusLink
  private let settings: DesktopIntegration.Settings
  private var state = MediaState()
  /// The property values last announced, in the order of the names.
  private var announced: [(name: String, value: DBusValue)] = []
  private var hasJumped = false

  /// A player on `link`.
  init(_ link: DBusLink, _ settings: DesktopIntegration.Settings) {
    self.link = link
    self.settings = settings
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

  /// Receives an event when it is heard.
  func follow(_ kind: EngineEvent.Kind, _ progress: SessionProgress, at instant: Duration) {
    hasJumped = state.follow(kind, progress, at: instant).hasJumped || hasJumped
  }

  /// Whether the timer of the session runs.
  var isRunning: Bool { state.isRunning }

  /// Announces the properties that have changed.
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

  /// The position in the phase, in microseconds.
  private var position: Int64 { state.position(at: settings.now()).microseconds }

  /// The properties whose changes are announced.
  private var changing: [(name: String, value: DBusValue)] {
    // A muted session has the lowest level.
    let volume = state.volume > Self.decibels.lowerBound ? pow(10, state.volume / 20) : 0
    return [
      ("PlaybackStatus", .string(state.status.rawValue)), ("Metadata", .dictionary(metadata)),
      ("Volume", .double(volume)),
    ]
  }

  private static let decibels = -60.0...12.0

  private var trackID: String {
    guard let id = state.track?.id else { return "/org/mpris/MediaPlayer2/TrackList/NoTrack" }
    return "/cuebell/phase/" + ([id.node] + id.sets.map { $0 + 1 }).map(String.init).joined(separator: "_")
  }

  private var metadata: [(String, DBusValue)] {
    var entries: [(String, DBusValue)] = [("mpris:trackid", .path(trackID))]
    if let length = state.track?.length { entries.append(("mpris:length", .int64(length.microseconds))) }
    if let title = state.track?.title { entries.append(("xesam:title", .string(SafeText.filtered(title)))) }
    entries.append(("xesam:album", .string(SafeText.filtered(settings.workout))))
    if let author = settings.author { entries.append(("xesam:artist", .strings([SafeText.filtered(author)]))) }
    if let set = state.track?.set { entries.append(("xesam:trackNumber", .int32(Int32(clamping: set)))) }
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

  /// Answers a call; `nil` if there is no such method.
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
    // The caller may refer to a phase that has just ended; the specification says to ignore that.
    guard track == trackID, state.track != nil, position >= .zero else { return .values([]) }
    if let length = state.track?.length, position > length { return perform(.next, call) }
    return perform(.seek(by: position - state.position(at: settings.now())), call)
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
    let level = min(max(20 * log10(number), Self.decibels.lowerBound), Self.decibels.upperBound)
    return perform(.setVolume(level), call)
  }

  private func perform(_ command: ControlCommand, _ call: DBusMessage) -> DBusReply {
    // A refused command, such as a pause while paused, is not an error for a media key.
    settings.perform(command, .from(.mpris, name: call.sender)) { _ in }
    return .values([])
  }

  private static let unsupported = DBusReply.error(
    DBusError(name: "org.freedesktop.DBus.Error.NotSupported", text: "a workout has no window and opens no file"))
}

extension Duration {
  /// Whole microseconds, truncated.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}

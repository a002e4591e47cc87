import HostSystem
import SessionControl

/// Lowers other media players while Cuebell speaks, or pauses them during the workout, and restores them.
final class OtherPlayers {
  private typealias Record = PlayerRecords.Record

  private let link: DBusLink
  private let settings: DesktopSettings
  private let records: PlayerRecords
  /// Whether players have to be low.
  private var isLow = false
  private var hasPaused = false
  private var isOver = false
  private var restoring: [Record] = []
  /// The players that have confirmed the pause; if one of them plays, the user started it.
  private var confirmed: Set<String> = []

  /// -12 dB as a factor.
  static let factor = 0.251_188_643_150_958
  /// Players may round their volume to whole per cents.
  private static let tolerance = 0.011

  init(_ link: DBusLink, _ settings: DesktopSettings) {
    self.link = link
    self.settings = settings
    records = PlayerRecords(settings.environment)
  }

  /// Called when the bus has accepted this program; undoes the changes of a killed run.
  func begin() {
    if settings.others == .pause {
      link.match(
        "type='signal',interface='\(MPRIS.properties)',member='PropertiesChanged',path='\(MPRIS.path)',"
          + "arg0='\(MPRIS.player)'")
    }
    restoreLeftBehind()
    // Speech may have begun before the connection.
    lowerAll()
  }

  /// Called when the connection is lost; the state of players on another bus is unknown.
  func lose() { (confirmed, restoring) = ([], []) }

  /// Undoes the changes of a killed run; returns whether there are any.
  @discardableResult
  func restoreLeftBehind() -> Bool {
    guard records.isLeft, let bus = link.identity, !records.isOpen, records.open(for: bus) else { return false }
    // Records of another bus are discarded.
    guard !records.all.isEmpty else {
      records.close()
      return false
    }
    restore(records.all)
    return true
  }

  // MARK: Speech

  /// Words begin or end to be heard.
  func follow(speech isHeard: Bool) {
    guard isHeard != isLow, !isOver else { return }
    isLow = isHeard
    if isLow { lowerAll() } else { raise() }
  }

  private func lowerAll() {
    guard isLow, let bus = link.identity, records.open(for: bus) else { return }
    forEachPlayer { [weak self] owner in self?.lower(owner) }
  }

  private func lower(_ owner: String) {
    get("Volume", of: owner) { [weak self] outcome in
      guard let self, isLow, case .success(let value) = outcome, let volume = value.number, volume > 0, volume.isFinite,
        !records.all.contains(where: { $0.owner == owner && $0.change != .paused })
      else { return }
      let low = volume * Self.factor
      if records.add(Record(owner: owner, change: .lowered(from: volume, to: low))) { setVolume(low, of: owner) }
    }
  }

  private func raise() { restore(records.all.filter { $0.change != .paused }) }

  // MARK: Pauses

  func play() {
    guard settings.others == .pause, !hasPaused, !isOver, let bus = link.identity else { return }
    guard records.open(for: bus) else { return }
    hasPaused = true
    forEachPlayer { [weak self] owner in self?.pause(owner) }
  }

  private func pause(_ owner: String) {
    get("PlaybackStatus", of: owner) { [weak self] outcome in
      guard let self, !isOver, (try? outcome.get().text) == "Playing" else { return }
      guard records.add(Record(owner: owner, change: .paused)) else { return }
      call("Pause", of: owner) { [weak self] in if case .success = $0 { self?.confirmed.insert(owner) } }
    }
  }

  /// Receives a signal; a player that the user has started is left alone.
  func follow(_ signal: DBusMessage) {
    guard signal.isSignal(MPRIS.properties, "PropertiesChanged"), let owner = signal.sender, confirmed.contains(owner),
      signal.body.count > 1, signal.body[1].value(of: "PlaybackStatus")?.text == "Playing"
    else { return }
    confirmed.remove(owner)
    if !isOver { records.remove(Record(owner: owner, change: .paused)) }
  }

  // MARK: Restoring

  func finish() {
    (isOver, isLow) = (true, false)
    restore(records.all)
  }

  private func restore(_ taken: [Record]) {
    for record in taken where !restoring.contains(record) {
      restoring.append(record)
      switch record.change {
      case .lowered(let from, let to):
        get("Volume", of: record.owner) { [weak self] outcome in
          // Speech has begun again, so the player stays low.
          guard let self, !isLow, !isLost(outcome) else { return self?.keep(record) ?? () }
          // Another volume was set by the user.
          guard let volume = try? outcome.get().number, abs(volume - to) <= Self.tolerance else {
            return forget(record)
          }
          setVolume(from, of: record.owner) { [weak self] _ in self?.forget(record) }
        }
      case .paused:
        get("PlaybackStatus", of: record.owner) { [weak self] outcome in
          guard let self, !isLost(outcome) else { return self?.keep(record) ?? () }
          guard (try? outcome.get().text) == "Paused" else { return forget(record) }
          call("Play", of: record.owner) { [weak self] _ in self?.forget(record) }
        }
      }
    }
  }

  /// Whether a player can't be reached now, so that a later attempt is necessary.
  private func isLost(_ outcome: Result<DBusValue, DBusError>) -> Bool {
    guard case .failure(let error) = outcome else { return false }
    return error == .disconnected || error == .noReply
  }

  private func keep(_ record: Record) { restoring.removeAll { $0 == record } }

  private func forget(_ record: Record) {
    keep(record)
    records.remove(record)
    if records.all.isEmpty, isOver || settings.others == .mix { records.close() }
  }

  // MARK: Players

  /// Calls `body` once for each player that isn't Cuebell, also if it has several names.
  private func forEachPlayer(_ body: @escaping (_ owner: String) -> Void) {
    link.call(.toBus("ListNames")) { [weak self] outcome in
      guard let self, case .success(let answer) = outcome else { return }
      var seen: Set<String> = []
      for name in (answer.first?.elements ?? []).compactMap(\.text) where MPRIS.isOther(name) {
        link.call(.toBus("GetNameOwner", [.string(name)])) { outcome in
          guard let owner = try? outcome.get().first?.text, seen.insert(owner).inserted else { return }
          body(owner)
        }
      }
    }
  }

  private func get(_ name: String, of owner: String, _ outcome: @escaping (Result<DBusValue, DBusError>) -> Void) {
    send(owner, MPRIS.properties, "Get", [.string(MPRIS.player), .string(name)]) { answer in
      outcome(answer.flatMap { $0.first.map(Result.success) ?? .failure(.invalid("there is no \(name)")) })
    }
  }

  private func setVolume(_ volume: Double, of owner: String, _ outcome: @escaping DBusLink.Outcome = { _ in }) {
    let arguments: [DBusValue] = [.string(MPRIS.player), .string("Volume"), .variant(.double(volume))]
    send(owner, MPRIS.properties, "Set", arguments, outcome)
  }

  private func call(_ member: String, of owner: String, _ outcome: @escaping DBusLink.Outcome) {
    send(owner, MPRIS.player, member, [], outcome)
  }

  private func send(
    _ owner: String, _ interface: String, _ member: String, _ body: [DBusValue], _ outcome: @escaping DBusLink.Outcome
  ) {
    let call = DBusCall(destination: owner, path: MPRIS.path, interface: interface, member: member, body: body)
    link.call(call, within: .seconds(2), outcome)
  }
}

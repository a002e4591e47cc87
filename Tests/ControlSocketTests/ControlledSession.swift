import ControlSocket
import Foundation
import SessionControl
import SessionReporting
import Synchronization
import TestSupport
import WorkoutEngine
import WorkoutModel

/// A session on virtual time, with a real engine, that a socket controls.
final class ControlledSession: Sendable {
  private struct State {
    var engine: Engine
    var encoder = EventEncoder { _ in nil }
    var isHanging = false
  }

  private let state: Mutex<State>
  private let server = Mutex<ControlServer?>(nil)
  let endpoint: ControlEndpoint

  static let workout = Workout(
    name: "Test", style: .silent,
    nodes: [
      .phase(Phase("Ready", .prepare, .after(.fixed(.seconds(5))))),
      .group(SetGroup(.sets(3), nodes: [.phase(Phase("Work", .high, .after(.fixed(.seconds(20)))))])),
      .phase(Phase("Squats", .high, .open(), reps: 12)),
    ])

  /// Serves a session that has begun to play, 10 s ago.
  init(at endpoint: ControlEndpoint, patience: Duration = .seconds(10)) throws {
    var engine = Engine(try Timeline(Self.workout))
    _ = engine.send(.start, at: .zero)
    _ = engine.send(.prepared, at: .zero)
    _ = engine.send(.tick, at: .seconds(10))
    self.endpoint = endpoint
    state = Mutex(State(engine: engine))
    let greeting = ControlReply.Greeting(
      version: "1.2.3", name: endpoint.name, pid: 4711, session: nil, workout: "Test", epoch: .seconds(8), speed: 1)
    var session = ControlServer.Session(
      greeting: { greeting }, observed: ObservedSession(engine),
      clock: { [weak self] in self?.state.withLock { $0.engine.now } ?? .zero },
      plan: { "{\"workout\": \"Test\", \"phases\": [\n  1,\n  2\n]}" }, frameOf: { _ in 480 })
    session.patience = patience
    let new = try ControlServer(endpoint, session) { [weak self] in self?.perform($0, $1, $2) }
    try new.start()
    server.withLock { $0 = new }
  }

  /// Serves a session in a folder.
  convenience init(in folder: String, patience: Duration = .seconds(10)) throws {
    try self.init(at: ControlEndpoint(in: folder, name: LiveRunName(ofFile: "test.json")), patience: patience)
  }

  deinit { finish() }

  func finish() {
    let server = server.withLock { $0 }
    server?.finish()
    server?.close()
  }

  /// Takes commands without ever answering.
  func hang() { state.withLock { $0.isHanging = true } }

  /// Lets time pass, ahead of what is heard by nothing.
  func advance(to seconds: Int) {
    state.withLock { state in
      let instant = Duration.seconds(seconds)
      while let deadline = state.engine.nextDeadline, deadline <= instant {
        report(state.engine.send(.tick, at: deadline).events, &state)
      }
      report(state.engine.send(.tick, at: instant).events, &state)
    }
  }

  /// Reports something that isn't the engine's.
  func report(_ kind: SessionEvent.Kind) {
    state.withLock { state in
      let event = SessionEvent(at: state.engine.now, kind: kind)
      server.withLock { $0 }?.observe([event])
      server.withLock { $0 }?.follow(event, line: state.encoder.line(event))
    }
  }

  func setInhibits(_ inhibits: [String]) { server.withLock { $0 }?.setInhibits(inhibits) }

  private func report(_ events: [EngineEvent], _ state: inout State) {
    let server = server.withLock { $0 }
    for event in events { server?.followAhead(event) }
    server?.observe(events.map(SessionEvent.init))
    for event in events { server?.follow(SessionEvent(event), line: state.encoder.line(SessionEvent(event))) }
  }

  private func perform(
    _ command: ControlCommand, _ origin: ActionOrigin, _ answer: @escaping @Sendable (ControlAnswer) -> Void
  ) {
    let given: ControlAnswer? = state.withLock { state in
      if state.isHanging { return nil }
      let (now, before) = (state.engine.now, state.engine.playback)
      guard let action = Self.action(for: command, state.engine, by: origin) else {
        return .refused("not in this test")
      }
      let isPaused = if case .paused = before { true } else { false }
      if isPaused, action == .pause { return .done(at: now, from: before, to: before, changed: false) }
      let events = state.engine.send(action, by: origin, at: now).events
      report(events, &state)
      if let refusal = events.lazy.compactMap(\.kind.refusal).first { return .refused(refusal.description) }
      return .done(at: now, from: before, to: state.engine.playback, changed: true)
    }
    if let given { answer(given) }
  }

  private static func action(for command: ControlCommand, _ engine: Engine, by origin: ActionOrigin) -> Action? {
    let isMuted = engine.state.volume <= -60
    switch command {
    case .pause: return .pause
    case .resume: return .resume
    case .toggle: return .toggle
    case .next: return .next
    case .back: return .back
    case .restartPhase: return .restartPhase
    case .skip: return .skip
    case .done: return .done
    case .undo: return .undo
    case .redo: return .redo
    case .stop: return .stop
    case .extend(let amount): return .extend(by: amount)
    case .jump(let place): return .jump(to: place)
    case .jumpToSet(let set): return .jump(to: .seconds(5 + 20 * (set - 1)))
    case .seek(let amount): return .jump(to: engine.position + amount)
    case .setVolume(let volume): return .setVolume(volume)
    case .changeVolume(let change): return .setVolume(engine.state.volume + change)
    case .measure(let signal, let value): return .measure(signal, value, from: origin.name)
    case .say(let text): return .say(text)
    case .mute(let isOn): return .setVolume(isOn ?? !isMuted ? -60 : 0)
    }
  }
}

/// A connection to a run.
struct ControlConnection {
  let client: ControlClient
  let greeting: String

  init(_ path: String) throws {
    client = try ControlClient(path)
    greeting = try client.readLine(by: .now + Timeout.limit) ?? "closed"
  }

  func send(_ line: String) throws { try client.send(line, by: .now + Timeout.limit) }

  /// The next line that comes.
  func next() throws -> String { try client.readLine(by: .now + Timeout.limit) ?? "closed" }

  /// The reply to a line, where nothing else comes.
  func ask(_ line: String) throws -> String {
    try send(line)
    return try next()
  }
}

/// A folder as the sockets of runs need it.
func socketFolder() throws -> TemporaryFolder {
  let folder = try TemporaryFolder("ctl")
  try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
  return folder
}

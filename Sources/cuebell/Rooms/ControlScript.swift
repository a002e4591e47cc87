import ControlSocket
import Glibc
import HostSystem
import LiveRuns
import StrictJSON
import Synchronization

/// The control script of a stream, which a Snapcast server starts and asks in lines: the buttons of Snapcast's apps
/// control the run with the stream's name.
///
/// It lives as long as the server; while there is no such run, it says that nothing plays.
final class ControlScript: Sendable {
  private let run: String
  private let hub: LiveRunHub
  private let state = Mutex(PlayerProperties(nil))
  /// Whether the server knows the property `mute`, because it has set it; older ones warn of it each time.
  private let knowsMute = Atomic(false)

  /// The script of the run with a name, whose socket is in a folder.
  init(ofRun run: LiveRunName, in folder: String) throws {
    self.run = run.text
    hub = try LiveRunHub(folder)
  }

  /// Serves until stdin ends.
  func serve() {
    hub.follow { [self] news in follow(news) }
    write(["method": "Plugin.Stream.Ready"])
    var lines = LineBuffer()
    while let more = try? FileDescriptor.standardInput.read(atMost: 4_096), !more.isEmpty, !lines.hasOverflowed {
      lines.append(more)
      while let line = lines.next() { answer(PlayerRequest(line)) }
    }
  }

  private func follow(_ news: LiveRunNews) {
    switch news {
    case .state(let report): if report.name == run { show(PlayerProperties(report)) }
    case .left(let name): if name == run { show(PlayerProperties(nil)) }
    case .event: break
    }
  }

  /// Tells the server what has changed; the passing of time is no change.
  private func show(_ properties: PlayerProperties) {
    state.withLock { held in
      guard !held.leads(to: properties) else { return }
      held = properties
      write(["method": "Plugin.Stream.Player.Properties", "params": present(properties)])
    }
  }

  private func answer(_ request: PlayerRequest) {
    let id = request.id.json
    switch request.kind {
    case .success(.properties):
      state.withLock { write(["id": id, "result": present($0)]) }
    case .success(.ask(var fields)):
      if request.setsMute { knowsMute.store(true, ordering: .relaxed) }
      fields.add("as", "Snapcast")
      hub.request(fields, to: run) { [self] reply in
        guard reply.error != nil else { return state.withLock { _ in write(["id": id, "result": "ok"]) } }
        refuse(.init(code: PlayerRequest.Refusal.failed, reason: reply.reason), id)
      }
    case .failure(let refusal): refuse(refusal, id)
    }
  }

  private func present(_ properties: PlayerProperties) -> JSONFields {
    properties.at(HostTime.now, withMute: knowsMute.load(ordering: .relaxed))
  }

  private func refuse(_ refusal: PlayerRequest.Refusal, _ id: JSONOutput) {
    state.withLock { _ in write(["id": id, "error": refusal.fields]) }
  }

  /// Writes a message; the lock of the state is held, because two threads write.
  private func write(_ message: JSONFields) {
    var line: JSONFields = ["jsonrpc": "2.0"]
    line.add(message)
    _ = OutputWriter.write(line.line(.compact) + "\n", to: STDOUT_FILENO)
  }
}

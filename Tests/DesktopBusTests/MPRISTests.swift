import DesktopBus
import SessionControl
import TestSupport
import Testing
import WorkoutEngine

@Suite struct `A run as a media player` {
  private let bus: PrivateBus
  private let session: ScriptedSession

  init() throws {
    bus = try PrivateBus()
    session = try ScriptedSession()
    _ = session.connect(to: bus.environment)
  }

  private func playerctl(_ line: String) -> String { bus.output("playerctl -p cuebell \(line)") }

  /// As the run gives it; playerctl counts on by itself.
  private var position: String {
    bus.output("busctl --user get-property \(Self.name) /org/mpris/MediaPlayer2 \(Self.root).Player Position")
  }

  private static let root = "org.mpris.MediaPlayer2"
  private static let name = "\(root).cuebell"

  private func expect(
    _ line: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var last = ""
    let isSo = Timeout.wait {
      last = playerctl(line)
      return last == text
    }
    #expect(isSo, "\(line): \(last)", sourceLocation: sourceLocation)
  }

  @Test func `shows its playback and phase`() throws {
    expect("status", "Stopped")
    session.start()
    expect("status", "Playing")
    expect("metadata title", "Work 1/2")
    #expect(playerctl("metadata album") == "Two sets" && playerctl("metadata artist") == "Ann")
    #expect(playerctl("metadata mpris:length") == "20000000" && playerctl("metadata xesam:trackNumber") == "1")
    session.run(to: 23)
    expect("metadata title", "Rest 1/2")
    #expect(playerctl("position").hasPrefix("3.0") && position == "x 3000000")
    session.run(to: 31)
    expect("metadata title", "Work 2/2")
    session.send(.pause)
    expect("status", "Paused")
    session.send(.setVolume(-20))
    expect("volume", "0.100000")
  }

  @Test func `does what players are told to do`() throws {
    session.start()
    session.run(to: 5)
    expect("status", "Playing")
    #expect(Timeout.wait { position == "x 5000000" })
    #expect(playerctl("play-pause") == "")
    expect("status", "Paused")
    for line in ["play", "pause", "next", "previous", "volume 0.5", "volume 0", "stop"] { _ = playerctl(line) }
    let volume = ControlCommand.setVolume(-6.020599913279624)
    #expect(session.commands == [.toggle, .resume, .pause, .next, .back, volume, .mute(true), .stop])
    #expect(session.origins.allSatisfy { $0.source == .mpris })
  }
}

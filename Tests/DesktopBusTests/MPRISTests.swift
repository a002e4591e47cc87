import SessionControl
import Synchronization
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A run as a media player` {
  private let bus: PrivateBus
  private let session: DesktopSession

  init() throws {
    bus = try PrivateBus()
    session = try DesktopSession()
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
    session.send(.setVolume(-60))
    expect("volume", "0.000000")
  }

  @Test func `shows overtime as a track of its own, which counts from its start and has no length`() throws {
    let bus = try PrivateBus()
    let session = try DesktopSession(overtime: .unlimited)
    _ = session.connect(to: bus.environment)
    session.start()
    session.run(to: 27)
    let isShown = Timeout.wait { bus.output("playerctl -p cuebell metadata title") == "Work 1/2 (overtime)" }
    #expect(isShown && bus.output("playerctl -p cuebell metadata mpris:length") == "")
    let property = "\(Self.name) /org/mpris/MediaPlayer2 \(Self.root).Player Position"
    #expect(bus.output("busctl --user get-property \(property)") == "x 7000000")
  }

  @Test func `does what players are asked to do`() throws {
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

  private func call(_ member: String, _ arguments: String = "") -> String {
    let player = "\(Self.name) /org/mpris/MediaPlayer2 \(Self.root).Player"
    return bus.output("busctl --user -- call \(player) \(member) \(arguments) 2>&1")
  }

  @Test func `moves within the phase it shows, and in no other`() throws {
    session.start()
    session.run(to: 5)
    expect("metadata title", "Work 1/2")
    let track = playerctl("metadata mpris:trackid").replacing("'", with: "")
    _ = call("SetPosition", "ox /cuebell/phase/99 2000000")
    _ = call("SetPosition", "ox \(track) -1")
    _ = call("SetPosition", "ox \(track) 12000000")
    #expect(session.commands == [.seek(by: .seconds(7))])
    #expect(Timeout.wait { position == "x 12000000" })
    _ = call("Seek", "x -2000000")
    #expect(Timeout.wait { position == "x 10000000" })
    _ = call("SetPosition", "ox \(track) 20000001")
    #expect(session.commands.last == .seek(by: .seconds(-2)))
    _ = call("Seek", "x 10000000")
    expect("metadata title", "Rest 1/2")
    #expect(playerctl("metadata mpris:trackid") != track)
  }

  @Test func `takes two equal moves together for one, and says for which phase a move is meant`() throws {
    session.start()
    session.run(to: 5)
    expect("metadata title", "Work 1/2")
    for _ in 0..<2 { _ = call("Next") }
    #expect(session.commands == [.next])
    for _ in 0..<2 { _ = call("Previous") }
    #expect(session.commands == [.next, .back])
    // Another program's move, which is shown for less than anybody needs to react.
    session.run(to: 6)
    session.send(.skip)
    expect("metadata title", "Rest 1/2")
    _ = call("Next")
    session.run(to: 7)
    _ = call("Next")
    #expect(session.origins.suffix(2).map(\.seenPhase) == [nil, "2_2"])
  }

  @Test func `reports what has changed, and jumps, but not time that passes`() throws {
    try bus.spawn("exec dbus-monitor --session \"path='/org/mpris/MediaPlayer2',type='signal'\"", output: "signals")
    #expect(Timeout.wait { bus.text(of: "signals").contains("NameLost") })
    expect("status", "Stopped")
    session.start()
    expect("metadata title", "Work 1/2")
    session.run(to: 5)
    expect("metadata title", "Work 1/2")
    session.send(.jump(to: .seconds(15)))
    #expect(Timeout.wait { position == "x 15000000" })
    session.run(to: 6)
    session.send(.pause)
    expect("status", "Paused")
    session.send(.extend(by: .seconds(15)))
    expect("metadata mpris:length", "35000000")
    #expect(Timeout.wait { bus.text(of: "signals").contains("int64 35000000") })
    let text = bus.text(of: "signals")
    #expect(text.ranges(of: "member=Seeked").count == 1 && text.contains("int64 15000000"))
    #expect(!text.contains("\"Position\"") && text.contains("string \"Paused\""))
    #expect(text.ranges(of: "member=PropertiesChanged").count <= 5, "\(text)")
  }

  /// Each call, what it asks for, and the property that tells.
  private static let readings = [
    ("Pause", "", "PlaybackStatus", "s \"Paused\""), ("Play", "", "PlaybackStatus", "s \"Playing\""),
    ("Next", "", "Metadata", "\"Rest 1/2\""), ("Previous", "", "Metadata", "\"Work 1/2\""),
    ("PlayPause", "", "PlaybackStatus", "s \"Paused\""), ("Stop", "", "PlaybackStatus", "s \"Stopped\""),
  ]

  @Test func `answers a call when the session has decided, and no reading is older than that`() throws {
    session.start()
    session.run(to: 3)
    expect("status", "Playing")
    session.thinkingTime.withLock { $0 = .milliseconds(150) }
    let get = "busctl --user get-property \(Self.name) /org/mpris/MediaPlayer2 \(Self.root).Player"
    for (member, arguments, property, value) in Self.readings {
      // Both in one process, so that nothing passes between them.
      let player = "\(Self.name) /org/mpris/MediaPlayer2 \(Self.root).Player"
      let read = bus.output("busctl --user call \(player) \(member) \(arguments) && \(get) \(property)")
      #expect(read.contains(value), "\(member): \(read)")
    }
    let set = "busctl --user set-property \(Self.name) /org/mpris/MediaPlayer2 \(Self.root).Player Volume d 0.1"
    #expect(bus.output("\(set) && \(get) Volume") == "d 0.1")
  }

  @Test func `describes itself as the specification has it`() throws {
    expect("status", "Stopped")
    let text = bus.output("busctl --user introspect \(Self.name) /org/mpris/MediaPlayer2 --no-legend")
    let rows = text.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
    func row(_ name: String) -> String {
      rows.first { $0[0] == name }.map { $0.dropFirst().joined(separator: " ") } ?? ""
    }
    #expect(row(".PlaybackStatus") == "property s \"Stopped\" emits-change")
    #expect(row(".Identity") == "property s \"Cuebell\" emits-change" && row(".Rate").hasPrefix("property d 1"))
    #expect(row(".DesktopEntry") == "property s \"cuebell\" emits-change" && row(".Position") == "property x 0 -")
    #expect(row(".SetPosition") == "method ox - -" && row(".Seeked") == "signal x - -")
    #expect(row(".CanRaise") == "property b false emits-change" && row(".Metadata").hasPrefix("property a{sv} 3 "))
    #expect(bus.output("busctl --user tree --list \(Self.name)").hasSuffix("/org/mpris/MediaPlayer2"))
  }

  @Test func `refuses what it hasn't, and stays`() throws {
    expect("status", "Stopped")
    #expect(call("OpenUri", "s file:///x").contains("no window") && call("Raise").contains("no Raise"))
    #expect(call("Seek", "s x").contains("microseconds") && call("Dance").contains("no Dance"))
    let set = "busctl --user set-property \(Self.name) /org/mpris/MediaPlayer2 \(Self.root)"
    #expect(bus.output("\(set).Player PlaybackStatus s Playing 2>&1").contains("can't be set"))
    #expect(bus.output("\(set).Player Volume d nan 2>&1").contains("number"))
    #expect(bus.output("\(set).Player Rate d 2 2>&1").contains("always 1"))
    #expect(bus.output("\(set) Fullscreen b true 2>&1").contains("no property Fullscreen"))
    #expect(bus.output("busctl --user get-property \(Self.name) / a.b C 2>&1").contains("no object at /"))
    expect("status", "Stopped")
    #expect(session.commands.isEmpty)
  }
}

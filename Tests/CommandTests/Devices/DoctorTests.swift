import FoundationEssentials
import TestSupport
import Testing

/// What `doctor --json` prints.
private struct DoctorReport: Decodable {
  struct Check: Decodable {
    let name: String
    let verdict: String
    let text: String
    let fix: String?
  }

  let verdict: String
  let checks: [Check]

  init(_ result: ProcessResult) throws { self = try JSONDecoder().decode(Self.self, from: Data(result.out.utf8)) }

  func check(_ name: String) throws -> Check { try #require(checks.first { $0.name == name }) }
}

extension DoctorReport.Check {
  /// Whether it measures how fast this machine is: `make measure` expects that it is fast enough.
  fileprivate var isOfSpeed: Bool { ["clock", "voice"].contains(name) }
}

@Suite struct `The doctor` {
  private static let names = [
    "sound", "sound server", "voice", "clock", "limits", "terminal", "runtime folder", "state folder",
    "cache folder", "session", "service", "desktop", "bluetooth", "notifications", "settings", "versions",
  ]

  /// What the doctor says after a line of shell, in which `FOLDER` is the working folder.
  private func report(_ setting: String = "", code: Int32 = 0, in home: TemporaryHome) throws -> DoctorReport {
    let setting = setting.replacing("FOLDER", with: home.folder)
    let result = try home.shell("\(setting)\nexec \"$CUEBELL\" doctor --json")
    #expect(result.code == code && result.err.isEmpty, "\(result.err)\(result.out)")
    return try DoctorReport(result)
  }

  @Test func `wraps its messages at the width of the terminal, below where they begin`() throws {
    let terminal = try Terminal(#""$CUEBELL" doctor"#, in: TemporaryHome(), columns: 50, rows: 200)
    try terminal.finish()
    let lines = terminal.text.split(separator: "\r\n").map(String.init)
    #expect(lines.count > Self.names.count && lines.allSatisfy { $0.count <= 50 }, "\(lines)")
    let begun = lines.count { line in Self.names.contains { line.dropFirst(9).hasPrefix("\($0):") } }
    let rest = lines.filter { $0.hasPrefix("         ") && !$0.contains("  fix: ") }
    #expect(begun == Self.names.count && !rest.isEmpty, "\(lines)")
  }

  @Test func `looks at everything, for people and for programs, with a fix for what is wrong`() throws {
    let home = try TemporaryHome()
    let lines = try home.cuebell("doctor").lines
    let report = try report(in: home)
    #expect(report.checks.map(\.name) == Self.names)
    #expect(report.checks.allSatisfy { ($0.fix == nil) == ($0.verdict == "ok") })
    let firsts = lines.filter { !$0.hasPrefix(" ") }
    #expect(firsts.count == Self.names.count)
    for (line, check) in zip(firsts, report.checks) {
      #expect(line.contains("  \(check.name): "))
      if !check.isOfSpeed { #expect(line.hasPrefix(check.verdict), "\(check)") }
    }
    #expect(lines.count { $0.hasPrefix("         fix: ") } == lines.count - firsts.count)
    for name in ["limits", "terminal", "runtime folder", "state folder", "cache folder", "session", "service"] {
      let check = try report.check(name)
      #expect(check.verdict == "ok", "\(check)")
    }
    #expect(try report.check("versions").text.contains("espeak-ng 1."))
  }

  @Test func `only warns where no sound is to be had, and says what ALSA says`() throws {
    let home = try TemporaryHome()
    try home.write("pcm.!default { type hw card 7 }\n", to: "missing")
    try home.write("pcm.!default { type nonesuch }\n", to: "plugin")
    try home.write("pcm.!default { type pulse }\n", to: "server")
    try home.write("pcm.!default {\n", to: "broken")
    func sound(_ name: String) throws -> DoctorReport.Check {
      try home.write("</usr/share/alsa/alsa.conf>\n" + home.text(of: name), to: "\(name).conf")
      let variables = "ALSA_CONFIG_PATH=FOLDER/\(name).conf PULSE_SERVER=unix:FOLDER/nobody"
      let check = try report("export \(variables)", in: home).check("sound")
      #expect(check.verdict == "warning" && check.text.contains("workouts keep time in silence"))
      return check
    }
    #expect(try sound("missing").fix?.contains("\(home.path("missing.conf")) names a device") == true)
    let plugin = try sound("plugin")
    #expect(plugin.text.contains("libasound_module_pcm_nonesuch.so"))
    #expect(plugin.fix == "apt-get install libasound2-plugins")
    let server = try sound("server")
    #expect(server.text.contains("Connection refused") && server.fix?.contains("start the sound server") == true)
    #expect(try sound("broken").fix?.contains("\(home.path("broken.conf"))") == true)
  }

  @Test func `tries the chosen device`() throws {
    let home = try TemporaryHome()
    let fine = try DoctorReport(home.cuebell("doctor", "--json", "--device", "null")).check("sound")
    #expect(fine.verdict == "ok" && fine.text.contains("\"null\" opens"))
    let bad = try DoctorReport(home.cuebell("doctor", "--json", "--device", "nonesuch")).check("sound")
    #expect(bad.verdict == "warning" && bad.text.contains("Unknown PCM nonesuch"))
  }

  @Test(arguments: SoundServer.Sink.allCases)
  func `isn't content with a device that opens and plays nothing`(sink: SoundServer.Sink) throws {
    let fixture = try SoundFixture(sink)
    defer { fixture.server.end() }
    #expect(try report(in: fixture.home).check("sound").verdict == "ok")
    try fixture.server.control("pactl suspend-sink nul 1")
    let sound = try report(in: fixture.home).check("sound")
    #expect(sound.verdict == "warning" && sound.fix?.contains("pactl suspend-sink @DEFAULT_SINK@ 0") == true)
    #expect(sound.text.contains("default: it opens but plays nothing"))
  }

  @Test func `doesn't wait for a sound server that hangs`() throws {
    let home = try TemporaryHome()
    let listener = try Descriptor.listening(at: home.path("socket"))
    try home.write("</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\n", to: "alsa.conf")
    let variables = "export ALSA_CONFIG_PATH=FOLDER/alsa.conf PULSE_SERVER=unix:FOLDER/socket"
    let sound = try withExtendedLifetime(listener) { try report(variables, in: home).check("sound") }
    #expect(sound.verdict == "warning" && sound.text.contains("the sound system doesn't answer"))
    #expect(sound.fix?.contains("restart the sound server") == true)
  }

  @Test func `finds a problem where nothing can speak, and exits 1`() throws {
    let home = try TemporaryHome()
    let report = try report("mkdir empty; export ESPEAK_DATA_PATH=FOLDER/empty", code: 1, in: home)
    let voice = try report.check("voice")
    #expect(report.verdict == "problem" && voice.verdict == "problem")
    #expect(voice.fix?.contains("ESPEAK_DATA_PATH (\(home.path("empty")))") == true)
  }

  @Test func `warns of folders that are missing or may not be written`() throws {
    let home = try TemporaryHome()
    let none = try report("unset XDG_RUNTIME_DIR HOME", in: home)
    #expect(try none.check("runtime folder").text.contains("XDG_RUNTIME_DIR isn't set"))
    #expect(try none.check("state folder").text.contains("XDG_STATE_HOME isn't set"))
    let finding = "XDG_CACHE_HOME isn't set: each run synthesises its phrases again"
    #expect(try none.check("cache folder").text == finding)
    #expect(try none.check("session").verdict == "warning")
    let file = try report("touch file; export XDG_STATE_HOME=FOLDER/file", in: home)
    #expect(try file.check("state folder").text.hasSuffix("/file: Not a directory"))
    let device = try report("export XDG_CACHE_HOME=/dev/null", in: home).check("cache folder")
    #expect(device.verdict == "warning" && device.fix?.contains("XDG_CACHE_HOME") == true)
    // Root may write everywhere, unless it lets that go.
    let readOnly = """
      mkdir -m 500 closed; export XDG_STATE_HOME=FOLDER/closed
      [ "$(id -u)" != 0 ] || exec setpriv --bounding-set=-dac_override "$CUEBELL" doctor --json
      """
    #expect(try report(readOnly, in: home).check("state folder").text.hasSuffix("/closed: Permission denied"))
    #expect(try home.shell("ls -A closed").out.isEmpty)
  }

  @Test func `sees few files, a sound server that is gone, and a manager that doesn't listen`() throws {
    let home = try TemporaryHome()
    #expect(try report("ulimit -n 40", in: home).check("limits").fix == "ulimit -n 1024")
    let service = try report("export NOTIFY_SOCKET=FOLDER/nobody", in: home).check("service")
    #expect(service.verdict == "warning" && service.text.contains(home.path("nobody")))
    try home.write("", to: "socket")
    // Whether or not the program is installed here, a folder without it is a PATH without it.
    let tools = "export DISPLAY=:9; mkdir -p tools; export PATH=$PWD/tools"
    let missing = try report(tools, in: home).check("notifications")
    #expect(missing.verdict == "warning" && missing.fix == "apt-get install libnotify-bin")
    let program = "printf '#!/bin/sh\n' > tools/notify-send; chmod +x tools/notify-send"
    let there = try report("mkdir -p tools; \(program); \(tools)", in: home).check("notifications")
    #expect(there.verdict == "ok" && there.text.contains("\(home.folder)/tools/notify-send shows when a workout is"))
    let server = try report("export PULSE_SERVER=FOLDER/socket", in: home).check("sound server")
    #expect(server.verdict == "warning" && server.text.contains("\(home.path("socket")): Connection refused"))
  }

  @Test func `judges the terminal that it is shown in`() throws {
    let home = try TemporaryHome()
    func terminal(_ setting: String) throws -> String {
      let line = "stty cols 100 rows 30; \(setting) \"$CUEBELL\" doctor"
      return try Child(["/usr/bin/script", "-qc", line, "/dev/null"], in: home).finish().out
    }
    #expect(try terminal("").contains("ok       terminal: xterm, 100 columns by 30 rows, UTF-8"))
    #expect(try terminal("LANG=C").contains("warning  terminal: xterm, 100 columns by 30 rows; its character encoding"))
    #expect(try terminal("TERM=dumb").contains("warning  terminal: dumb"))
  }
}

@Suite struct `The list of devices` {
  private struct List: Decodable {
    struct Device: Decodable {
      let name: String
      let description: String
      let `default`: Bool
    }
    let devices: [Device]
    let advice: String?
  }

  @Test func `lists the devices of ALSA, marks the default, and reports those without sound`() throws {
    let home = try TemporaryHome()
    try home.write(
      """
      </usr/share/alsa/alsa.conf>
      pcm.!default { type null hint { show on description "The one\\nand only" } }

      """, to: "alsa.conf")
    let line = "ALSA_CONFIG_PATH=$PWD/alsa.conf PULSE_SERVER=unix:$PWD/nobody \"$CUEBELL\" devices"
    let text = try home.shell(line)
    #expect(text.code == 0 && text.err.isEmpty && text.lines.contains("* default"))
    #expect(text.lines.contains { $0.hasPrefix("ALSA plugins: ") && $0.contains("null") })
    #expect(text.lines.count { $0.hasPrefix("* ") } == 1)
    let list = try JSONDecoder().decode(List.self, from: Data(home.shell(line + " --json").out.utf8))
    #expect(list.devices.filter(\.default).map(\.name) == ["default"])
    #expect(list.devices.contains { $0.name == "null" && $0.description.hasPrefix("Discard all samples") })
    // With a card there is nothing to advise.
    let hasCard = (try? String(contentsOfFile: "/proc/asound/cards", encoding: .utf8).contains("[")) == true
    #expect((list.advice == nil) == hasCard && text.lines.contains { $0.contains("cuebell doctor") } == !hasCard)
  }

  @Test func `that is empty has advice instead`() throws {
    let result = try TemporaryHome().shell("ALSA_CONFIG_PATH=$PWD/nowhere \"$CUEBELL\" devices")
    #expect(result.code == 0 && result.lines.count == 1 && result.out.hasSuffix("; see: cuebell doctor\n"))
  }
}

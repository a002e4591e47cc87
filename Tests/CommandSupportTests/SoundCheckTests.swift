import CommandSupport
import Glibc
import Testing

@Suite struct `A check of the sound` {
  private func diagnostic(_ code: Int32, _ meaning: String, _ remarks: [String], _ environment: AudioEnvironment)
    -> Diagnostic
  {
    .sound("default", .refused(code: code, meaning: meaning, remarks: remarks), environment)
  }

  @Test func `is content with a device that opens`() {
    #expect(
      Diagnostic.sound("hw:1", .opens(block: 30, buffer: 120), AudioEnvironment(cards: ["A"]))
        == .ok("sound", "the ALSA device \"hw:1\" opens, with blocks of 30 ms in a buffer of 120 ms"))
  }

  @Test func `distinguishes a device that plays nothing from one that doesn't open`() {
    func diagnostic(_ environment: AudioEnvironment) -> Diagnostic {
      .sound("d", .unusable("d: it plays nothing"), environment)
    }
    let served = diagnostic(AudioEnvironment(configurations: ["/etc/asound.conf"], hasServer: true))
    #expect(served.verdict == .warning)
    #expect(
      served.text == "there is no sound on the ALSA device \"d\": d: it plays nothing; workouts keep time in silence")
    #expect(served.fix?.hasPrefix("wake the sound server's output: pactl suspend-sink") == true)
    #expect(diagnostic(AudioEnvironment(cards: ["A"])).fix?.hasPrefix("choose another") == true)
  }

  @Test func `only warns where there is no sound, with what ALSA said first`() {
    let found = diagnostic(ENOENT, "No such file or directory", ["cannot find card '0'", "Unknown PCM"], .init())
    #expect(found.verdict == .warning)
    #expect(
      found.text == "the ALSA device \"default\" doesn't open: No such file or directory (cannot find card '0'); "
        + "workouts keep time in silence")
  }

  @Test(arguments: [
    (ENXIO, ["Cannot open shared library libasound_module_pcm_pulse.so"], "apt-get install libasound2-plugins"),
    (ENXIO, ["x", "Cannot open /lib/libasound_module_pcm_pipewire.so"], "apt-get install pipewire-alsa"),
    (EBUSY, [], "stop the program that uses it"), (ECONNREFUSED, ["Unable to connect"], "start the sound server"),
    (EACCES, [], "usermod -aG audio"), (EPERM, [], "usermod -aG audio"),
    (ETIMEDOUT, [], "restart the sound server"), (ENOENT, [], "connect a sound card"),
  ])
  func `names the fix for each cause`(code: Int32, remarks: [String], fix: String) {
    let found = diagnostic(code, "it is so", remarks, .init())
    #expect(found.fix?.contains(fix) == true, "\(found)")
  }

  @Test(arguments: [
    (AudioEnvironment(cards: ["A"], lockedNodes: ["/dev/snd/pcmC0D0p"]), "usermod -aG audio"),
    (AudioEnvironment(configurations: ["/etc/asound.conf"]), "make sure that /etc/asound.conf names a device"),
    (AudioEnvironment(cards: ["A"]), "cuebell run FILE --device NAME"),
    (AudioEnvironment(hasServer: true), "apt-get install pipewire-alsa, or libasound2-plugins"),
    (AudioEnvironment(), "cuebell run FILE --fifo PATH"),
  ])
  func `searches for the fix where the error says little`(environment: AudioEnvironment, fix: String) {
    let found = diagnostic(ENOENT, "No such file or directory", [], environment)
    #expect(found.fix?.contains(fix) == true, "\(found)")
  }

  @Test func `advises who looks for devices only where nothing is heard`() {
    #expect(AudioEnvironment().advice(among: 9)?.hasPrefix("There is no sound here") == true)
    for fine in [AudioEnvironment(cards: ["A"]), AudioEnvironment(hasServer: true)] {
      #expect(fine.advice(among: 1) == nil)
      #expect(fine.advice(among: 0)?.hasPrefix("ALSA's configuration names no device") == true)
    }
  }

  @Test func `reads the kernel's list of cards`() {
    let list = """
       0 [PCH            ]: HDA-Intel - HDA Intel PCH
                            HDA Intel PCH at 0xa1240000 irq 137
       1 [Device         ]: USB-Audio - USB Audio [x] - y
                            C-Media USB Audio at usb-0000:00:14.0-2, full speed
      """
    #expect(AudioEnvironment.cards(in: list) == ["HDA Intel PCH", "USB Audio [x] - y"])
    #expect(AudioEnvironment.cards(in: "--- no soundcards ---\n").isEmpty)
  }

  @Test func `knows where devices are configured`() {
    let environment = ["HOME": "/h", "ALSA_CONFIG_PATH": "/a:/b", "XDG_CONFIG_HOME": "/c"]
    #expect(
      AudioEnvironment.configurations(environment) { _ in true } == [
        "/a", "/b", "/h/.asoundrc", "/c/alsa/asoundrc", "/etc/asound.conf",
      ])
    #expect(AudioEnvironment.configurations(environment) { _ in false } == ["/a", "/b"])
    #expect(
      AudioEnvironment.configurations(["HOME": "/h"]) { $0.hasPrefix("/h/") } == [
        "/h/.asoundrc", "/h/.config/alsa/asoundrc",
      ])
  }
}

@Suite struct `A check of the sound server` {
  private func endpoint(_ server: String, _ answer: ServerCheck.Answer) -> ServerCheck.Endpoint {
    ServerCheck.Endpoint(server: server, path: "/r/\(server)", answer: answer)
  }

  @Test func `reports which answers, and is content without any`() {
    let both = ServerCheck(endpoints: [endpoint("PulseAudio", .answers), endpoint("PipeWire", .answers)])
    #expect(
      both.diagnostic == .ok("sound server", "PulseAudio answers at /r/PulseAudio; PipeWire answers at /r/PipeWire"))
    #expect(both.isReachable)
    let one = ServerCheck(endpoints: [
      endpoint("PulseAudio", .refuses("Connection refused")), endpoint("PipeWire", .answers),
    ])
    #expect(one.diagnostic.verdict == .ok && one.isReachable)
    let none = ServerCheck(endpoints: [endpoint("PulseAudio", .absent)])
    #expect(none.diagnostic == .ok("sound server", "none; ALSA plays on the card directly") && !none.isReachable)
  }

  @Test func `calls no server on another machine, and assumes that one may answer there`() {
    let check = ServerCheck.probe(["PULSE_SERVER": "tcp:nobody.invalid", "PIPEWIRE_REMOTE": "/nowhere/pipewire"])
    #expect(check.endpoints.map(\.answer) == [.elsewhere, .absent] && check.isReachable)
    let diagnostic = check.diagnostic
    #expect(diagnostic.verdict == .ok && diagnostic.text.contains("tcp:nobody.invalid, not tested"))
  }

  @Test func `warns of an endpoint that refuses connections`() {
    let found = ServerCheck(endpoints: [
      endpoint("PipeWire", .absent), endpoint("PulseAudio", .refuses("Connection refused")),
    ]).diagnostic
    #expect(found.verdict == .warning && found.text.contains("/r/PulseAudio: Connection refused"))
    #expect(found.fix?.contains("systemctl --user restart") == true)
  }

  @Test(arguments: [
    ([:], []), (["XDG_RUNTIME_DIR": "/r"], ["PulseAudio /r/pulse/native", "PipeWire /r/pipewire-0"]),
    (["PULSE_SERVER": "unix:/p", "PIPEWIRE_REMOTE": "/w"], ["PulseAudio /p", "PipeWire /w"]),
    (["PULSE_SERVER": "/p"], ["PulseAudio /p"]),
    (
      ["XDG_RUNTIME_DIR": "/r", "PULSE_SERVER": "tcp:host", "PIPEWIRE_REMOTE": "w"],
      ["PulseAudio tcp:host", "PipeWire /r/w"]
    ),
    (
      ["XDG_RUNTIME_DIR": "/r", "PIPEWIRE_RUNTIME_DIR": "/q"], ["PulseAudio /r/pulse/native", "PipeWire /q/pipewire-0"]
    ),
  ])
  func `calls where the environment says`(environment: [String: String], places: [String]) {
    #expect(ServerCheck.places(environment).map { "\($0.server) \($0.path)" } == places)
  }
}

@Suite struct `What a user hears` {
  @Test(arguments: [
    (HeardSide.left, HeardSide.right, Diagnostic.Verdict.ok, "where they belong"), (.both, .both, .ok, "one place"),
    (.right, .left, .warning, "swapped"), (.nowhere, .nowhere, .problem, "nothing is heard"),
    (.nowhere, .right, .warning, "of the left side"), (.left, .nowhere, .warning, "of the right side"),
    (.both, .right, .warning, "heard on both sides, the right one on the right"),
  ])
  func `on each side decides what to change`(
    left: HeardSide, right: HeardSide, verdict: Diagnostic.Verdict, words: String
  ) {
    let found = Diagnostic.sides(left: left, right: right)
    #expect(found.verdict == verdict && found.text.contains(words) && (found.fix == nil) == (verdict == .ok))
  }

  @Test(arguments: [
    (HeardLevel.enough(decibels: 0), Diagnostic.Verdict.ok, "is right"),
    (.enough(decibels: -12), .ok, "\"volume\": -12 in config.json"), (.none, .warning, "too quiet"),
    (.equal, .warning, "alike"),
  ])
  func `of loudness becomes a volume to keep or a fix`(level: HeardLevel, verdict: Diagnostic.Verdict, words: String) {
    let found = Diagnostic.loudness(level, settings: "config.json")
    #expect(found.verdict == verdict && found.text.contains(words) && (found.fix == nil) == (verdict == .ok))
  }
}

import CommandSupport
import Testing

@Suite struct `A diagnostic` {
  @Test func `has a fix exactly where something is wrong`() {
    #expect(Diagnostic.ok("a", "b").fix == nil && Diagnostic.ok("a", "b").verdict == .ok)
    #expect(Diagnostic.warning("a", "b", fix: "c").fix == "c" && Diagnostic.problem("a", "b", fix: "c").fix == "c")
  }

  @Test func `is the worse the later it comes in the list of verdicts`() {
    #expect(Diagnostic.Verdict.allCases == [.ok, .warning, .problem])
    #expect(Diagnostic.Verdict.allCases.sorted() == Diagnostic.Verdict.allCases)
    #expect([.ok, .problem, .warning].max() == Diagnostic.Verdict.problem)
  }
}

@Suite struct `A check of the voice` {
  @Test func `reports how fast it is`() {
    #expect(
      Diagnostic.voice(.speaks(voices: 131, first: .microseconds(24_900), next: .microseconds(870)))
        == .ok("voice", "espeak-ng speaks, with 131 voices; the first phrase after 24 ms, the next in 870 µs"))
  }

  @Test func `warns of one that is slow`() {
    let slow = Diagnostic.voice(.speaks(voices: 1, first: .seconds(2), next: .milliseconds(1_234)))
    #expect(slow.verdict == .warning && slow.text.hasSuffix("the next in 1.2 s, which is slow"))
    let first = Diagnostic.voice(.speaks(voices: 1, first: .seconds(2), next: .milliseconds(500)))
    #expect(first.verdict == .ok)
  }

  @Test func `has a problem where there is none, and the fix of its cause`() {
    let diagnostic = Diagnostic.voice(.fails("speech is not available on this machine: no data"))
    #expect(diagnostic.verdict == .problem && diagnostic.fix == "apt-get install espeak-ng-data libespeak-ng1")
    let misled = Diagnostic.voice(.fails("no data"), dataFolder: "/d")
    #expect(misled.fix?.contains("ESPEAK_DATA_PATH (/d)") == true)
  }
}

@Suite struct `A check of the clocks` {
  private func diagnostic(
    resolution: Duration = .nanoseconds(1), source: String? = "tsc", lateness: Duration = .microseconds(70),
    slept: Duration = .zero
  ) -> Diagnostic {
    .clock(resolution: resolution, source: source, lateness: lateness, slept: slept)
  }

  @Test func `reports steps, waits and sleep`() {
    let text = "the boot-time clock from tsc has steps of 1 ns, and a short wait ends 70 µs late; "
    #expect(diagnostic() == .ok("clock", text + "this machine has not slept"))
    #expect(diagnostic(source: nil, slept: .milliseconds(7_250)).text.hasSuffix("has slept for 7.2 s since boot"))
    // The two clocks can't be read at one instant.
    #expect(diagnostic(slept: .nanoseconds(-300)).verdict == .ok)
  }

  @Test func `warns of a coarse one, and of waits that come late`() {
    #expect(diagnostic(resolution: .milliseconds(4)).verdict == .warning)
    #expect(diagnostic(resolution: .milliseconds(4)).text.contains("steps of 4 ms"))
    #expect(diagnostic(lateness: .milliseconds(21)).verdict == .warning)
    #expect(diagnostic(lateness: .milliseconds(20)).verdict == .ok)
  }

  @Test func `has a problem with a boot-time clock that is behind`() {
    let found = diagnostic(slept: .seconds(-3))
    #expect(found.verdict == .problem && found.text.contains("behind the monotonic one by 3.0 s"))
  }

  @Test func `finds this machine's clocks`() {
    let found = Diagnostic.clock()
    #expect(found.verdict != .problem && found.text.contains(" has steps of "), "\(found)")
  }
}

@Suite struct `A check of the notifications` {
  @Test(
    arguments: [
      (true, false, "/usr/bin/notify-send", .ok), (true, false, nil, .warning), (true, true, nil, .ok),
      (false, false, nil, .ok), (false, false, "/usr/bin/notify-send", .ok),
    ] as [(Bool, Bool, String?, Diagnostic.Verdict)])
  func `warns only where there is a desktop that can't be notified`(
    hasDesktop: Bool, hasServer: Bool, program: String?, verdict: Diagnostic.Verdict
  ) {
    let found = Diagnostic.notifications(hasDesktop: hasDesktop, hasServer: hasServer, program: program)
    #expect(found.verdict == verdict)
  }
}

@Suite struct `A check of the desktop` {
  @Test func `finds nothing wrong where there is none, and says what there is`() {
    #expect(
      Diagnostic.desktop(hasSessionBus: false, hasLogind: false, hasRestored: false)
        == .ok("desktop", "no session bus: no media keys; no logind to keep the machine awake"))
    #expect(
      Diagnostic.desktop(hasSessionBus: true, hasLogind: true, hasRestored: true)
        == .ok(
          "desktop",
          "a session bus: media keys and playerctl control a run; logind keeps the machine awake; "
            + "the players that a killed run had lowered or paused are restored"))
  }
}

@Suite struct `A check of Bluetooth` {
  @Test(arguments: [true, false])
  func `warns only where a strap is wanted and Bluetooth doesn't work`(isWanted: Bool) {
    #expect(Diagnostic.bluetooth(lacking: nil, isWanted: isWanted).verdict == .ok)
    let lacking = Diagnostic.bluetooth(lacking: ("no adapter", "connect one"), isWanted: isWanted)
    #expect(lacking.verdict == (isWanted ? .warning : .ok) && lacking.text == "no adapter: no heart rate straps")
  }
}

@Suite struct `A check of the limits` {
  @Test func `reports what is allowed, in all wordings`() {
    let narrow = Diagnostic.limits(openFiles: 1_024, realTimePriority: 0, niceLevel: 20, lockedMemory: 8 << 20)
    #expect(
      narrow
        == .ok(
          "limits",
          "1024 open files, no real-time priority, no negative nice level, 8192 KiB of locked memory; "
            + "normal priority is enough"))
    let wide = Diagnostic.limits(openFiles: nil, realTimePriority: nil, niceLevel: -20, lockedMemory: nil)
    #expect(
      wide.text.hasPrefix(
        "unlimited open files, any real-time priority, nice down to -20, unlimited locked memory"))
    let middle = Diagnostic.limits(openFiles: 64, realTimePriority: 20, niceLevel: -11, lockedMemory: 0)
    #expect(middle.text.contains("real-time priority up to 20, nice down to -11, 0 KiB"))
    #expect(middle.verdict == .ok)
  }

  @Test func `warns where few files may be open`() {
    let few = Diagnostic.limits(openFiles: 63, realTimePriority: 0, niceLevel: 20, lockedMemory: 0)
    #expect(few.verdict == .warning && few.fix == "ulimit -n 1024")
  }
}

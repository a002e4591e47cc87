import AudioMixing
import AudioOutput
import CueAudio
import Foundation
import TestSupport
import Testing

/// Each scenario plays in a process of its own, where the configuration of ALSA and of the sound server can be set.
@Suite struct `A sink for ALSA` {
  @Test func `says that there is no card, and alsa-lib keeps quiet about it`() async throws {
    let configuration = try ALSAConfiguration("pcm.!default { type hw card 31 }\n")
    defer { configuration.remove() }
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [path = configuration.path as String] in
      ALSAConfiguration.use(path)
      for name in ["default", "nonsense", "hw:31", "pulse"] { SinkScenario.opensNothing(name) }
    }
    #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
  }

  @Test(arguments: [1, 480, 1_440, 4_001])
  func `hands every frame over unchanged, between silence`(block: Int) async throws {
    let configuration = try ALSAConfiguration(
      "pcm.catch { type file slave.pcm null file \"FOLDER/out.raw\" format raw }\n")
    defer { configuration.remove() }
    await #expect(processExitsWith: .success) { [path = configuration.path as String, block = block as Int] in
      ALSAConfiguration.use(path)
      try SinkScenario.plays(SinkScenario.ramp, inBlocksOf: block)
    }
    let captured = try floats(in: configuration["out.raw"])
    // Both sides of two periods, as it isn't a card.
    let primed = 4 * 1_440
    #expect(captured.prefix(primed).allSatisfy { $0 == 0 })
    // A difference of thousands of numbers is no help, and takes for ever to print.
    let isUnchanged = captured.dropFirst(primed).prefix(20_000).elementsEqual(SinkScenario.ramp.flatMap { [$0, -$0] })
    #expect(isUnchanged)
    // Two periods of silence follow.
    #expect(captured.count == 20_000 + 2 * primed && captured.suffix(primed).allSatisfy { $0 == 0 })
  }

  @Test func `gives a device once what is mixed at one wake-up`() async throws {
    let configuration = try ALSAConfiguration("pcm.catch { type file slave.pcm null file /dev/null }\n")
    defer { configuration.remove() }
    await #expect(processExitsWith: .success) { [path = configuration.path as String] in
      ALSAConfiguration.use(path)
      try SinkScenario.writesOnce()
    }
  }

  @Test func `is woken by its descriptor, and never waits longer than it must`() async throws {
    let server = try SoundServer()
    defer { server.end() }
    await #expect(processExitsWith: .success) { [path = server.configuration.path as String] in
      ALSAConfiguration.use(path)
      try SinkScenario.isWoken()
    }
  }

  @Test func `lists devices without opening any`() async throws {
    let configuration = try ALSAConfiguration("pcm.mine { type null hint { show on description \"My own\" } }\n")
    defer { configuration.remove() }
    await #expect(processExitsWith: .success) { [path = configuration.path as String] in
      ALSAConfiguration.use(path)
      let devices = try ALSADevices.list()
      #expect(devices.contains(ALSADevices.Device(name: "mine", description: "My own")))
      #expect(devices.contains { $0.name == "null" })
    }
  }

  @Test func `plays clicks a second apart exactly a second apart`() async throws {
    let server = try SoundServer()
    defer { server.end() }
    let heard = try await server.recording {
      await #expect(processExitsWith: .success) { [path = server.configuration.path as String] in
        ALSAConfiguration.use(path)
        try SinkScenario.clicks()
      }
    }
    let clicks = heard.indices.filter { $0 % 2 == 0 && heard[$0] > 0.5 }.map { $0 / 2 }
    #expect(clicks.count == 4)
    #expect(zip(clicks, clicks.dropFirst()).map { $1 - $0 } == [48_000, 48_000, 48_000])
  }

  @Test func `plays to the end before it closes`() async throws {
    let server = try SoundServer()
    defer { server.end() }
    let heard = try await server.recording {
      await #expect(processExitsWith: .success) { [path = server.configuration.path as String] in
        ALSAConfiguration.use(path)
        try SinkScenario.playsOut()
      }
    }
    #expect(heard.count { $0 == 0.25 } == 2 * 10_007)
  }

  @Test func `loses no frame when it runs dry`() async throws {
    let server = try SoundServer()
    defer { server.end() }
    let heard = try await server.recording {
      await #expect(processExitsWith: .success) { [path = server.configuration.path as String] in
        ALSAConfiguration.use(path)
        try SinkScenario.runsDry()
      }
    }
    let isWhole = heard.filter { $0 != 0 } == (SinkScenario.ramp + SinkScenario.ramp.reversed()).flatMap { [$0, -$0] }
    #expect(isWhole)
  }

  @Test func `reports a server that dies, and never hangs`() async throws {
    let server = try SoundServer()
    defer { server.end() }
    await #expect(processExitsWith: .success) {
      [path = server.configuration.path as String, process = server.process as Int32] in
      ALSAConfiguration.use(path)
      let sink = try SinkScenario.playing()
      kill(process, SIGKILL)
      let loss = try SinkScenario.loss(of: sink)
      guard case .lost = loss else {
        Issue.record("the sink must be lost")
        return
      }
      // It stays lost, and its end asks nothing of the server.
      #expect(throws: loss) { try sink.waitForSpace() }
      try sink.finish()
    }
  }

  @Test(arguments: SoundServer.Sink.allCases)
  func `is seen to play before it is relied on`(kind: SoundServer.Sink) async throws {
    let server = try SoundServer(kind)
    defer { server.end() }
    await #expect(processExitsWith: .success) { [path = server.configuration.path as String] in
      ALSAConfiguration.use(path)
      for isRetry in [false, true] {
        // It can be asked what is under way from now on; if it was prompt, it knows when what is written next is heard.
        let sink = try ALSASink()
        var held = 0
        try sink.waitUntilPlaying(isRetry: isRetry) {
          held = sink.latencyFrames
          return true
        }
        #expect(held >= sink.startFrames / 2)
        if let clock = sink.heardClock(at: 1_000_000, now: .seconds(5))?.line {
          #expect((.seconds(4.999) ... .seconds(5.5)).contains(clock.instant(of: 1_000_000)))
        }
      }
      try shell("pactl suspend-sink nul 1")
      let begin = ContinuousClock.now
      #expect(throws: SinkError.stalled("default: it opens but plays nothing")) {
        try ALSASink().waitUntilPlaying()
      }
      let length = ContinuousClock.now - begin
      #expect(length > .seconds(2.4))
      print("a device that plays nothing is found out after \(length)")
      // One that is tried again plays when it is awake, as nothing waits for it.
      let sink = try ALSASink()
      try shell("(sleep 3; exec pactl suspend-sink nul 0) >/dev/null &")
      try sink.waitUntilPlaying(isRetry: true)
    }
  }

  @Test func `never runs dry while a session prepares with as little silence as it may`() async throws {
    let server = try SoundServer()
    defer { server.end() }
    await #expect(processExitsWith: .success) { [path = server.configuration.path as String] in
      ALSAConfiguration.use(path)
      try SinkScenario.prepares()
    }
  }

  @Test func `knows no clock once it has run dry before the session`() async throws {
    let server = try SoundServer()
    defer { server.end() }
    await #expect(processExitsWith: .success) { [path = server.configuration.path as String] in
      ALSAConfiguration.use(path)
      let sink = try ALSASink()
      try sink.waitUntilPlaying()
      usleep(1_000_000)
      #expect(sink.heardClock(at: 0, now: .zero) == nil)
    }
  }

  @Test func `gives up a server that stops taking sound`() async throws {
    let server = try SoundServer()
    defer { server.end() }
    await #expect(processExitsWith: .success) { [path = server.configuration.path as String] in
      ALSAConfiguration.use(path)
      let sink = try SinkScenario.playing()
      try shell("pactl suspend-sink nul 1")
      #expect(try SinkScenario.loss(of: sink) == .stalled("default: it has stopped taking sound"))
    }
  }
}

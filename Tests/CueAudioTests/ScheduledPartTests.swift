import AudioMixing
import CueAudio
import Testing
import WorkoutEngine
import WorkoutModel

/// What is heard of one beep, which is forecast to begin at 1 s.
@Suite struct `A part of a cue that was forecast` {
  private static let cue = CueKey(rule: 0, node: 1, sets: [], number: 0)
  private static let forecast = beep(at: 1000)

  private static func beep(at milliseconds: Int) -> Effect {
    let kind = Effect.Kind.playSound(Effect.Sound(CueSound("beep"), cue: cue, align: .start))
    return Effect(due: .milliseconds(milliseconds), kind: kind)
  }

  /// The tenths of a second of the first two seconds of the mix that aren't silent, after what `act` has done.
  private func heard(_ act: (inout AudioManager) -> Void) throws -> [Int] {
    let phase = Phase("A", .high, .after(.fixed(.seconds(60))))
    let harness = try SoundHarness(Workout(name: "Parts", style: .silent, nodes: [.phase(phase)]))
    let mixer = Mixer()
    var manager = AudioManager(mixer, phrases: harness.phrases, sounds: harness.sounds)
    act(&manager)
    return (0..<20).filter { _ in
      var left = [Float](repeating: 0, count: Bus.sampleRate / 10)
      var right = left
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      _ = mixer.render(left: &leftSpan, right: &rightSpan)
      return left.contains { abs($0) > 0.001 }
    }
  }

  @Test func `is heard once where it plays as it was forecast`() throws {
    let played = try heard { $0.perform(Self.forecast, FrameClock()) }
    let scheduled = try heard { manager in
      manager.schedule([Self.forecast], FrameClock())
      manager.schedule([Self.forecast], FrameClock())
      manager.perform(Self.forecast, FrameClock())
    }
    #expect(scheduled == played && played.first == 10)
  }

  @Test func `is heard only where it plays, where that is another moment`() throws {
    let played = try heard { $0.perform(Self.beep(at: 1500), FrameClock()) }
    let moved = try heard { manager in
      manager.schedule([Self.forecast], FrameClock())
      manager.perform(Self.beep(at: 1500), FrameClock())
    }
    #expect(moved == played && played.first == 15)
  }

  @Test func `stays at its instant if it is played but hasn't begun when the clock jumps`() throws {
    // Frame 0 is heard half a second earlier now, so what is due at 1 s lies half a second later in the frames.
    let moved = try heard { manager in
      manager.perform(Self.forecast, FrameClock())
      manager.moveSounds(from: FrameClock(), to: FrameClock(instant: .milliseconds(-500)), at: 0)
    }
    #expect(moved.first == 15)
  }

  @Test func `is not heard after the end, where a skip leaves it out`() throws {
    func mix(_ rules: [CueRule]) throws -> [Float] {
      let end = CueRule(on: .workout, at: .end(offset: .zero), sound: CueSound("gong"))
      let phase = Node.phase(Phase("A", .high, .after(.fixed(.seconds(60)))))
      let harness = try SoundHarness(Workout(name: "Parts", style: .silent, cues: rules + [end], nodes: [phase]))
      let (renderer, session) = harness.renderer()
      var recorder = RecordingSink()
      while recorder.left.count < 48_000 { _ = try renderer.step(into: &recorder) }
      session.act(.skip)
      while try renderer.step(into: &recorder) == .running {}
      return recorder.left
    }
    let rule = CueRule(on: .phase, at: .start(offset: .seconds(2)), sound: CueSound("woodblock"))
    #expect(try mix([rule]) == mix([]))
  }

  @Test func `follows a forecast that has moved, and falls silent without one`() throws {
    let moved = try heard { manager in
      manager.schedule([Self.forecast], FrameClock())
      manager.schedule([Self.beep(at: 1500)], FrameClock())
    }
    let cancelled = try heard { manager in
      manager.schedule([Self.forecast], FrameClock())
      manager.schedule([], FrameClock())
    }
    #expect(moved.first == 15 && cancelled.isEmpty)
  }
}

/// Words at 1 s that another voice says in half a second, and their own in a second and a half.
@Suite struct `Words that another voice stands in for` {
  private struct OwnVoice: SpeechBackend {
    func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
      SpokenAudio(samples: (0..<33_075).map { ($0 / 11).isMultiple(of: 2) ? 12_000 : -12_000 }, sampleRate: 22_050)
    }
  }

  private static let cue = CueKey(rule: 0, node: 1, sets: [], number: 0)
  private static let words = Effect(
    due: .seconds(1), kind: .speak(Effect.Words("Work", gain: 0, cue: cue, align: .start)))

  /// The number of tenths of a second that aren't silent, if the own voice is ready after `ready` tenths.
  private func heard(ready: Int) throws -> Int {
    let phase = Phase("A", .high, .after(.fixed(.seconds(60))))
    let harness = try SoundHarness(Workout(name: "Parts", style: .silent, nodes: [.phase(phase)]))
    let phrases = SpeechCache(OwnVoice(), voice: Voice(), standIn: PhraseSynthesizer(ToneSpeech(), named: "another"))
    phrases.prepareStandIns(["Work"])
    let mixer = Mixer()
    var manager = AudioManager(mixer, phrases: phrases, sounds: harness.sounds)
    return (0..<40).count { tenth in
      if tenth == ready { phrases.prepare(["Work"]) }
      if tenth < 10 { manager.schedule([Self.words], FrameClock()) }
      if tenth == 9 { manager.perform(Self.words, FrameClock()) }
      var left = [Float](repeating: 0, count: Bus.sampleRate / 10)
      var right = left
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      _ = mixer.render(left: &leftSpan, right: &rightSpan)
      return left.contains { abs($0) > 0.001 }
    }
  }

  @Test func `are said by their own if it is ready 100 ms before, and otherwise by the other`() throws {
    let own = try heard(ready: 0)
    #expect(own >= 15 && own <= 17)
    #expect(try heard(ready: 5) == own)
    for late in [9, 12] { #expect(try (5...7).contains(heard(ready: late)), "\(late)") }
  }
}

import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The real command on a real sound server, whose output is recorded.
@Suite(.serialized) struct `A run that is heard` {
  private func isPhase(_ line: String) -> Bool { line.contains(#""event": "phase""#) }

  private func sleep(_ seconds: Double) { usleep(UInt32(seconds * 1e6)) }

  /// The states of the device in the events, in order, without those that only tell of an underrun.
  private func states(_ ending: Ending) throws -> [String] {
    var states: [String] = []
    for state in try ending.events.filter({ $0.event == "audio" }).compactMap(\.state) where states.last != state {
      states.append(state)
    }
    return states
  }

  /// The workout has taken as long as it should, to the nanosecond, and no cue was told twice.
  private func expectWhole(_ ending: Ending, clicks: Int) throws {
    #expect(ending.code == 0)
    // It may be told later than it was over, where a device had to be given up first.
    let end = try #require(try ending.events.last { $0.event == "finished" })
    #expect(end.elapsed == clicks * 300_000_000)
    let cues = try EventRecord.cues(in: ending.out)
    #expect(Set(cues.map(\.cue)).count == cues.count)
  }

  @Test(arguments: SoundServer.Sink.allCases)
  func `puts every cue on its moment`(sink: SoundServer.Sink) throws {
    let stage = try SoundStage(sink)
    defer { stage.server.end() }
    let recording = try stage.server.record()
    let ending = try stage.start(clicks: 40, "--latency", "power").finish()
    #expect(ending.code == 0 && ending.err.isEmpty, "\(ending)")
    #expect(try states(ending) == ["opened"])
    let cues = try EventRecord.cues(in: ending.out)
    #expect(cues.count == 40 && cues.allSatisfy { $0.outcome == "onTime" })
    let heard = Onsets(try recording.finish())
    try #require(heard.moments.count == cues.count)
    let (beside, clock) = heard.deviations(from: cues.map { Double($0.due) / 1e9 })
    let sorted = beside.map(abs).sorted()
    print(
      "\(sink): beside their moments: median \(sorted[sorted.count / 2]) ms, "
        + "p99 \(sorted[sorted.count * 99 / 100]) ms, "
        + "most \(sorted[sorted.count - 1]) ms; the server's clock is \(clock) ppm off")
    // What lies beside its moment by a fault lies there by blocks of 125 ms; less is the server's own clock.
    #expect(sorted[sorted.count - 1] <= 50)
    let begin = try #require(try ending.events.first { $0.event == "phase" }).t
    print("from the session's beginning to its first moment: \(begin / 1_000_000) ms")
  }

  @Test func `goes on when the sound server is killed, and is back on the grid soon after it is`() throws {
    let stage = try SoundStage()
    defer { stage.server.end() }
    let run = try stage.start(clicks: 64, "--latency", "power")
    try run.line(where: isPhase)
    sleep(2)
    stage.server.signal(SIGKILL)
    try run.line { $0.contains(#""state": "lost""#) }
    sleep(1)
    try stage.server.start()
    let recording = try stage.server.record()
    let isBack = ContinuousClock().now
    try run.line { $0.contains(#""state": "restored""#) }
    let silence = ContinuousClock().now - isBack
    let ending = try run.finish()
    try expectWhole(ending, clicks: 64)
    #expect(try states(ending) == ["opened", "lost", "restored"])
    let heard = Onsets(try recording.finish())
    print("sound is back \(silence) after the server; worst off the grid \(heard.worstOffGrid(0.3, after: 1)) ms")
    #expect(silence <= .seconds(6))
    // What was late when the sound came back comes at once, beside the grid.
    #expect(heard.moments.count > 10 && heard.worstOffGrid(0.3, after: 1) <= 50, "\(heard.moments)")
    #expect(ending.err.contains("goes on in silence") && ending.err.contains("is back"))
  }

  @Test(arguments: SoundServer.Sink.allCases)
  func `goes on when the server hangs or its sink is suspended, and is heard again on the grid`(
    sink: SoundServer.Sink
  ) throws {
    let stage = try SoundStage(sink)
    defer { stage.server.end() }
    let run = try stage.start(clicks: 100, "--latency", "power")
    try run.line(where: isPhase)
    sleep(2)
    stage.server.signal(SIGSTOP)
    let begin = ContinuousClock().now
    try run.line { $0.contains(#""state": "stalled""#) }
    // That is noticed within 3 s, where others leave this machine a processor.
    let length = ContinuousClock().now - begin
    print("\(sink): a server that hangs is noticed after \(length)")
    #expect(length <= .seconds(4))
    sleep(1)
    stage.server.signal(SIGCONT)
    try run.line { $0.contains(#""state": "restored""#) }
    sleep(2)
    try stage.server.control("pactl suspend-sink nul 1")
    try run.line { $0.contains(#""state": "stalled""#) }
    sleep(2)
    try stage.server.control("pactl suspend-sink nul 0")
    try run.line { $0.contains(#""state": "restored""#) }
    let recording = try stage.server.record()
    let ending = try run.finish()
    try expectWhole(ending, clicks: 100)
    #expect(try states(ending) == ["opened", "stalled", "restored", "stalled", "restored"])
    let last = Onsets(try recording.finish())
    #expect(last.moments.count > 5 && last.worstOffGrid(0.3, after: 1) <= 50, "\(last.moments)")
  }

  @Test func `that was itself stopped for four seconds bursts out with nothing, and ends on time`() throws {
    let stage = try SoundStage()
    defer { stage.server.end() }
    let run = try stage.start(clicks: 50, "--latency", "power")
    try run.line(where: isPhase)
    sleep(2)
    run.signal(SIGSTOP)
    sleep(4)
    run.signal(SIGCONT)
    let ending = try run.finish()
    try expectWhole(ending, clicks: 50)
    let outcomes = try EventRecord.cues(in: ending.out).map(\.outcome)
    let missed = outcomes.count { ["skipped", "collapsed"].contains($0) }
    #expect(missed >= 8, "\(outcomes)")
    // At most one of those that were overdue sounds, so that nothing comes in a burst.
    let late = outcomes.count { $0 == "late" }
    #expect(late <= 1 && outcomes.count { $0 == "onTime" } == 50 - missed - late, "\(outcomes)")
    // They are one stretch, before and behind which nothing is amiss.
    let overdue = outcomes.indices.filter { outcomes[$0] != "onTime" }
    let length = (overdue.last ?? 0) - (overdue.first ?? 0) + 1
    #expect(length == overdue.count && outcomes.first == "onTime" && outcomes.last == "onTime", "\(outcomes)")
  }

  @Test(arguments: ["low", "normal", "power"])
  func `is heard from its beginning to its end by a sink that fetches for the first time after two seconds`(
    profile: String
  ) throws {
    let stage = try SoundStage(.stock)
    defer { stage.server.end() }
    // It has just rendered two seconds ahead.
    let recording = try stage.server.record()
    let ending = try stage.start(clicks: 8, "--latency", profile, "--require-audio").finish()
    #expect(ending.err.isEmpty && ending.code == 0, "\(ending)")
    #expect(try states(ending) == ["opened"])
    // A machine that is too slow for the profile loses clicks, and says so.
    let xruns = try ending.events.compactMap(\.xruns).max() ?? 0
    let heard = Onsets(try recording.finish()).moments.count
    #expect(heard == 8 || xruns > 0, "\(heard) clicks are heard")
  }

  @Test func `is heard by the default device where the one it is told to use can't be had`() throws {
    let stage = try SoundStage()
    defer { stage.server.end() }
    let ending = try stage.start(clicks: 4, "--device", "no-such-card", "--require-audio").finish()
    #expect(ending.code == 0 && ending.errorLines.count == 1)
    #expect(ending.err.contains("no-such-card: ") && ending.err.contains("playing on the device \"default\" instead"))
    let audio = try ending.events.filter { $0.event == "audio" }
    #expect(audio.map(\.device) == ["default"] && audio.map(\.sink) == ["alsa"])
  }

  @Test func `is silent while its device is busy, and heard as soon as it is free`() throws {
    let stage = try SoundStage { ["LD_PRELOAD=\($0["busy.so"])", "BUSY_WHILE=\($0["busy"])"] }
    defer { stage.server.end() }
    // No card can be busy here, so opening is: as long as a file lies there.
    let folder = stage.server.setting
    try stage.build(
      "busy",
      from: """
        int snd_pcm_open(void **pcm, const char *name, int stream, int mode) {
          if (access(getenv("BUSY_WHILE"), F_OK) == 0) return -EBUSY;
          int (*open)(void **, const char *, int, int) = dlsym(RTLD_NEXT, "snd_pcm_open");
          return open(pcm, name, stream, mode);
        }
        """)
    try shell("touch \(quoted(folder["busy"]))")
    let run = try stage.start(clicks: 45, "--latency", "power")
    try run.line(where: isPhase)
    sleep(1)
    try shell("rm \(quoted(folder["busy"]))")
    let recording = try stage.server.record()
    let ending = try run.finish()
    try expectWhole(ending, clicks: 45)
    #expect(ending.err.contains("Device or resource busy") && ending.err.contains("keeping time in silence"))
    #expect(try states(ending) == ["opened", "restored"])
    let heard = Onsets(try recording.finish())
    #expect(heard.moments.count > 5 && heard.worstOffGrid(0.3, after: 1) <= 50, "\(heard.moments)")
  }

  @Test func `is heard by a device that agrees to nothing as long as ALSA converts for it`() throws {
    let stage = try SoundStage { ["LD_PRELOAD=\($0["plain.so"])", "OPENED=\($0["opened"])"] }
    defer { stage.server.end() }
    try stage.build(
      "plain",
      from: """
        static int isPlain;
        int snd_pcm_open(void **pcm, const char *name, int stream, int mode) {
          // The flags against conversion of rate, channels and format.
          isPlain = (mode & 0x70000) == 0x70000;
          int note = open(getenv("OPENED"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
          if (write(note, isPlain ? "plain\\n" : "converted\\n", isPlain ? 6 : 10) < 0) abort();
          close(note);
          int (*open)(void **, const char *, int, int) = dlsym(RTLD_NEXT, "snd_pcm_open");
          return open(pcm, name, stream, mode);
        }
        int snd_pcm_hw_params(void *pcm, void *parameters) {
          int (*agree)(void *, void *) = dlsym(RTLD_NEXT, "snd_pcm_hw_params");
          return isPlain ? agree(pcm, parameters) : -EINVAL;
        }
        """)
    let recording = try stage.server.record()
    let ending = try stage.start(clicks: 10, "--require-audio").finish()
    #expect(ending.code == 0 && ending.err.isEmpty, "\(ending)")
    #expect(try shell("cat \(quoted(stage.server.setting["opened"]))") == "converted\nplain\n")
    #expect(Onsets(try recording.finish()).moments.count == 10)
  }

  @Test(arguments: ["nothing", "later", "no room"])
  func `goes on when its device takes nothing without a word, and is heard when it does again`(answer: String) throws {
    let stage = try SoundStage { ["LD_PRELOAD=\($0["stuck.so"])", "STUCK=\($0["stuck"])", "ANSWER=\(answer)"] }
    defer { stage.server.end() }
    try stage.build(
      "stuck",
      from: """
        static int stuck(const char *how) { return !access(getenv("STUCK"), F_OK) && !strcmp(getenv("ANSWER"), how); }
        long snd_pcm_writei(void *pcm, const void *bytes, unsigned long frames) {
          if (stuck("nothing")) return 0;
          if (stuck("later")) return -EAGAIN;
          long (*write)(void *, const void *, unsigned long) = dlsym(RTLD_NEXT, "snd_pcm_writei");
          return write(pcm, bytes, frames);
        }
        long snd_pcm_avail_update(void *pcm) {
          if (stuck("no room")) return -EAGAIN;
          long (*room)(void *) = dlsym(RTLD_NEXT, "snd_pcm_avail_update");
          return room(pcm);
        }
        """)
    let run = try stage.start(clicks: 32)
    try run.line(where: isPhase)
    sleep(1)
    try shell("touch \(quoted(stage.server.setting["stuck"]))")
    try run.line { $0.contains(#""state": "stalled""#) }
    try shell("rm \(quoted(stage.server.setting["stuck"]))")
    try run.line { $0.contains(#""state": "restored""#) }
    let ending = try run.finish()
    try expectWhole(ending, clicks: 32)
    #expect(try states(ending) == ["opened", "stalled", "restored"])
  }

  @Test(arguments: [0, 0.2, 0.25, 0.28, 0.32])
  func `ends though the server hangs in its last moments`(moment: Double) throws {
    let stage = try SoundStage()
    defer { stage.server.end() }
    let run = try stage.start(clicks: 8)
    for _ in 0..<8 { try run.line(where: isPhase) }
    sleep(moment)
    stage.server.signal(SIGSTOP)
    let ending = try run.finish()
    try expectWhole(ending, clicks: 8)
  }
}

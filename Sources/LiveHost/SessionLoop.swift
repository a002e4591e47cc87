import AudioMixing
import CueAudio
import HostThreads
import WorkoutEngine
import WorkoutModel

/// The conductor's thread: takes letters, follows the clock, and feeds the device block by block.
///
/// Nothing in it waits for anything but the device's pace, so the session keeps its time whatever hangs beside it. With
/// the device gone it runs on the silent sink, and is heard again when the door has opened another.
struct SessionLoop {
  private let session: LiveSession
  private let output: LiveSession.Output
  private let clock: any HostClock
  private var conductor: Conductor
  private var sink: any AudioSink
  private var hasDevice: Bool
  /// How many times a device was wished for or no longer wished for: what comes of an earlier wish is dropped.
  private var wish = 0
  private var device = DeviceClock()
  private var sinkEpoch: Int
  /// How often this sink has run dry, and all that the run has had.
  private var (underruns, allUnderruns) = (0, 0)
  private var asleep: Duration
  private var foresight: PhraseForesight
  private var preparation: Preparation?
  private var rest = Rest()
  private var brake = Brake()

  /// What a session waits for before it begins.
  private struct Preparation {
    let begin: Duration
    var hasPhrases = false
    /// When the speakers are awake, once they are being woken.
    var awake: Duration?
  }

  /// Two clocks can't be read at one instant; less than this is no sleep.
  private static let shortestSleep = Duration.milliseconds(10)
  /// How often it looks at the clock and the letters while it is prepared.
  private static let preparationPause = Duration.milliseconds(5)
  /// How long the beginning may wait for a clock that agrees with itself.
  private static let longestSettling = Duration.milliseconds(400)

  init(
    _ conductor: sending Conductor, into sink: sending (any AudioSink)?, _ output: LiveSession.Output,
    clock: any HostClock, _ session: LiveSession
  ) {
    self.session = session
    self.output = output
    self.clock = clock
    self.conductor = conductor
    hasDevice = sink != nil
    self.sink = sink ?? SilentSink(clock: clock, blockFrames: output.silentBlockFrames)
    sinkEpoch = self.sink.clockEpoch
    asleep = clock.asleep
    foresight = PhraseForesight(speed: output.speed)
    fitConductor()
  }

  /// Runs the session to its end.
  mutating func run() {
    follow()
    // What was asked for before the start belongs to it: a place to begin at, a volume.
    takeLetters()
    if !hasDevice, output.door != nil {
      conductor.act(.audioLost)
      wishForDevice()
    }
    // A session that is taken up again was started long ago.
    if conductor.engine.state.playback == .idle { conductor.act(.start) }
    preparation = Preparation(begin: clock.now())
    orderPhrases()
    var progress = Conductor.Progress.goesOn
    while progress == .goesOn {
      takeLetters()
      follow()
      noticeSleep()
      prepare()
      session.release(upTo: clock.now() + FrameClock.duration(of: sink.paceFrames / 2))
      do throws(SinkError) {
        if try hasToWait() { continue }
        // What the beginning waits for isn't to be pushed back by what comes later.
        if preparation?.hasPhrases ?? true, foresight.isOver(for: conductor.engine) { orderPhrases() }
        progress = try conductor.step(into: &sink)
        restIfIdle()
      } catch {
        lose(error)
      }
    }
    end()
  }

  // MARK: The beginning

  /// Says that the session is prepared, when its first phrases are made, the clock agrees with itself, and the speakers
  /// are awake.
  private mutating func prepare() {
    guard let preparation, preparation.hasPhrases else { return }
    guard device.isLocked || clock.now() - preparation.begin > Self.longestSettling else { return }
    let awake = preparation.awake ?? (hasDevice ? conductor.wakeSpeakers() : nil) ?? conductor.now
    self.preparation?.awake = awake
    guard conductor.now >= awake else { return }
    self.preparation = nil
    conductor.act(.prepared)
  }

  /// Waits until there is room, and while it is prepared for more than that: what is begun then is heard the sooner the
  /// less silence lies before it. Says whether there is something else to do.
  private mutating func hasToWait() throws(SinkError) -> Bool {
    // One that starts slowly is kept full: it would start slowly again if it ran dry.
    if preparation != nil, sink.startupTime <= Rest.usualWait, sink.latencyFrames > 2 * sink.blockFrames {
      clock.wait(until: clock.now() + Self.preparationPause)
      return true
    }
    if let release = brake.release {
      // In small steps, as what the user does is looked at between them.
      clock.wait(until: min(release, clock.now() + FrameClock.duration(of: sink.blockFrames)))
      return true
    }
    return try sink.waitForRoom() == .woken
  }

  // MARK: Letters

  private mutating func takeLetters() {
    let admission = rest.admit(session.inbox.drain().letters, at: clock.now())
    if admission.wantsDevice { wishForDevice() }
    // Of a sound that wasn't there before nobody says that it is gone.
    if admission.isOverdue, conductor.engine.state.isAudible { noteLoss(.stalled("the device doesn't come back")) }
    for letter in admission.letters {
      switch letter {
      case .action(let action):
        conductor.act(action)
        foresight.forget()
      case .learned(let texts, let isAll):
        learn(texts)
        if isAll { preparation?.hasPhrases = true }
        // Where phrases turn out shorter than they were thought to be, others find room.
        foresight.forget()
      case .device(.opened(let parcel), wish): if let opened = parcel.take() { use(opened) }
      case .device: break
      case .letGo(let isDone):
        yield()
        isDone()
      }
    }
  }

  /// Has the phrases made that aren't yet; what the book has let go of is made again, though its length is known.
  private mutating func orderPhrases() {
    let lacking = session.phrases.expect(foresight.texts(for: conductor.engine))
    if lacking.isEmpty { preparation?.hasPhrases = true } else { session.orders.put(lacking) }
  }

  private mutating func learn(_ texts: [String]) {
    let phrases = session.phrases
    conductor.learn { lexicon in
      for text in texts { lexicon.learn(text, phrases.measure(text)) }
    }
  }

  // MARK: Time

  /// Reads which frame is heard now, and has the conductor go by it.
  private mutating func follow() {
    if sink.clockEpoch != sinkEpoch {
      sinkEpoch = sink.clockEpoch
      device.breakOff()
    }
    if sink.underruns != underruns {
      allUnderruns += sink.underruns - underruns
      underruns = sink.underruns
      session.say(.audio(.ranDry(times: allUnderruns), at: clock.now()))
    }
    let (latency, instant) = reading()
    device.observe(conductor.position - latency, heardAt: instant + output.latencyOffset)
    guard let line = device.line else { return }
    conductor.follow(line)
    brake.note(conductor.position, at: instant)
  }

  /// What is under way to the ear, with the instant that holds for: of three readings the one that took least.
  private func reading() -> (latency: Int, at: Duration) {
    func read() -> (latency: Int, at: Duration, width: Duration) {
      let before = clock.now()
      let latency = sink.latencyFrames
      let width = clock.now() - before
      return (latency, before + width / 2, width)
    }
    var best = read()
    for _ in 0..<2 where best.width >= .microseconds(100) {
      let next = read()
      if next.width < best.width { best = next }
    }
    return (best.latency, best.at)
  }

  private mutating func noticeSleep() {
    let gap = clock.asleep - asleep
    // What is too short to be told is not told with a later sleep: that would be longer than the time it has taken.
    asleep += gap
    guard gap > Self.shortestSleep else { return }
    conductor.act(.suspended(gap: gap))
  }

  // MARK: The device

  /// Goes on in silence, from the very frame at which the device stopped taking sound.
  private mutating func lose(_ error: SinkError) {
    noteLoss(error)
    if hasDevice { playInSilence() }
    wishForDevice()
  }

  private mutating func noteLoss(_ error: SinkError) {
    session.say(.audio(.lost(error), at: clock.now()))
    conductor.act(.audioLost)
  }

  private mutating func restIfIdle() {
    // Without a device there is none to let go: the door goes on trying, and nobody who resumes waits for it. One that
    // starts slowly is kept, so that nobody has to wait for that either.
    guard output.restsInPauses, output.door != nil, hasDevice, sink.startupTime <= Rest.usualWait else { return }
    guard rest.begins(conductor.engine.state.playback, planned: conductor.now, now: clock.now()) else { return }
    sink.letGo()
    playInSilence()
  }

  /// Leaves the device to others until the session goes on.
  private mutating func yield() {
    guard output.restsInPauses, let door = output.door else { return }
    rest.begin(startup: hasDevice ? sink.startupTime : nil)
    door.giveUp()
    wish += 1
    guard hasDevice else { return }
    sink.letGo()
    playInSilence()
  }

  private mutating func playInSilence() {
    let next = conductor.clock.instant(of: conductor.position)
    play(into: SilentSink(clock: clock, blockFrames: output.silentBlockFrames, startingAt: next))
    hasDevice = false
  }

  private mutating func wishForDevice() {
    wish += 1
    let (inbox, wish) = (session.inbox, wish)
    output.door?.open(isSuspect: !conductor.engine.state.isAudible) { inbox.put(.device($0, wish: wish)) }
  }

  /// Is heard again.
  private mutating func use(_ opened: any AudioSink) {
    play(into: opened)
    hasDevice = true
    conductor.enterSoftly()
    guard !conductor.engine.state.isAudible else { return }
    conductor.act(.audioRestored)
    session.say(.audio(.restored, at: clock.now()))
  }

  private mutating func play(into new: any AudioSink) {
    sink = new
    (sinkEpoch, underruns) = (new.clockEpoch, new.underruns)
    device.breakOff()
    brake = Brake()
    fitConductor()
    follow()
  }

  private mutating func fitConductor() {
    // Where sound is heard earlier than the device says, there is less between the mix and the ear.
    let sooner = FrameClock.frames(in: min(output.latencyOffset, .zero))
    conductor.useBlocks(of: sink.blockFrames, ahead: sink.reserveFrames + sooner)
  }

  /// Lets the last sound be heard.
  private mutating func end() {
    do throws(SinkError) { try sink.finish() } catch { session.say(.audio(.lost(error), at: clock.now())) }
    session.release(upTo: .seconds(Int64.max / 4_000_000_000))
  }
}

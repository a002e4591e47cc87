import AudioMixing
import AudioOutput
import CueAudio
import HostSystem
import WorkoutEngine
import WorkoutModel

/// The loop of the session renderer's thread: handles messages, follows the clock, and feeds the device block by block.
///
/// It waits only for the device's pace, so the session keeps its time if other threads hang. Without a device it runs
/// on the silent sink, and is audible again when the device opener has opened another one.
package struct SessionLoop {
  let session: LiveSession
  let output: LiveOutput
  let clock: any HostClock
  let renderer: SessionRenderer
  /// The session that the renderer plays.
  let played: MixedSession
  var sink: any LiveSink
  var hasDevice: Bool
  /// The latency of the current or last sink beyond what it reports; silence keeps it, so that the plan stays as far
  /// ahead.
  var latencyOffset: Duration
  /// The number of requests for a device and cancellations so far: the answer to an earlier request is dropped.
  var request = 0
  var monitor: SinkMonitor
  private var asleep: Duration
  private var prefetcher: PhrasePrefetcher
  var preparation: SessionPreparation?
  var idleRelease = IdleDeviceRelease()
  var paceLimiter = PaceLimiter()
  var machineSleep = MachineSleep.none
  /// Whether words are heard or about to be.
  var isSpeaking = false
  var hasReportedStandIns = false
  /// When the lost voice is tried again; `nil` if none is lost.
  var voiceRetry: VoiceRetry?

  /// Two clocks can't be read at one instant; a shorter difference is not a suspend.
  private static let shortestSleep = Duration.milliseconds(10)

  init(
    _ renderer: SessionRenderer, playing played: MixedSession, into sink: (any LiveSink)?, _ output: LiveOutput,
    clock: any HostClock, _ session: LiveSession
  ) {
    self.session = session
    self.output = output
    self.clock = clock
    self.renderer = renderer
    self.played = played
    hasDevice = sink != nil
    self.sink = sink ?? output.silentSink(clock)
    latencyOffset = self.sink.latencyOffset ?? output.latencyOffset
    monitor = SinkMonitor(self.sink)
    asleep = clock.asleep
    prefetcher = PhrasePrefetcher(speed: output.speed)
    fitRenderer()
  }

  mutating func run() {
    begin()
    while step() {}
    end()
  }

  /// Begins, or continues a resumed session.
  package mutating func begin() {
    adoptClock()
    follow()
    // Actions before the start belong to it, such as a start position or a volume.
    receiveMessages()
    if !hasDevice, output.opener != nil {
      played.act(.audioLost)
      requestDevice()
    }
    // A resumed session has been started before.
    if played.engine.playback == .idle { played.act(.start) }
    preparation = SessionPreparation(begin: clock.now())
    fitRenderer()
    requestPhrases()
  }

  /// Does what is to be done now, and waits for the device or the time of the next block; returns whether the session
  /// goes on.
  package mutating func step() -> Bool {
    receiveMessages()
    follow()
    checkSuspend()
    prepare()
    followSpeech()
    played.isUnattended = !output.isFollowed && played.engine.state.lifecycle == .background
    // A quiet session wakes for each report; any other one reports once per pace, up to half a pace early.
    session.release(upTo: clock.now() + (isQuiet ? .zero : FrameClock.duration(of: sink.paceFrames / 2)))
    goToSleepIfSilent()
    do throws(SinkError) { return try proceed() == .running } catch {
      lose(error)
      return true
    }
  }

  /// Waits, or renders the next block; a quiet session sleeps, and renders the time that has passed.
  private mutating func proceed() throws(SinkError) -> SessionRenderer.Progress {
    if isQuiet, preparation == nil { return try sleep() }
    if try hasToWait() { return .running }
    // Later phrases must not delay those that the start waits for.
    if preparation?.hasPhrases ?? true {
      if prefetcher.isOver(for: played.engine) { requestPhrases() }
      retryVoice()
    }
    let progress = try renderer.step(into: &sink)
    if preparation != nil { try sink.passOn() }
    releaseIfIdle()
    return progress
  }

  // MARK: Waiting

  /// Waits for space, and during preparation until little silence is buffered, so that the start is heard sooner;
  /// returns whether there is other work to do.
  private mutating func hasToWait() throws(SinkError) -> Bool {
    // A device that starts slowly is kept full: it would start slowly again if it ran dry.
    if preparation != nil, sink.startupTime <= IdleDeviceRelease.usualWait, sink.latencyFrames > sink.startFrames {
      clock.wait(until: clock.now() + SessionPreparation.pause)
      return true
    }
    if let end = paceLimiter.throttledUntil {
      try sink.passOn()
      // In small steps, because the user's actions are handled in between.
      clock.wait(until: min(end, clock.now() + FrameClock.duration(of: sink.blockFrames)))
      return true
    }
    return try sink.waitForSpace() == .woken
  }

  /// Whether the session keeps time without output: nothing is rendered ahead then.
  private var isQuiet: Bool { !hasDevice && output.wakeDescriptor != nil }

  /// The longest sleep of a quiet session: a watchdog is waiting, and time that the clock of `poll` doesn't count would
  /// extend it.
  private static let longestSleep = Duration.seconds(1)

  /// Sleeps until something is due or a message arrives, and renders the time that has passed, so that the message
  /// finds the session up to date.
  ///
  /// Due events are decided, recorded and reported at one wake-up. What is due soon after is decided with them.
  private mutating func sleep() throws(SinkError) -> SessionRenderer.Progress {
    if prefetcher.isOver(for: played.engine) { requestPhrases() }
    retryVoice()
    let lead = FrameClock.duration(of: sink.blockFrames) / 2 * output.speed
    let now = clock.now()
    let report = session.nextReport ?? .seconds(Int32.max)
    let due = min(played.nextDuty, report, now + Self.longestSleep * output.speed)
    if let descriptor = output.wakeDescriptor { clock.wait(until: due, waking: descriptor) }
    // After a stall or a suspend of the machine it doesn't catch up.
    if clock.now() - due > SilentSink.longestDelay * output.speed { play(into: output.silentSink(clock)) }
    follow()
    checkSuspend()
    var progress = SessionRenderer.Progress.running
    while progress == .running, played.clock.instant(of: renderer.position) <= clock.now() + lead {
      progress = try renderer.step(into: &sink)
    }
    return progress
  }

  // MARK: Messages

  private mutating func receiveMessages() {
    let admission = idleRelease.filter(
      session.inbox.drain().messages, at: clock.now(), isInterrupted: played.engine.isInterrupted)
    if admission.needsDevice { requestDevice() }
    // Sound that was already lost is not reported again.
    if admission.isOverdue, played.engine.isAudible { reportLoss(.stalled("the device doesn't come back")) }
    for message in admission.messages {
      switch message {
      case .action(let action, let origin, let answer):
        let event = played.act(action, by: origin)
        // No reading is older than an answer; nobody reads that to a strap, which measures once a second.
        let isStraps = action.isMeasurement && origin?.source == .system
        if !isStraps, answer != nil || origin != nil { session.observeAll() }
        answer?(event)
        if played.engine.mentionsSignals || !action.isMeasurement { prefetcher.invalidate() }
      case .synthesized(let phrases, let isAll, areStandIns: true):
        recordResults(of: phrases)
        if isAll { preparation?.hasStandIns = true }
      case .synthesized(let phrases, let isAll, areStandIns: false):
        recordResults(of: phrases)
        if isAll { preparation?.hasPhrases = true }
        let areSpoken = phrases.contains { if case .length = session.phrases.measure($0) { true } else { false } }
        if areSpoken, let lost = session.phrases.lostVoice {
          reportStandIns(lost.error.reason) { "\($0) speaks instead" }
        }
        // If phrases turn out shorter than estimated, there is time for others.
        prefetcher.invalidate()
      case .device(.opened(let transfer), request): if let sink = transfer.consume() { use(sink) }
      case .device: break
      case .releaseDevice(let isDone):
        releaseDevice()
        isDone()
      case .prepareForSleep(let isDone): prepareForSleep(isDone)
      case .wakeUp: wakeUp()
      }
    }
  }

  /// Orders the synthesis of missing phrases; a phrase that the cache has evicted is synthesised again, though its
  /// length is known.
  mutating func requestPhrases() {
    let lacking = session.phrases.expect(prefetcher.phrases(for: played.engine))
    if lacking.isEmpty { preparation?.hasPhrases = true } else { session.order(lacking) }
  }

  /// Records the lengths of synthesised phrases and the failures in one plan; then reports the failures.
  ///
  /// A second attempt that fails in the same way isn't reported again.
  private mutating func recordResults(of made: [Phrase]) {
    let phrases = session.phrases
    let known = played.engine.durations.failures
    var failures: [(phrase: Phrase, reason: String)] = []
    played.updateDurations { durations in
      for phrase in made {
        switch phrases.measure(phrase) {
        case .length(let length): durations.record(phrase, length: length)
        case .failure(let reason):
          durations.record(phrase, failure: reason)
          if known[phrase] != reason { failures.append((phrase, reason)) }
        default: break
        }
      }
    }
    for failure in failures where !played.engine.playback.isOver {
      played.act(.speechFailed(failure.phrase, reason: failure.reason))
    }
  }

  // MARK: Time

  /// Reads which frame is heard now, and updates the session renderer.
  mutating func follow() {
    let underruns = monitor.underruns
    let instant = monitor.observe(sink, at: renderer.position, by: clock, latencyOffset: latencyOffset)
    if monitor.underruns != underruns {
      session.report(.audio(.ranDry(times: monitor.underruns), at: clock.now()))
    }
    guard let line = monitor.deviceClock.line else { return }
    played.follow(line)
    paceLimiter.record(renderer.position, at: instant)
  }

  mutating func adoptClock() {
    let now = clock.now() + latencyOffset
    if let known = sink.heardClock(at: renderer.position, now: now) { monitor.adopt(known) }
  }

  private mutating func checkSuspend() {
    let gap = clock.asleep - asleep
    // A suspend that is too short to report is not added to a later one either: the sum would exceed the later suspend.
    asleep += gap
    guard gap > Self.shortestSleep else { return }
    played.recordSleep(of: gap)
  }

  /// Plays the last sound to its end. A completed workout reports each event when it is heard, because speakers may be
  /// further behind than the sink; who stops it needn't wait for them.
  package mutating func end() {
    do throws(SinkError) { try sink.finish() } catch { session.report(.audio(.lost(error), at: clock.now())) }
    if case .fadingOut(_, let isDone) = machineSleep { isDone() }
    while played.engine.playback == .completed, !dismissMessages(), let report = session.nextReport {
      clock.wait(until: min(report, clock.now() + Self.longestDeafness))
      session.release(upTo: clock.now())
    }
    session.release(upTo: .seconds(Int64.max / 4_000_000_000))
    dismissMessages()
  }

  /// How long a message waits for its answer when the session is over.
  private static let longestDeafness = Duration.milliseconds(100)

  /// Answers what comes too late, since the session is over and its device free; returns whether it is stopped.
  @discardableResult
  private mutating func dismissMessages() -> Bool {
    var isStopped = false
    for message in session.inbox.drain().messages {
      switch message {
      case .action(let action, _, let answer):
        isStopped = isStopped || action == .stop || action == .abort
        answer?(nil)
      case .releaseDevice(let isDone), .prepareForSleep(let isDone): isDone()
      case .synthesized, .device, .wakeUp: break
      }
    }
    return isStopped
  }
}

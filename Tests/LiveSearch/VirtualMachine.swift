import AudioOutput
import CueAudio
import DriftSimulation
import HostSystem
import LivePlayback
import SessionHistory
import Synchronization
import WorkoutEngine
import WorkoutModel

/// The machine of a live session, with its clock, its disk, its voice and its sound card: time passes only while the
/// session waits, and what is due meanwhile happens at its instant, on the one thread.
///
/// All instants count from the start of the session's first process.
final class VirtualMachine: Sendable {
  /// The reading of the boot clock at instant 0.
  private static let boot = Duration.seconds(5_000)

  struct State {
    var clock = VirtualClock(boot: VirtualMachine.boot)
    /// How late the process is woken.
    var timer: WakeTimer
    var random: SeededRandom
    var appointments: [(at: Duration, work: @Sendable () -> Void)] = []
    /// Until then the process doesn't run.
    var heldUntil = Duration.zero
    /// Whether a message waits for the session.
    var isRung = false
    /// The session, while its process lives.
    var session: LiveSession?
    /// The number of processes so far.
    var lives = 0
    /// Whether the session has begun, or was restored; what the user does before waits.
    var isReady = false
    var waiting: [Action] = []
    /// What the user and the system have done while each process ran, and how long the machine has slept meanwhile.
    var sent: [(action: Action, life: Int)] = []
    /// When the process was killed, and for how long it is dead.
    var death: (at: Duration, length: Duration)?
    /// Whether the next row of a table kills the process.
    var killing: Duration?
    var diskIsFree = Duration.zero
    var speech = SpeechDisturbance()
    var queue = PhraseSynthesisQueue()
    var isSpeaking = false
    /// The phrases that were synthesised since the last look.
    var made: [Phrase] = []
    var isPlugged = true
    var sink: VirtualSink?
    var request = 0
    /// The next frame of the mix, of which a sink may have refused some.
    var mixed = 0
    /// What of the mix is heard, in the order in which it was written.
    var heard: [VirtualSink.HeardFrames] = []
    /// Where something sounds in the mix of the process.
    var clicks: [(frames: Range<Int>, isSpoken: Bool)] = []
    var hearing = Hearing()
  }

  let state: Mutex<State>
  let place: HistoryLocation
  let voice: VirtualVoice
  let phrases: SpeechCache
  private let oracle: Oracle
  private let script: [ScriptLine]
  let sound: VirtualSink.Settings

  init(
    _ scenario: Scenario, _ oracle: Oracle, _ voice: VirtualVoice, _ phrases: SpeechCache, in place: HistoryLocation
  ) {
    (self.oracle, script) = (oracle, scenario.script)
    var random = SeededRandom(seed: scenario.seed)
    (self.place, self.voice, self.phrases) = (place, voice, phrases)
    sound = VirtualSink.Settings(&random)
    let policy = WakePolicy(jitter: scenario.host.jitter)
    state = Mutex(
      State(timer: WakeTimer(policy, origin: Self.boot, seed: scenario.seed), random: random))
  }

  // MARK: Time

  var now: Duration { state.withLock { $0.clock.now } }
  var asleep: Duration { state.withLock { $0.clock.reading.boot - $0.clock.reading.monotonic } }
  var reading: ClockReading {
    let now = now
    return ClockReading(
      wall: 1_800_000_000_000 + Int(now.inNanoseconds / 1_000_000), zone: 0, boot: Self.boot + now, bootID: "boot")
  }

  /// Does something at an instant, unless the process that asks for it is dead by then.
  func at(_ instant: Duration, always: Bool = false, _ work: @escaping @Sendable () -> Void) {
    state.withLock { state in
      let life = state.lives
      let index = state.appointments.firstIndex { $0.at > instant } ?? state.appointments.endIndex
      let due: @Sendable () -> Void = { if always || self.isAlive(life) { work() } }
      state.appointments.insert((max(instant, state.clock.now), due), at: index)
    }
  }

  private func isAlive(_ life: Int) -> Bool { state.withLock { $0.lives == life && $0.session != nil } }
  var isAlive: Bool { state.withLock { $0.session != nil } }

  /// Lets the process wait until an instant, or until a message comes if it `listens`; returns whether one has come.
  @discardableResult
  func wait(until instant: Duration, listening: Bool = false) -> Bool {
    let end = state.withLock { state in
      instant <= state.clock.now ? instant : max(instant, state.timer.next(for: instant, state.clock) ?? instant)
    }
    return pass(until: end) { state in
      if state.session == nil { return true }
      guard listening, state.isRung, state.clock.now >= state.heldUntil else { return false }
      state.isRung = false
      return true
    }
  }

  /// Lets time pass until an instant, unless something else ends that.
  @discardableResult
  func pass(until end: Duration, or isOver: (inout State) -> Bool = { _ in false }) -> Bool {
    while true {
      var isOverNow = false
      let work = state.withLock { state -> (@Sendable () -> Void)? in
        isOverNow = isOver(&state)
        if isOverNow { return nil }
        let limit = max(end, state.heldUntil)
        guard let next = state.appointments.first, next.at <= limit else {
          state.clock.advance(to: limit)
          return nil
        }
        state.clock.advance(to: next.at)
        return state.appointments.removeFirst().work
      }
      guard let work else { return isOverNow }
      work()
    }
  }

  // MARK: The process

  /// What was heard so far.
  var hearing: Hearing {
    state.withLock { state in
      state.hearing.add(state.clicks, in: state.heard)
      (state.clicks, state.heard) = ([], [])
      return state.hearing
    }
  }

  /// Begins a process that runs a session.
  func begin(_ session: LiveSession) {
    _ = hearing
    state.withLock { state in
      (state.session, state.death, state.killing, state.isRung) = (session, nil, nil, false)
      state.lives += 1
      (state.isReady, state.waiting, state.mixed) = (false, [], 0)
      (state.queue, state.isSpeaking, state.diskIsFree) = (PhraseSynthesisQueue(), false, state.clock.now)
      state.isPlugged = true
    }
  }

  /// Lets what the user does reach the session.
  func becomeReady() {
    let (waiting, isFirst) = state.withLock { state in
      defer { (state.isReady, state.waiting) = (true, []) }
      return (state.waiting, state.lives == 1 && !state.isReady)
    }
    if isFirst { perform(script, oracle) } else { post(.action(.resume)) }
    for action in waiting { post(.action(action)) }
  }

  func post(_ message: LiveSession.Message) {
    let session = state.withLock { state in
      state.isRung = true
      if case .action(let action, _, _) = message, state.session != nil { state.sent.append((action, state.lives)) }
      return state.session
    }
    session?.inbox.put(message)
  }

  func die(for length: Duration) {
    let sink = state.withLock { state in
      if state.session != nil { state.death = (state.clock.now, length) }
      (state.session, state.killing) = (nil, nil)
      state.request += 1
      defer { state.sink = nil }
      return state.sink
    }
    sink?.lose(at: now)
  }

  // MARK: The disk

  /// Performs a job of the journal's thread once the disk is free.
  func write(_ job: @escaping @Sendable () -> Void) {
    let due = state.withLock { state in
      let isSlow = state.random.below(8) == 0
      let length = Duration.milliseconds(state.random.below(isSlow ? 6_000 : 20))
      state.diskIsFree = max(state.clock.now, state.diskIsFree) + length
      return state.diskIsFree
    }
    at(due, job)
  }

  /// A commit has failed, because the process is killed at one of its rows.
  func noticeFailure() {
    if let length = state.withLock({ $0.killing }) { die(for: length) }
  }

  // MARK: The voice

  /// Synthesises what the session has ordered, one phrase after the other.
  func synthesize() {
    guard let session = state.withLock({ $0.session }) else { return }
    let news = session.orders.drain().messages
    let next = state.withLock { state -> (phrase: Phrase, due: Duration, isLost: Bool)? in
      let now = state.clock.now
      guard state.queue.receive(news, at: now, tell: { _, _ in }), !state.isSpeaking, let phrase = state.queue.next()
      else { return nil }
      state.isSpeaking = true
      let making = Duration.nanoseconds(Int(30_000_000 * min(state.speech.factor, 1_000)))
      var due = now + making
      for hang in state.speech.hangs where now <= hang.to && due >= hang.from { due = max(due, hang.to + making) }
      defer { state.speech.isCrashing = false }
      return (phrase, due, state.speech.isCrashing)
    }
    guard let next else { return }
    at(next.due) { [self] in
      voice.say(next.phrase, isLost: next.isLost) { phrases.prepare([next.phrase]) }
      var told: [(made: [Phrase], isAll: Bool)] = []
      state.withLock { state in
        state.isSpeaking = false
        if !next.isLost { state.made.append(next.phrase) }
        state.queue.record(next.phrase, at: state.clock.now) { told.append(($0, $1)) }
      }
      for report in told { post(.synthesized(report.made, isAll: report.isAll)) }
      synthesize()
    }
  }
}

/// The clock of one process of a virtual machine.
struct ProcessClock: HostClock {
  let machine: VirtualMachine
  /// The instant at which the process began, and how long the machine had slept by then.
  let start: Duration
  let sleptBefore: Duration

  init(_ machine: VirtualMachine) { (self.machine, start, sleptBefore) = (machine, machine.now, machine.asleep) }

  func now() -> Duration { machine.now - start }
  var asleep: Duration { machine.asleep - sleptBefore }
  func wait(until instant: Duration) { machine.wait(until: start + instant) }
  func wait(until instant: Duration, waking descriptor: WakeDescriptor) {
    machine.wait(until: start + instant, listening: true)
  }
}

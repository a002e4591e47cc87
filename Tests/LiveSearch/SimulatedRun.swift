import AudioMixing
import AudioOutput
import CueAudio
package import DriftSimulation
import FoundationEssentials
import Glibc
import HostSystem
import LivePlayback
import SessionHistory
import Synchronization
import WorkoutEngine
import WorkoutModel

/// A live session of a random workout on a virtual machine, through everything that a script does to it: the loop, the
/// renderer, the mixer, the engine and the journal are those of the command.
package final class SimulatedRun {
  /// A process that has run the session.
  struct Process {
    /// What it has given to the journal, in order, and what was added to that by the next process.
    var events: [EngineEvent] = []
    var added: [EngineEvent] = []
    var addedFacts: [CueKey] = []
    var began = Duration.zero
    /// When it was killed.
    var died: Duration?
    /// Whether the history lacks what the user had done by then, or the session was ending.
    var isBehind = false
  }

  /// A state that was given to the journal.
  private struct Stored {
    let now: Duration
    let step: Int
    /// How many events precede it.
    let events: Int
  }

  /// The time that a session may play, and that it may take.
  private static let (longestPlay, longestRun) = (Duration.seconds(100), Duration.seconds(900))

  let oracle: Oracle
  package let scenario: Scenario
  let machine: VirtualMachine
  package let live: LiveTrace
  private(set) var processes: [Process] = []
  private(set) var violations: [String] = []
  private let durations: PhraseDurations
  private let isQuiet: Bool
  private let header: SessionHeader
  private var stored: [Stored] = []
  private var hasStopped = false
  private let folder: String

  package init(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let workout = Self.workout(seed: seed)
    let known = WorkoutGenerator().durations(for: workout, seed: seed)
    var durations = PhraseDurations()
    for (phrase, length) in known.phrases {
      durations.record(phrase, length: .milliseconds(Int(length / .milliseconds(1))))
    }
    for name in workout.cueSoundNames { durations.sounds[name] = FrameClock.duration(of: VirtualVoice.click) }
    oracle = Oracle(try Timeline(workout), durations: durations)
    self.durations = durations
    isQuiet = random.below(6) == 0
    let kinds = Fault.Kind.allCases.filter { kind in
      ![.skew, .audioSkew, .wallStep, .early, .drop, .duplicate].contains(kind) && !kind.concernsSensors
    }
    var scenario = ScenarioGenerator(oracle, workout: workout.name, kinds: kinds).scenario(seed: seed)
    (scenario.signals, scenario.host.waking, scenario.host.ahead) = ([:], .every(.milliseconds(10)), .seconds(1))
    self.scenario = scenario
    let policies = Policies(whenSuspended: scenario.whenSuspended, body: scenario.body)
    header = SessionHeader(oracle.timeline, file: nil, speed: 1, policies: policies) { "text" }
    let memory = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
    folder = "\(memory)/cuebell-search-\(UUID().uuidString)"
    let voice = VirtualVoice(durations)
    let phrases = SpeechCache(voice, voice: workout.voice, store: voice)
    machine = VirtualMachine(scenario, oracle, voice, phrases, in: HistoryLocation(folder: folder))
    live = LiveTrace(Engine(oracle.timeline, durations: durations, policies: policies), on: machine)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The first short random workout from a seed on, whose sounds are clicks.
  private static func workout(seed: UInt64) -> Workout {
    var next = seed &* 100
    while true {
      let oracle = RandomWorkouts.simulation(seed: next).oracle
      var workout = oracle.timeline.workout
      if (.seconds(5)...longestPlay).contains(oracle.length) {
        for name in workout.cueSoundNames { workout.sounds[name] = "\(name).wav" }
        return workout
      }
      next &+= 1
    }
  }

  private var sounds: SoundLibrary {
    let none: @Sendable (String) -> SoundLoadError = { .unknown($0) }
    let click = Clip(mono: [Float](repeating: 0.5, count: VirtualVoice.click))
    return SoundLibrary(
      oracle.timeline.workout,
      loader: SoundLibrary.Loader(
        clip: { (_) throws(SoundLoadError) in click },
        stream: { (path, _) throws(SoundLoadError) in throw none(path) },
        loop: { (path) throws(SoundLoadError) in throw none(path) },
        length: { (path) throws(SoundLoadError) in throw none(path) },
        loudest: { (path) throws(SoundLoadError) in throw none(path) }))
  }

  // MARK: Processes

  /// Runs the session to its end.
  package func perform() throws {
    let engine = Engine(oracle.timeline, durations: durations, policies: header.policies)
    try play(engine, .new(header))
    while let death = machine.state.withLock({ $0.death }), processes.count < 4 {
      machine.pass(until: death.at + death.length)
      guard try resume(after: death.at) else { break }
    }
  }

  /// Runs one process, until the session is over or it is killed.
  private func play(_ engine: Engine, _ origin: JournalOrigin) throws {
    let descriptor = isQuiet ? try WakeDescriptor() : nil
    let session = LiveSession(phrases: machine.phrases, waking: descriptor) { _ in }
    machine.begin(session)
    processes.append(Process(began: machine.now))
    stored = []
    let (machine, number) = (machine, processes.count)
    let journal = Journal(
      in: machine.place, origin, moment: { machine.reading },
      reached: ReachedPlace(of: identity(of: number)), on: WorkThread(leavingTo: { machine.write($0) }),
      time: { machine.now }, report: { _ in machine.noticeFailure() })
    journal.open()
    let renderer = SessionRenderer(blockFrames: machine.sound.blockFrames)
    var loop = session.loop(
      renderer, playing: add(engine, to: renderer, session, journal), into: isQuiet ? nil : VirtualSink(machine),
      output(descriptor),
      clock: ProcessClock(machine))
    loop.begin()
    machine.synthesize()
    while machine.isAlive, loop.step() {
      machine.synthesize()
      stopIfLong()
      if machine.now > Self.longestRun * 40 {
        violations.append("it doesn't end")
        return machine.die(for: .zero)
      }
    }
    guard machine.isAlive else { return }
    loop.end()
    guard machine.isAlive else { return }
    journal.finish(milliseconds: 0)
    machine.pass(until: machine.state.withLock { $0.diskIsFree })
  }

  private func identity(of number: Int) -> ProcessIdentity {
    // No process has such a number.
    ProcessIdentity(number: 10_000_000 + 10 * Int(getpid()) + number, started: 7)
  }

  private func output(_ descriptor: WakeDescriptor?) -> LiveOutput {
    var output = LiveOutput(opener: isQuiet ? nil : machine)
    output.silentBlockFrames = machine.sound.blockFrames
    output.wakeDescriptor = descriptor
    return output
  }

  private func add(
    _ engine: Engine, to renderer: SessionRenderer, _ session: LiveSession, _ journal: Journal
  ) -> MixedSession {
    let played = renderer.add(
      engine, phrases: machine.phrases, sounds: sounds, parts: StemReader(machine),
      store: { [self] engine in if machine.isAlive { store(engine) { journal.store(engine) } } },
      reach: { [self] engine in if machine.isAlive { store(engine) { journal.reach(engine) } } },
      observe: { [self] report in
        guard machine.isAlive else { return }
        if case .event(let event) = report {
          journal.record(event)
          processes[processes.count - 1].events.append(event)
          live.tell(event)
        }
        session.enqueue(report)
      })
    played.observeInput = { [self] action, at, soundsFrom in
      if machine.isAlive { live.follow(action, at: at, soundsFrom: soundsFrom) }
    }
    return played
  }

  private func store(_ engine: Engine, _ store: () -> Void) {
    store()
    live.store()
    stored.append(
      Stored(
        now: engine.now, step: live.step, events: processes[processes.count - 1].events.count))
  }

  /// Ends a session that has played long enough.
  private func stopIfLong() {
    let isLong = live.engine.progress.elapsed > Self.longestPlay || machine.now - machine.asleep > Self.longestRun
    guard isLong, !hasStopped else { return }
    hasStopped = true
    machine.post(.action(.stop))
  }

  // MARK: Resuming

  /// Continues in another process with what the history has; returns `false` if there is nothing to continue with.
  private func resume(after death: Duration) throws -> Bool {
    let last = processes.count - 1
    processes[last].died = death
    let number = identity(of: processes.count).number
    guard FileManager.default.fileExists(atPath: machine.place.path) else { return false }
    let store = try HistoryStore(at: machine.place, for: .changing)
    try store.write { database in
      try database.run("DROP TRIGGER IF EXISTS killed")
      try database.execute(
        "UPDATE leg SET process = ?, process_start = 7 WHERE id = (SELECT max(id) FROM leg)", [number])
    }
    do {
      let session = try store.unfinished(nil, at: machine.reading)
      let start = try session.exactStart(oracle.timeline)
      let (engine, added) = try start.resumed(oracle.timeline, durations, header.policies)
      let claimed = try store.claim(
        session, with: header, resumingAs: engine, from: start, after: added, at: machine.reading)
      processes[last].added = added
      if case .log(let log, _, _) = start {
        processes[last].addedFacts = engine.state.facts.entries(after: log.factCount).map(\.key)
      }
      note(start, of: last)
      let place = restoration(start, of: last, diedAt: death)
      live.restore(engine, place, at: machine.now)
      try play(engine, .resumed(claimed))
      return true
    } catch let error as ResumeRefusal {
      // What was never recorded can't be resumed, nor what is over.
      switch error {
      case .noSession, .completed: return false
      default: violations.append("it isn't resumed: \(error.explanation)")
      }
    } catch let error as ReplayError where error != .completed {
      violations.append("it isn't resumed: \(error.explanation)")
    } catch is ReplayError {}
    return false
  }

  /// The state from which the history continues, and how long it has played since.
  private func reached(_ start: SessionStart) -> (recorded: Duration, played: Duration?) {
    guard case .log(_, let end, let played) = start else { return (.zero, nil) }
    return (end, played)
  }

  /// Notes whether the user has done something that the history lacks.
  private func note(_ start: SessionStart, of process: Int) {
    let (recorded, _) = reached(start)
    let known = stored.last { $0.now <= recorded }?.events ?? 0
    let isLacking = processes[process].events.dropFirst(known).contains { event in
      event.kind.acceptedAction != nil
    }
    // A session that was killed while it ended is resumed, which the simulator doesn't do.
    var isEnding = live.engine.playback.isOver
    if case .fadingOut(_, .stopped) = live.engine.playback { isEnding = true }
    processes[process].isBehind = isLacking || isEnding
  }

  private func restoration(_ start: SessionStart, of process: Int, diedAt death: Duration) -> Restoration {
    let (recorded, played) = reached(start)
    let place = stored.last { $0.now <= recorded + (played ?? .zero) }
    return Restoration(
      storedAt: processes[process].began + recorded + (played ?? .zero), step: place?.step ?? 0, diedAt: death)
  }
}

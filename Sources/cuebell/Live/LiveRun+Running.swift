import ArgumentParser
import AudioMixing
import CommandSupport
import ControlSocket
import CueAudio
import DesktopBus
import FoundationEssentials
import Glibc
import HostSystem
import LivePlayback
import SessionControl
import SessionHistory
import SessionReporting
import WorkoutEngine
import WorkoutModel

extension LiveRun {
  /// An opened run with its journal, its clients and its controller.
  ///
  /// Only the claim of a resumed session, or a lack of threads, can fail here; it ends in order in any case. So a run
  /// that can't begin leaves no trace in the history.
  struct Running {
    /// The maximum delay, in milliseconds, of the beginning and of the end by a disk that hangs.
    private static let (openingPatience, journalPatience): (Int32, Int32) = (1_000, 2_500)

    private let opened: Opened
    private let journal: Journal?
    private let clients: LiveRunClients
    private let session: LiveSession
    private var controller: LiveSessionController
    private var prepared: Prepared { opened.prepared }
    private var run: LiveRun { prepared.run }

    init(_ opened: Opened) throws {
      let (prepared, run, engine) = (opened.prepared, opened.run, opened.engine)
      self.opened = opened
      prepared.signals.startDelivering()
      journal = try opened.journal()
      let observed = ObservedSession(engine, speed: run.options.speed, sensing: run.settings.heartRate.signals)
      prepared.service?.begin(with: observed)
      clients = opened.clients(observed, journal)
      session = clients.session(
        prepared.workout.phrases, waking: opened.waking, prepared.service, prepared.inbox, prepared.report)
      let output = try EventOutput(isJSON: run.options.printsEvents, log: prepared.log)
      journal?.open()
      controller = opened.controller(output, observed, clients)
    }

    /// Plays to the end, which a status other than 0 reports as an error.
    mutating func play() throws {
      controller.open(with: prepared.workout.hello, run.resumable?.remark, opened.messages(clients))
      journal?.wait(milliseconds: Self.openingPatience)
      for event in opened.unrecorded where event.kind.cue != nil { session.enqueue(.event(event)) }
      do throws(NoThread) { try start() } catch {
        _ = controller.close()
        opened.close()
        prepared.close()
        Exit.exhausted(LiveRun.failure, error.explanation)
      }
      clients.start(prepared.notice)
      let ending = controller.run(session, prepared.inbox, waking: prepared.waking.number)
      clients.finish()
      journal?.finish(milliseconds: Self.journalPatience)
      controller.settle(prepared.inbox.drain().messages)
      clients.close()
      let command = journal?.session == nil ? nil : run.options.resumeCommand
      let score = RankedScore(of: journal, run.source.workout, run.options)
      let isWritten = controller.close(resumableBy: command, score: score) { [opened, journal] in
        // Others need not wait for the program to have the sound.
        opened.close()
        return opened.finish(ending, of: journal?.session)
      }
      if let code = ending.exitCode { throw code }
      if !isWritten { throw ExitCode.cannotWrite }
    }

    private func start() throws(NoThread) {
      let (sound, ownership, followers) = (opened.sound, opened.ownership, clients.followers)
      // Sound is recorded before it is heard: the engine is ahead of the listener by the device's buffer.
      let renderer = SessionRenderer(blockFrames: sound.output.silentBlockFrames)
      renderer.add(
        opened.engine, phrases: prepared.workout.phrases, sounds: prepared.workout.sounds,
        speaks: !run.options.mix.noSpeech, leadIn: run.settings.leadInTime(run.options.sound),
        store: { [journal] in journal?.store($0) }, reach: { [journal] in journal?.reach($0) },
        audioSession: { (command) throws(AudioSessionError) in try ownership.perform(command) },
        observe: { [journal, session] report in
          if case .event(let event) = report {
            journal?.record(event)
            for follower in followers where event.isForLogs { follower.followAhead(event) }
          }
          session.enqueue(report)
        })
      let volume = run.volume
      if volume != 0 || opened.engine.state.volume != 0 { session.send(.setVolume(volume)) }
      if let start = run.options.startAt?.duration { session.send(.jump(to: start)) }
      try session.start(renderer, into: sound.first, sound.output, clock: opened.clock)
    }
  }

  fileprivate var volume: Double { options.mix.volume ?? resumable?.session.volume ?? settings.volume }
}

extension LiveRun.Opened {
  /// The journal of the session; `nil` if none is requested, or there is no folder for it.
  fileprivate func journal() throws -> Journal? {
    let header = run.source.header(
      engine.timeline, file: run.file, speed: run.options.speed, policies: engine.policies, run.programme?.session)
    let report = prepared.notice
    if let resumable = run.resumable {
      let session = try resumable.claimed(with: header, resumingAs: engine, after: unrecorded)
      return Journal(in: resumable.store.place, .resumed(session), report: report)
    }
    guard run.options.history else { return nil }
    do throws(HistoryError) {
      return Journal(in: try HistoryLocation(ProcessInfo.processInfo.environment), .new(header), report: report)
    } catch {
      report("This session is not being recorded: \(error.explanation).")
      return nil
    }
  }

  fileprivate func clients(_ observed: ObservedSession, _ journal: Journal?) -> LiveRunClients {
    let (inbox, clock, engine, phrases) = (prepared.inbox, clock, engine, prepared.workout.phrases)
    let (options, settings) = (run.options, run.settings)
    let perform: CommandPerformer = { inbox.put(.request(CommandRequest($0, by: $1, answer: $2))) }
    var desktop = DesktopSettings(
      environment: ProcessInfo.processInfo.environment, now: { clock.now() }, perform: perform)
    desktop.strap = settings.heartRate.choice
    desktop.inhibits = options.control.inhibit
    desktop.notifies = settings.notify
    desktop.others = settings.desktopOthers(options)
    desktop.remark = { inbox.put(.notice($0)) }
    desktop.sleepIsNear = { inbox.put(.prepareForSleep($0)) }
    desktop.sleepIsOver = { inbox.put(.wakeUp) }
    let display = prepared.server.flatMap { server in
      options.control.display.map { DisplayCompanion(server, at: $0) { inbox.put(.notice($0)) } }
    }
    let name = prepared.endpoint?.name ?? ""
    let session = ControlServer.Session(name, clock, observed, journal) { engine.planJSON(phrases) }
    return LiveRunClients(prepared.endpoint, display, session, perform, desktop: desktop)
  }

  fileprivate func controller(
    _ output: EventOutput, _ observed: ObservedSession, _ clients: LiveRunClients
  ) -> LiveSessionController {
    let options = run.options
    var choices = LiveSessionController.Options()
    choices.isColored = run.settings.color.isColored && !options.printsEvents
    choices.isQuiet = options.verbosity.quiet
    // Diagnostics are lines, which a screen would hold back.
    choices.draws = !options.verbosity.verbose
    choices.volume = run.volume
    choices.resumesAfter = run.resumable?.resumesAfter
    choices.environment = ProcessInfo.processInfo.environment
    choices.followers = clients.followers + (options.verbosity.verbose ? [EventDiagnostics()] : [])
    choices.notify = clients.notify
    let unspoken = UnspokenWords(prepared.workout.phrases, besides: prepared.missing?.error.explanation)
    return LiveSessionController(output, ownership, observed, clock, sound, unspoken: unspoken, options: choices)
  }

  /// Runs the user's program for the end of a session that belongs in the diary; returns its message.
  ///
  /// A rehearsal doesn't belong there, and a signal leaves no time. Ctrl-C ends the program.
  fileprivate func finish(_ ending: LiveSessionController.Ending, of session: Int?) -> String? {
    guard let command = run.settings.onFinished, let session, run.options.speed == 1, ending.signal == nil,
      ending.reason == .completed || ending.reason == .stopped
    else { return nil }
    let message = FinishProgram(command: command, session: Int64(session)).run { [inbox = prepared.inbox] in
      !inbox.drain().messages.contains { message in
        if case .signal(let number) = message { [SIGINT, SIGTERM].contains(number) } else { false }
      }
    }
    guard let message, message.isProblem || !run.options.verbosity.quiet else { return nil }
    return message.text
  }

  /// The messages at the beginning; a quiet run has only problems.
  fileprivate func messages(_ clients: LiveRunClients) -> [String] {
    let (options, timeline) = (run.options, prepared.workout.timeline)
    let voice = options.mix.noSpeech ? nil : run.source.voiceRemark
    let news = options.verbosity.quiet ? [] : [run.programme?.remark, voice]
    let lacking = timeline.unmeasured(for: run.settings.body) + timeline.uncoached(for: run.settings.body)
    let remarks =
      ([prepared.missing?.line("the workout continues with sounds")] + news + [remark]).compactMap { $0 }
    return remarks + lacking.map { "\($0.message)." } + clients.announcement
  }
}

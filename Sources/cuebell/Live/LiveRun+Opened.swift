import ArgumentParser
import AudioMixing
import CommandSupport
import HostSystem
import LivePlayback
import Snapcast
import WorkoutEngine
import WorkoutModel

extension LiveRun {
  /// A prepared run that has the audio session, a device or silence in its place, and an engine.
  struct Opened {
    let prepared: Prepared
    let ownership: AudioSessionOwnership
    let clock: BootClock
    /// Wakes the sink for messages to the session.
    let waking: WakeDescriptor
    let sound: LiveSound
    /// The message about the sound before the session begins.
    let remark: String?
    let engine: Engine
    /// The events of a resumed session that were not recorded before it was interrupted.
    let unrecorded: [EngineEvent]
    var run: LiveRun { prepared.run }

    init(_ prepared: Prepared) throws {
      let (run, workout, beds) = (prepared.run, prepared.workout, prepared.beds)
      self.prepared = prepared
      let ownership = try run.ownership(prepared.signals)
      self.ownership = ownership
      do {
        // Sound servers read the role when a device is opened, so this request precedes the engine's.
        try ownership.requested()
        clock = BootClock(speed: run.options.speed)
        waking = try WakeDescriptor()
        Diagnostics.send(to: prepared.notice)
        sound = try LiveSound(
          run.options.sound(run.settings), waking: waking, clock: clock,
          report: { [report = prepared.report] in report(.audio($0, at: $1)) },
          meanwhile: {
            workout.makeCueSounds()
            beds.wait()
          })
        remark = try run.remark(on: sound)
        (engine, unrecorded) = try run.engine(workout.timeline, workout.durations())
      } catch {
        ownership.end()
        throw error
      }
    }

    func close() { ownership.end() }
  }

  /// The audio session, which another run may have to release first.
  private func ownership(_ signals: SignalHandling) throws -> AudioSessionOwnership {
    let holder = "\"\(SafeText.filtered(source.workout.name))\""
    let lockManager =
      options.sound.isPrivate
      ? nil : try SessionLockManager.acquired(takeOver: options.takeOver, holder: holder) { signals.releaseOnExit($0) }
    return AudioSessionOwnership(lockManager, isShared: !options.sound.isPrivate, others: settings.roleOthers(options))
  }

  /// The message about the sound; a missing device that is required ends the command.
  private func remark(on sound: LiveSound) throws -> String? {
    guard let failure = sound.failure else {
      return sound.outputDevice.refusal.map { refusal in
        "\(refusal.explanation); playing on the device \"\(sound.outputDevice.name)\" instead."
      }
    }
    let reason = failure.explanation
    if let fault = sound.snapcastFault { throw Exit.fail(fault) }
    if options.sound.requireAudio { throw Exit.fail(.unavailable, "No sound: \(reason)") }
    let rendering = "To hear it in a file: cuebell render \(ShellWord.quoted(name ?? file)) -o workout.flac"
    return "No sound (\(reason)): keeping time in silence. \(options.sound.beginning ?? rendering)"
  }

  /// The engine, and the events of a resumed session that were not recorded before it was interrupted.
  private func engine(
    _ timeline: Timeline, _ durations: PhraseDurations
  ) throws -> (engine: Engine, unrecorded: [EngineEvent]) {
    let policies = Policies(
      whenSuspended: settings.whenSuspended.policy, body: settings.body, speaks: !options.mix.noSpeech)
    return try resumable?.engine(timeline, durations, policies)
      ?? (Engine(timeline, durations: durations, policies: policies), [])
  }
}

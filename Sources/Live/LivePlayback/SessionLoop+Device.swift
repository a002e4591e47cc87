import AudioMixing
import AudioOutput
import CueAudio
import HostSystem
import WorkoutEngine
import WorkoutModel

/// The device of a session: lost, released, requested and reopened.
extension SessionLoop {
  /// Continues in silence from the frame at which the device stopped accepting sound.
  mutating func lose(_ error: SinkError) {
    guard !output.needsDevice || !isBeingPrepared else {
      preparation = nil
      session.report(.audio(.lost(error), at: clock.now()))
      if hasDevice { playInSilence() }
      played.act(.preparationFailed(reason: error.explanation))
      return
    }
    reportLoss(error)
    if hasDevice { playInSilence() }
    requestDevice()
  }

  mutating func reportLoss(_ error: SinkError) {
    session.report(.audio(.lost(error), at: clock.now()))
    played.act(.audioLost)
  }

  mutating func releaseIfIdle() {
    // Without a device there is nothing to release: the device opener keeps trying, and a resume doesn't wait for it. A
    // device that starts slowly is kept, so that a resume doesn't wait for that either.
    guard output.releasesIdleDevice, output.opener != nil, hasDevice, sink.startupTime <= IdleDeviceRelease.usualWait
    else {
      return
    }
    let begins = idleRelease.begins(
      played.engine.playback, planned: played.now, now: clock.now(),
      isSpeaking: isSpeaking || played.engine.awaitsWords)
    guard begins else { return }
    sink.release()
    playInSilence()
  }

  /// Releases the device for other programs until the session resumes.
  mutating func releaseDevice() {
    guard output.releasesIdleDevice, let opener = output.opener else { return }
    idleRelease.begin(startup: hasDevice ? sink.startupTime : nil)
    opener.cancel()
    request += 1
    guard hasDevice else { return }
    sink.release()
    playInSilence()
  }

  mutating func playInSilence() {
    let next = played.clock.instant(of: renderer.position) - latencyOffset
    play(into: output.silentSink(clock, startingAt: next))
    hasDevice = false
  }

  mutating func requestDevice() {
    request += 1
    let (inbox, request) = (session.inbox, request)
    output.opener?.open(isSuspect: !played.engine.isAudible) { inbox.put(.device($0, request: request)) }
  }

  mutating func use(_ opened: any LiveSink) {
    latencyOffset = opened.latencyOffset ?? output.latencyOffset
    play(into: opened)
    hasDevice = true
    renderer.fadeInNextBlock()
    guard !played.engine.isAudible else { return }
    played.act(.audioRestored)
    session.report(.audio(.restored, at: clock.now()))
  }

  mutating func play(into new: any LiveSink) {
    sink = new
    monitor.replaceSink(with: new)
    adoptClock()
    paceLimiter = PaceLimiter()
    fitRenderer()
    follow()
  }

  mutating func fitRenderer() {
    // If sound is heard earlier than the device reports, less sound is buffered between the mix and the listener.
    let sooner = FrameClock.frames(in: min(latencyOffset, .zero))
    let frames = preparation == nil ? sink.blockFrames : min(sink.blockFrames, SessionPreparation.blockFrames)
    renderer.useBlocks(of: frames, ahead: sink.reserveFrames + sooner)
  }
}

enum MachineSleep {
  case none
  /// The output is silent from this frame on; after that the machine may suspend.
  case fadingOut(to: Int, isDone: @Sendable () -> Void)
  /// The device is released until the machine has resumed.
  case asleep
}

extension SessionLoop {
  /// Fades out, if the session is audible.
  mutating func prepareForSleep(_ isDone: @escaping @Sendable () -> Void) {
    // A reader of a FIFO may take its end for the end of the workout.
    guard case .none = machineSleep, hasDevice, output.releasesIdleDevice else {
      played.storeNow()
      return isDone()
    }
    machineSleep = .fadingOut(to: renderer.fadeOutNextBlocks(), isDone: isDone)
  }

  /// Releases the device once the fade before a suspend has been heard; the session continues in silence, and the
  /// policy decides how the suspend affects it.
  mutating func goToSleepIfSilent() {
    guard case .fadingOut(let frame, let isDone) = machineSleep else { return }
    guard !hasDevice || clock.now() >= played.clock.instant(of: frame) else { return }
    machineSleep = .asleep
    if hasDevice {
      sink.release()
      playInSilence()
    }
    played.storeNow()
    isDone()
  }

  mutating func wakeUp() {
    switch machineSleep {
    case .none: return
    case .fadingOut(_, let isDone):
      isDone()
      renderer.fadeInNextBlock()
    case .asleep: if !hasDevice, !idleRelease.isReleased { requestDevice() }
    }
    machineSleep = .none
  }
}

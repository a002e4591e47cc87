import WorkoutModel

extension Engine {
  /// Plans anew from the live state; harmless to repeat.
  mutating func change(to lifecycle: Lifecycle) -> Answer {
    state.lifecycle = lifecycle
    replanHere()
    return .accepted
  }

  /// Pauses at once: what interrupts can't wait for a fade. One that comes while another lasts is counted.
  mutating func beginInterruption() -> Answer {
    var isPlaying = false
    switch state.playback {
    case .preparingToPlay:
      isPlaying = true
      change(to: .preparingToPause(.interruption), at: state.now)
    case .fadingIn, .playing:
      isPlaying = true
      state.timer.stop(at: state.now)
      hold(fade: Self.interruptionFade)
      rest(.interruption)
    case .fadingOut(_, .completed):
      isPlaying = true
      hold(fade: Self.interruptionFade)
      rest(.interruption)
    case .fadingOut(_, .paused(let reason)):
      hold(fade: Self.interruptionFade)
      rest(reason)
    case .paused, .preparingToPause: break
    case .idle: return .refused("the workout hasn't been started")
    case .fadingOut(_, .stopped), .completed, .stopped, .failed: return .refused("the workout is over")
    }
    state.interruptions.begin(whilePlaying: isPlaying)
    return .accepted
  }

  /// Resumes when the last interruption has ended, if that one says so; what the user has paused stays so.
  mutating func endInterruption(shouldResume: Bool) -> Answer {
    switch state.playback {
    case .completed, .stopped, .failed, .fadingOut(_, .stopped): return .refused("the workout is over")
    default: break
    }
    guard state.interruptions.count > 0 else { return .refused("no interruption lasts") }
    guard state.interruptions.end(shouldResume: shouldResume) else { return .accepted }
    return resume()
  }

  /// Time goes on whether anybody can hear it or not.
  mutating func setAudible(_ isAudible: Bool) -> Answer {
    if state.playback.isOver { return .refused("the workout is over") }
    guard state.isAudible != isAudible else {
      return .refused(isAudible ? "the sound is there" : "the sound is gone already")
    }
    state.isAudible = isAudible
    return .accepted
  }

  /// Does what the policy says of time asleep; the engine stands at the instant of suspend.
  mutating func suspended(for gap: Duration) -> Answer {
    guard gap > .zero else { return .refused("no time was lost") }
    if state.playback.isOver { return .refused("the workout is over") }
    gapCause = "suspend"
    guard state.timer.isRunning || isClosing else { return .accepted }
    switch policies.whenSuspended {
    case .goOn: break
    case .freeze: if !isClosing { state.timer.leaveOut(gap, from: state.now) }
    case .pauseIfOver(let limit) where gap <= limit: break
    case .pauseIfOver:
      state.timer.stop(at: state.now)
      hold(fade: Self.interruptionFade)
      rest(.suspend)
    }
    return .accepted
  }

  mutating func speechFailed(_ text: String, _ reason: String) -> Answer {
    learn { $0.learn(text, failure: reason) }
    return .accepted
  }
}

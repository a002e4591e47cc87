import WorkoutModel

extension Engine {
  /// The fade of a session that must end now.
  static let abortFade = Duration.milliseconds(250)
  /// How fast cues fall silent on a pause.
  static let pauseFade = Duration.milliseconds(300)
  /// How fast everything falls silent on an interruption: at once, but without a click.
  public static let interruptionFade = Duration.milliseconds(10)

  /// Fades out what sounds; bed and track keep their place.
  mutating func hold(fade: Duration) {
    pauseAmbient(fade: fade, at: state.now)
    if spot?.sheet.track != nil { emit(.track(.pause(fade: fade)), at: state.now) }
    emit(.silence(.everything, over: min(fade, Self.pauseFade)), at: state.now)
    speaking = []
    // What gave way to a phrase that is cut short has room again.
    replanHere()
  }

  mutating func fadeIn() { change(to: .fadingIn(ramp(turning: state.playback)), at: state.now) }

  /// A fade that begins now; one that turns another round takes as long as that one has come.
  func ramp(turning playback: PlaybackState) -> PlaybackState.Ramp {
    switch playback {
    case .fadingIn(let ramp), .fadingOut(let ramp, _):
      PlaybackState.Ramp(since: state.now, length: playbackFade - (ramp.end - state.now))
    default: PlaybackState.Ramp(since: state.now, length: playbackFade)
    }
  }

  /// Is paused, without or after a fade.
  mutating func rest(_ reason: PauseReason) {
    change(to: .paused(reason), at: state.now)
    report(.paused(elapsed: state.elapsed, reason: reason), at: state.now)
  }
}

import WorkoutEngine
import WorkoutModel

/// A track as a host plays it that performs the effects.
struct HeardTrack {
  let name: String
  var position: Duration
  var since: Duration
  var isPlaying = true
  /// Whether its phase is over, so that it only fades out.
  var isStopped = false
  var fade = HeardFade(isUp: true)

  /// Whether its phase has cut it, so that nothing else can.
  var isCut: Bool { isStopped && fade.length <= Silence.sudden }

  mutating func turn(on isPlaying: Bool, over length: Duration, at instant: Duration) {
    (position, since) = (position(at: instant), instant)
    self.isPlaying = isPlaying
    if isPlaying { fade.turn(up: true, over: length, at: instant) } else { fade.fall(over: length, at: instant) }
  }

  mutating func hold(at instant: Duration, for gap: Duration) {
    (position, since) = (position(at: instant), instant + gap)
  }

  func position(at now: Duration) -> Duration { position + (isPlaying ? max(.zero, now - since) : .zero) }

  static func perform(_ command: Effect.TrackCommand, at instant: Duration, on heard: inout HeardTrack?) {
    switch command {
    case .start(let name, let offset): heard = HeardTrack(name: name, position: offset, since: instant)
    case .stop(let fade):
      heard?.turn(on: false, over: fade, at: instant)
      heard?.isStopped = true
    // One that is stopped can't be reached any more.
    case .pause(let fade): if heard?.isStopped == false { heard?.turn(on: false, over: fade, at: instant) }
    case .resume(let fade): if heard?.isStopped == false { heard?.turn(on: true, over: fade, at: instant) }
    }
  }
}

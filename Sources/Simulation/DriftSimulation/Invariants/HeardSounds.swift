import WorkoutEngine
import WorkoutModel

/// What sounds on as a host makes it audible that performs the effects: bed, beats and track.
struct HeardSounds {
  /// A track that plays, and the instant at which it would have begun if it had played without a break.
  struct Playing: Equatable {
    let track: String
    let origin: Duration
  }

  private(set) var beds = HeardBeds()
  private(set) var beats: HeardBeats?
  private(set) var track: HeardTrack?

  var playing: Playing? {
    track.flatMap { $0.isPlaying ? Playing(track: $0.name, origin: $0.since - $0.position) : nil }
  }

  /// Performs the effects of a step, in which the device may have slept.
  mutating func perform(_ step: TraceStep, asleep sleep: (start: Duration, length: Duration)?) {
    // Nothing sounds in the new process.
    if step.restoration != nil { self = HeardSounds() }
    var sleep = sleep
    for effect in step.effects {
      switch effect.kind {
      case .ambient(let command): beds.perform(command, at: effect.due)
      case .metronome(.start(let metronome, let origin, _)): beats = HeardBeats(metronome: metronome, origin: origin)
      case .metronome: beats = nil
      case .track(let command):
        // What was due before the sleep slept, too.
        if let (start, gap) = sleep, effect.due > start {
          track?.hold(at: start, for: gap)
          sleep = nil
        }
        HeardTrack.perform(command, at: effect.due, on: &track)
      default: break
      }
    }
    if let (start, gap) = sleep { track?.hold(at: start, for: gap) }
  }
}

/// A metronome and the instant of its first beat.
struct HeardBeats: Equatable {
  let metronome: Metronome
  let origin: Duration
}

/// A track as a host plays it that performs the effects.
struct HeardTrack {
  let name: String
  /// The position in it at an instant.
  private(set) var (position, since): (Duration, Duration)
  private(set) var isPlaying = true
  /// Whether its phase is over, so that it only fades out.
  private var isStopped = false
  private(set) var fade = HeardFade(isUp: true)

  private init(_ name: String, at position: Duration, _ instant: Duration) {
    (self.name, self.position, since) = (name, position, instant)
  }

  /// Whether its phase has cut it, so that nothing else can.
  var isCut: Bool { isStopped && fade.length <= Silence.sudden }

  private mutating func turn(on isPlaying: Bool, over length: Duration, at instant: Duration) {
    hold(at: instant, for: .zero)
    self.isPlaying = isPlaying
    if isPlaying { fade.turn(up: true, over: length, at: instant) } else { fade.fall(over: length, at: instant) }
  }

  mutating func hold(at instant: Duration, for gap: Duration) {
    if isPlaying { position += max(.zero, instant - since) }
    since = instant + gap
  }

  static func perform(_ command: Effect.TrackCommand, at instant: Duration, on heard: inout HeardTrack?) {
    switch command {
    case .start(let name, let offset): heard = HeardTrack(name, at: offset, instant)
    case .stop(let fade):
      heard?.turn(on: false, over: fade, at: instant)
      heard?.isStopped = true
    // One that is stopped can't be reached any more.
    case .pause(let fade): if heard?.isStopped == false { heard?.turn(on: false, over: fade, at: instant) }
    case .resume(let fade): if heard?.isStopped == false { heard?.turn(on: true, over: fade, at: instant) }
    }
  }
}

package import WorkoutModel

/// The complete state of a session as one value: it can be compared, saved, restored and printed.
///
/// ```swift
/// let before = engine.state
/// perform(engine.send(.skip, at: now).effects)
/// report(engine.state == before)
/// ```
public struct EngineState: Equatable, Sendable {
  /// The instant up to which the session has advanced.
  package internal(set) var now = Duration.zero
  var machine: PlaybackMachine
  var place: PlanPosition
  /// The bed and the state of its fade.
  package internal(set) var ambient = AmbientFader()
  /// What has happened to the cues so far.
  public internal(set) var facts = Facts()
  /// The volume, in dB relative to the normal level.
  package internal(set) var volume = 0.0
  /// Whether the session is active or in the background.
  package internal(set) var lifecycle = Lifecycle.active
  /// Whether there is an output device.
  package internal(set) var isAudible = true

  /// The signals that have been measured.
  package internal(set) var signals: [Signal: MeasuredSignal] = [:]
  var coaching = Coaching()
  var requests = SayRequests()
  /// That what the phase asks for is measured, since a position; `nil` if it isn't.
  var held: Confirmation?

  init(_ timeline: Timeline) {
    machine = PlaybackMachine(fade: timeline.workout.ambient?.fade ?? Ambient.standardFade)
    place = PlanPosition(timeline.first())
  }

  /// Whether it plays, fades, pauses or is over.
  package var playback: PlaybackState { machine.state }

  /// Active time and the position in the plan, as functions of the instant.
  package var timer: SessionTimer { machine.timer }

  /// The interruptions in progress.
  package var interruptions: Interruptions { machine.interruptions }

  /// The cursor in the plan; `nil` when nothing is left, or when the workout has length zero.
  package var cursor: Cursor? { place.cursor }

  /// The user's changes to the lengths of phases, in the order of the plan.
  package var edits: [PhaseEdit] { place.edits }

  /// The moves that can be undone and redone.
  package var history: MoveHistory { place.history }

  /// Active time, without pauses.
  package var elapsed: Duration { timer.elapsed(at: now) }

  /// The position in the plan.
  package var position: Duration { timer.position(at: now) }
}

extension EngineState {
  /// The fields that differ from those of `earlier`, with their current values; the facts are not among them.
  ///
  /// The passage of time is no change: `position` is listed only if it changed by another amount than `elapsed`.
  package func changes(since earlier: EngineState) -> [StateChange] {
    var changes: [StateChange] = []
    if playback != earlier.playback { changes.append(.playback(playback.name)) }
    if cursor?.id != earlier.cursor?.id {
      changes.append(.phase(cursor?.id))
    } else if cursor?.end != earlier.cursor?.end || cursor?.isEndedByUser != earlier.cursor?.isEndedByUser {
      changes.append(.end(cursor?.end))
    }
    if position - earlier.position != elapsed - earlier.elapsed { changes.append(.position(position)) }
    if volume != earlier.volume { changes.append(.volume(volume)) }
    if ambient.sound != earlier.ambient.sound { changes.append(.ambient(ambient.sound)) }
    if lifecycle != earlier.lifecycle { changes.append(.lifecycle(lifecycle)) }
    if isAudible != earlier.isAudible { changes.append(.audible(isAudible)) }
    if history.counts != earlier.history.counts { changes.append(history.counts) }
    return changes
  }
}

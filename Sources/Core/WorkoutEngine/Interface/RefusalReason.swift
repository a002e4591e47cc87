public import WorkoutModel

/// Why a session refuses an action; the session is as it was. It prints as a clause: "the workout hasn't begun".
///
/// ```swift
/// if case .actionTaken(let report) = event.kind, case .refused(let refusal) = report.result {
///   message = "\(report.action.name): \(refusal)"
/// }
/// ```
public enum RefusalReason: Hashable, Sendable {
  // Where the session is.

  /// `start` hasn't been sent, so that there is nothing to pause.
  case notStarted
  /// The session is preparing, or waits for `start`, so that there is no phase to leave.
  case notBegun
  /// `start` comes a second time.
  case alreadyStarted
  /// No preparation is in progress that could be complete, or fail.
  case notPreparing
  /// The session is paused, and `pause` comes again.
  case alreadyPaused
  /// The session isn't paused, and `resume` comes.
  case notPaused
  /// No interruption is in progress that could end.
  case noInterruption
  /// A fade is in progress, and `InputPolicy.gate` was chosen.
  case fading
  /// The key bounces: the last toggle was less than half a second before.
  case bounced
  /// The last phase is over, and the bed fades out.
  case ending
  /// The session is over.
  case over

  // Where it can go.

  /// Nothing of the plan is left.
  case noPhase
  /// The phase ends by the clock: `skip` leaves it.
  case endsByClock
  /// Only `done` ends the phase, which therefore has no end to move.
  case endsByUser
  /// `done` was sent before: the phase ends after its least time.
  case endsByItself
  /// The phase is over.
  case phaseOver
  /// The phase can't be shorter than what has passed of it.
  case nothingLeft
  /// The phase would be longer than a phase may be.
  case tooLong
  /// An extension or a move by zero.
  case noChange
  /// The group around the phase has no set of this number.
  case noSet(Int)
  /// The plan doesn't contain the moment; `total` is its length, or `nil` if it isn't known.
  case noMoment(Duration, total: Duration?)
  /// No move can be undone.
  case nothingToUndo
  /// No move can be redone.
  case nothingToRedo
  /// The move was meant for another phase than the present one.
  case anotherPhase
  /// The phase has changed so recently that the move can't be meant for it.
  case phaseJustChanged

  // What it is to say.

  /// Another program has the sound.
  case interrupted
  /// The style of the workout is `silent`, and nothing in it speaks.
  case silentWorkout
  /// The host speaks no words.
  case noSpeech
  /// The text has too many characters, or control characters.
  case notText
  /// The text contains nothing that a voice says.
  case nothingToSay
  /// The same words wait to be said.
  case saidSoon
  /// No place for the words is left between others.
  case noRoom

  // What it is told.

  /// The volume isn't within `Limits.volume`.
  case volumeOutOfRange
  /// The value of a signal isn't within `Signal.range`.
  case valueOutOfRange(Signal)
  /// Another source measures the signal; `nil` if it has no name.
  case measuredBy(source: String?)
  /// Ten measurements have come within a second.
  case tooManyMeasurements
  /// The sound is reported to be back, and was never lost.
  case notSilent
  /// The sound is reported to be lost a second time.
  case alreadySilent
  /// The machine is reported to have slept for no time.
  case notAsleep
  /// The time asleep has been counted as time awake by a tick.
  case sleepCounted
}

extension RefusalReason: CustomStringConvertible {
  /// The reason in English.
  public var description: String {
    switch self {
    case .notStarted: "the workout hasn't been started"
    case .notBegun: "the workout hasn't begun"
    case .alreadyStarted: "the workout has been started already"
    case .notPreparing: "nothing is being prepared"
    case .alreadyPaused: "it is paused already"
    case .notPaused: "it isn't paused"
    case .noInterruption: "no interruption lasts"
    case .fading: "a fade is on its way"
    case .bounced: "toggled less than 0.5 s before"
    case .ending: "the workout is ending"
    case .over: "the workout is over"
    case .noPhase: "no phase is running"
    case .endsByClock: "this phase ends by the clock: skip it instead"
    case .endsByUser: "this phase ends when you say done"
    case .endsByItself: "it is done already: this phase ends by itself"
    case .phaseOver: "this phase is over"
    case .nothingLeft: "nothing of this phase is left"
    case .tooLong: "a phase lasts at most 24 hours"
    case .noChange: "that is no change"
    case .noSet(let set): "there is no set \(set) here"
    case .noMoment(let moment, let total): Timeline.explanation(forMissing: moment, total: total)
    case .nothingToUndo: "there is nothing to undo"
    case .nothingToRedo: "there is nothing to redo"
    case .anotherPhase: "another phase is running now"
    case .phaseJustChanged: "the phase has just changed"
    case .interrupted: "another program has the sound"
    case .silentWorkout: "this workout is silent"
    case .noSpeech: "this run speaks no words"
    case .notText: "a text to say has 1 to \(Limits.saidText.upperBound) characters, and none of them controls"
    case .nothingToSay: "there is nothing in it to say"
    case .saidSoon: "these words are about to be said"
    case .noRoom: "other words leave no room"
    case .volumeOutOfRange:
      "the volume must be \(Int(Limits.volume.lowerBound)) to \(Int(Limits.volume.upperBound)) dB"
    case .valueOutOfRange(let signal):
      "\(signal.rawValue) must be \(signal.range.lowerBound) to \(signal.range.upperBound)"
    case .measuredBy(let source): "\(source.map { "\"\($0)\"" } ?? "another source") measures it already"
    case .tooManyMeasurements: "at most \(MeasurementReport.mostPerSecond) measurements a second are accepted"
    case .notSilent: "the sound is there"
    case .alreadySilent: "the sound is gone already"
    case .notAsleep: "no time was lost"
    case .sleepCounted: "the time asleep has been counted: send it instead of the tick at the waking"
    }
  }
}

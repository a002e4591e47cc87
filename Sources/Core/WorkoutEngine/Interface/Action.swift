public import WorkoutModel

/// An input of a session: a command of the user, or a report of the system.
///
/// ```swift
/// let paused = engine.send(.pause, at: now)
/// let moved = engine.send(.extend(by: .seconds(15)), at: now)
/// let slept = engine.send(.suspended(gap: .seconds(90)), at: now)
/// ```
public enum Action: Equatable, Sendable {
  // The user's.
  /// Begins the workout, once the host has reported `prepared`.
  case start
  /// Stops the time at once; the sound fades out.
  case pause
  /// Ends a pause and all interruptions.
  case resume
  /// Pauses or resumes, whichever applies.
  case toggle
  /// Ends a phase that the user may end, as `done` does, and skips any other; its event names what it was.
  case next
  /// Moves to the next phase.
  case skip
  /// Moves to the start of this phase or, within its first two seconds, to the start of the previous one.
  case back
  /// Moves to the start of this phase.
  case restartPhase
  /// Moves to a moment of the plan.
  case jump(to: Duration)
  /// Moves to the start of a set, counted from 1, of the innermost group of several sets around the current phase.
  case jumpToSet(Int)
  /// Moves within the current phase; past its end, to the next one.
  case seek(by: Duration)
  /// Makes the current phase longer, or shorter.
  case extend(by: Duration)
  /// Ends an open phase.
  case done
  /// Ends the session after a fade.
  case stop
  /// Returns to the place that the last move left.
  case undo
  /// Returns to the place that the last undo left.
  case redo
  /// Stops with the shortest fade, for a host that must end at once.
  case abort
  /// Sets the volume, in dB relative to the normal level.
  case setVolume(Double)
  /// A sensor has measured a value of a signal; another source of the signal is refused meanwhile.
  case measure(Signal, Int, from: String?)
  /// Says a text or, without one, where the session is.
  case say(String?)

  // The system's.
  /// Lets time pass up to the instant of the action.
  case tick
  /// The preparation that `start` requested is complete: the session is active and the first phrases are synthesised.
  case prepared
  /// The preparation that `start` requested has failed.
  case preparationFailed(reason: String)
  /// The session has become active or has moved to the background.
  case lifecycle(Lifecycle)
  /// Another program needs the sound: the session pauses at once. Interruptions nest.
  case interruptionBegan
  /// One interruption is over; after the last one the session resumes if it should.
  case interruptionEnded(shouldResume: Bool)
  /// The output device was lost; time continues in silence.
  case audioLost
  /// The output device is back.
  case audioRestored
  /// The machine slept for this long, up to the instant at which the action is sent; it is also the tick of that
  /// instant. It is refused if it began more than 10 ms before the session's last instant, whose time has been counted.
  case suspended(gap: Duration)
  /// A phrase can't be spoken.
  case speechFailed(Phrase, reason: String)

  /// The name that events use.
  public var name: String {
    switch self {
    case .start: "start"
    case .pause: "pause"
    case .resume: "resume"
    case .toggle: "toggle"
    case .next: "next"
    case .skip: "skip"
    case .back: "back"
    case .restartPhase: "restartPhase"
    case .jump, .jumpToSet: "jump"
    case .seek: "seek"
    case .extend: "extend"
    case .done: "done"
    case .stop: "stop"
    case .abort: "abort"
    case .setVolume: "setVolume"
    case .measure: "measure"
    case .say: "say"
    case .tick: "tick"
    case .prepared: "prepared"
    case .preparationFailed: "preparationFailed"
    case .undo: "undo"
    case .redo: "redo"
    case .lifecycle: "lifecycle"
    case .interruptionBegan: "interruptionBegan"
    case .interruptionEnded: "interruptionEnded"
    case .audioLost: "audioLost"
    case .audioRestored: "audioRestored"
    case .suspended: "suspended"
    case .speechFailed: "speechFailed"
    }
  }

  /// Whether it is a move from the phase that its sender sees, and so has another effect in another phase.
  var isFromPhase: Bool {
    switch self {
    case .next, .skip, .done, .back, .restartPhase: true
    default: false
    }
  }

  /// The action with times within a hundred years.
  var withinCentury: Action {
    switch self {
    case .jump(let position): .jump(to: position.withinCentury)
    case .seek(let amount): .seek(by: amount.withinCentury)
    case .extend(let amount): .extend(by: amount.withinCentury)
    case .suspended(let gap): .suspended(gap: gap.withinCentury)
    default: self
    }
  }

  /// Whether it is a measurement, which comes too often to be counted, stored or reported as an action.
  package var isMeasurement: Bool { if case .measure = self { true } else { false } }
}

/// Whether a session is active or in the background.
public enum Lifecycle: String, Equatable, Sendable {
  /// The user sees the session.
  case active
  /// Sound continues; the host may wake as rarely as it likes.
  case background
}

/// The source of an action, stored indirectly so that events without one are cheap to copy.
public indirect enum ActionOrigin: Equatable, Sendable {
  /// The interface that received the action, and the client's own name; `client` distinguishes those of one interface.
  ///
  /// `seeing` identifies the phase that the sender of a move has seen, by `SegmentID.text`: the move is refused in
  /// another one.
  case from(Source, name: String?, client: String? = nil, seeing: String? = nil)

  /// The interfaces that control a running session.
  public enum Source: String, CaseIterable, Equatable, Sendable {
    /// A key of the terminal.
    case key
    /// A signal of the system.
    case signal
    /// The control socket, and what uses it.
    case socket
    /// The media keys of the desktop.
    case mpris
    /// The system: a sleep, a call, a device.
    case system
  }

  /// The interface that received the action.
  package var source: Source {
    switch self {
    case .from(let source, _, _, _): source
    }
  }

  /// The client's own name, such as "Kitchen tablet"; it is not filtered for a terminal.
  package var name: String? {
    switch self {
    case .from(_, let name, _, _): name
    }
  }

  /// The phase that the sender has seen; `nil` if that is unknown.
  package var seenPhase: String? {
    switch self {
    case .from(_, _, _, let phase): phase
    }
  }

  func isSameClient(as other: ActionOrigin) -> Bool {
    switch (self, other) {
    case (.from(let source, _, let client, _), .from(let otherSource, _, let otherClient, _)):
      source == otherSource && client == otherClient
    }
  }
}

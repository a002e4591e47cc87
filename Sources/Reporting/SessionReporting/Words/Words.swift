package import WorkoutEngine
package import WorkoutModel

/// The words that people read in the place of identifiers, which stay in JSON and in files.
///
/// The history and other processes have only the names of things; for these there are functions.
package enum Words {
  /// The role of a cue, by its name: "phase start".
  package static func cue(_ name: String, hasWords: Bool = true) -> String {
    // Of the styles only meditation completes without words, and what it completes is a sit.
    if !hasWords, name == CueKind.completion.rawValue { return "end of the sit" }
    return CueKind(rawValue: name)?.label ?? plain(name)
  }

  package static func outcome(_ name: String) -> String { Outcome(rawValue: name)?.label ?? plain(name) }

  /// The interface that received an action, by its name: "a media key".
  package static func source(_ name: String) -> String { ActionOrigin.Source(rawValue: name)?.label ?? plain(name) }

  /// What a sensor measures.
  package static func signal(_ signal: Signal) -> String {
    switch signal {
    case .heartRate: "Heart rate"
    case .power: "Power"
    case .cadence: "Cadence"
    }
  }

  package static func unit(of signal: Signal) -> String {
    switch signal {
    case .heartRate: "bpm"
    case .power: "W"
    case .cadence: "rpm"
    }
  }

  /// The reason for a pause, by its name; `nil` for the user's own.
  package static func pause(_ name: String) -> String? { PauseReason(rawValue: name).map { $0.label } ?? plain(name) }

  /// A playback state by its name; `isPausing` tells a fade to a pause from one to the end.
  package static func playback(_ name: String, isPausing: Bool) -> String {
    switch name {
    case "idle", "preparingToPlay", "preparingToPause": "preparing"
    case "fadingIn": "playing"
    case "fadingOut": isPausing ? "pausing" : "ending"
    default: plain(name)
    }
  }

  package static func action(_ name: String) -> String {
    switch name {
    case "toggle": "pause or resume"
    case "restartPhase": "restart"
    case "abort": "stop"
    case "setVolume": "volume"
    case "prepared": "ready"
    case "preparationFailed": "not ready"
    case "lifecycle": "foreground or background"
    case "interruptionBegan": "interrupted"
    case "interruptionEnded": "interruption over"
    case "audioLost": "sound lost"
    case "audioRestored": "sound back"
    case "suspended": "the machine slept"
    case "speechFailed": "words not spoken"
    case "say": "words on request"
    default: plain(name)
    }
  }

  /// Whether people care for an action: a session also gets ready, and moves between foreground and background.
  package static func isTold(action name: String) -> Bool { !["prepared", "lifecycle"].contains(name) }

  /// The cause of an outcome; most causes are words already.
  package static func cause(_ cause: String) -> String {
    switch cause {
    case "stall": "the machine was busy"
    case "suspend": "the machine slept"
    case "skip": "the phase was skipped"
    case "done": "the phase was done"
    case "until": "the phase was over"
    case "jump", "seek": "passed by a jump"
    case "extend": "the length of the phase was changed"
    case "undo", "redo": "a move was \(cause)ne"
    case "stop": "the workout was stopped"
    case "failed": "the workout failed"
    default: cause
    }
  }

  /// A name of the code in lower-case words: "phase start" for `phaseStart`.
  private static func plain(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
  }
}

extension CueKind {
  package var label: String {
    switch self {
    case .phaseStart: "phase start"
    case .setStart: "set start"
    case .transition: "change ahead"
    case .setCompletion: "set completion"
    case .countdown: "countdown"
    case .halfway: "halfway"
    case .interval: "regular cue"
    case .custom: "your own cue"
    case .completion: "workout completion"
    case .coach: "coach"
    case .say: "words on request"
    }
  }

  /// The role within a sentence: "the phase start".
  private var labelInSentence: String { self == .custom || self == .say ? label : "the \(label)" }

  /// Why the words of another cue wait for its own.
  var whyOthersWait: String { "\(labelInSentence) is spoken first" }

  /// Why the words of another cue are left out for its own.
  var whyOthersAreLeftOut: String { "\(labelInSentence) is spoken then" }
}

extension Outcome {
  package var label: String {
    switch self {
    case .onTime: "on time"
    case .late: "late"
    case .skipped: "left out"
    case .collapsed: "replaced by a newer cue"
    case .cancelled: "no longer due"
    case .failed: "not spoken"
    case .duplicate: "played before"
    }
  }
}

extension FinishReason {
  package var label: String { rawValue }
}

extension PauseReason {
  /// The reason in words; `nil` for the user's own pause, which needs none.
  package var label: String? {
    switch self {
    case .user: nil
    case .interruption: "interrupted"
    case .suspend: "the machine slept"
    case .restored: "resumed from the history"
    }
  }
}

extension PlaybackState {
  package var label: String {
    if case .fadingOut(_, to: .paused) = self { return Words.playback(name, isPausing: true) }
    return Words.playback(name, isPausing: false)
  }
}

extension Action {
  package var label: String {
    if case .lifecycle(let lifecycle) = self { return lifecycle == .active ? "to the foreground" : "to the background" }
    return Words.action(name)
  }
}

extension ActionOrigin {
  /// Who it was: the client's own name, or "a key". It is safe to print.
  package var label: String { name.map(SafeText.filtered) ?? source.label }
}

extension ActionOrigin.Source {
  package var label: String {
    switch self {
    case .key: "a key"
    case .signal: "a signal"
    case .socket: "ctl"
    case .mpris: "a media key"
    case .system: "the system"
    }
  }
}

extension Intensity {
  /// The intensity in words, for legends and totals: beside the name of a phase are its colour and shape.
  package var label: String {
    switch self {
    case .warmup: "warm-up"
    case .cooldown: "cool-down"
    case .prepare, .high, .low, .rest, .sit: rawValue
    }
  }
}

extension PlanNote {
  /// The note in words: "moved by 517 ms: the phase start is spoken first". It is safe to print.
  package var label: String {
    let text = SafeText.filtered(reason.description)
    switch (kind, speaker) {
    case (.moved, let speaker?):
      let late = movedTo.map { ($0 - due).inNanoseconds / 1_000_000 } ?? 0
      return "moved by \(late) ms: \(speaker.whyOthersWait)"
    case (.leftOut, let speaker?): return "left out: \(speaker.whyOthersAreLeftOut)"
    case (.moved, nil): return "moved: \(text)"
    case (.leftOut, nil): return "left out: \(text)"
    case (.standIn, _): return "spoken by another voice: \(text)"
    case (.cut, _): return "cut short" + (cutAt.map { " at \(ClockText.exact($0))" } ?? "") + ": \(text)"
    }
  }
}

extension CoachReport {
  /// The value and the target: "heart rate 162 bpm, target 145–155".
  package var label: String {
    let measured = value.map { "\($0) \(Words.unit(of: signal))" } ?? "unknown"
    let target = limits.lowerBound == limits.upperBound ? "" : "–\(limits.upperBound)"
    return "\(Words.signal(signal).lowercased()) \(measured), target \(limits.lowerBound)\(target)"
  }
}

extension CueReport {
  /// Its role in words.
  package var kindLabel: String { Words.cue(kind.rawValue, hasWords: phrase != nil) }

  /// Its sound with the number of strikes, and its words: `[gong ×3] “Work”`. It is safe to print.
  package var content: String {
    [soundLabel.map { "[\($0)]" }, say.map { "“\(SafeText.filtered($0))”" }].compactMap { $0 }.joined(separator: " ")
  }

  /// The name of its sound with the number of strikes: "gong ×3". It is safe to print.
  package var soundLabel: String? { sound.map { SafeText.filtered($0) + (strikes > 1 ? " ×\(strikes)" : "") } }

  /// Its outcome and the cause: "left out: the machine slept". It is safe to print.
  package var outcomeLabel: String {
    outcome.label + (cause.map { ": " + SafeText.filtered(Words.cause($0.description)) } ?? "")
  }
}

extension PhaseEnding {
  /// Why it has ended, if nobody has just said so; `nil` otherwise.
  var label: String? {
    switch cause {
    case .until: "ended by what was measured"
    case .cap: "ended by its cap"
    case .done, .atLeast, .limit: nil
    }
  }
}

extension Until {
  /// "the heart rate is below 120".
  package var label: String {
    let side = comparison == .below ? "below" : "above"
    return "the \(Words.signal(signal).lowercased()) is \(side) \(comparisonText.dropFirst(2))"
  }
}

extension PhaseReport {
  /// What follows its name in a line: its length, its repetitions, its set and its metronome.
  ///
  /// Where the length differs from run to run, that is said instead of a length of `varying`.
  func particulars(_ length: (Duration) -> String, _ varying: String?) -> String {
    let planned = end.map { length($0 - start) }
    // In a replay it is known when that was measured.
    let isMeasured = end.map { $0 < cursor.end ?? $0 } ?? false
    let limit = planned.map { isMeasured ? ", here after \($0)" : ", at most \($0)" } ?? ""
    let measured = until.map { "until \($0.label)\(limit)" }
    let parts: [String?] = [
      isOvertime ? "overtime" : nil, varying.map(SafeText.filtered) ?? measured ?? planned ?? "until done",
      reps.map(Counted.reps),
      countedSet.map(\.label), metronome?.label,
    ]
    return parts.compactMap(\.self).joined(separator: "  ")
  }
}

extension Metronome {
  /// "metronome 180 bpm, accent 4". It is safe to print.
  fileprivate var label: String {
    let pace =
      switch pace {
      case .perMinute(let rate): "\(rate) bpm"
      case .every(let length): "every \(DurationText.write(length))"
      case .perSet, .progression: "in its own pace each set"
      }
    let accent = accent.map { ", accent \($0)" } ?? ""
    let sound = sound == Self.standardSound ? "" : " [\(SafeText.filtered(sound))]"
    return "metronome \(pace)\(accent)\(sound)"
  }
}

extension Timeline.SetSpan {
  /// The set by the name of its group: "set 3 of 8", "Round 2". It is safe to print.
  var label: String { "\(name.map(SafeText.filtered) ?? "set") \(set)\(sets.map { " of \($0)" } ?? "")" }
}

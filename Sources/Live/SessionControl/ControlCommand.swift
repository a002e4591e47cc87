import SessionReporting
package import WorkoutEngine
package import WorkoutModel

/// A command to a running session, by key, signal, socket or desktop.
package enum ControlCommand: Equatable, Sendable {
  case pause
  case resume
  /// Toggles between pause and play.
  case toggle
  /// Ends a phase that the user may end, and skips any other.
  case next
  /// Restarts the phase, or within its first two seconds goes to the previous one.
  case back
  case restartPhase
  case skip
  /// Ends an open phase.
  case done
  case undo
  case redo
  /// Fades out and ends the session, which can be resumed later.
  case stop
  /// Makes the current phase longer, or shorter where the duration is negative.
  case extend(by: Duration)
  /// Jumps to a position in the plan.
  case jump(to: Duration)
  /// Jumps to a set, counted from 1, of the innermost group around the current phase.
  case jumpToSet(Int)
  /// Moves within the current phase; past its end to the next one.
  case seek(by: Duration)
  /// Sets the volume in dB relative to the normal level, from -60 to 12, and unmutes.
  case setVolume(Double)
  /// Changes the volume by this many dB, within the same bounds.
  case changeVolume(by: Double)
  /// Mutes or unmutes; `nil` toggles.
  case mute(Bool?)
  /// Passes on a sensor's measurement of a signal.
  case measure(Signal, Int)
  /// Says a text or, without one, where the session is.
  case say(String?)
}

/// The verbs of requests and of `cuebell ctl`; the raw value is the name of a command in JSON.
package enum ControlVerb: String, CaseIterable, Sendable {
  case pause, resume, toggle, next, back, restartPhase, skip, done, undo, redo, stop, extend, jump, seek, volume, mute,
    measure, say
  case status, watch, wait, send, list

  /// The row of a verb in the table of all.
  package struct Row {
    /// The word of `cuebell ctl`; `nil` if it is the name in JSON.
    var word: String?
    var isInJSON = true
    var fields: [String] = []
    /// An example of the arguments as words, and the meaning with them; `nil` if there are none.
    package var help: (example: String, meaning: String)?
    /// The words that may follow.
    package var completions: [String] = []
    var keys: [Character: ControlCommand] = [:]
    /// Reads the request; `nil` if it is none, but work of `ctl`.
    var read: ((JSONRequestReader) throws(ControlError) -> ControlRequest.Kind)?
  }

  /// The left and the right arrow among the keys.
  package static let arrows: (left: Character, right: Character) = ("←", "→")

  /// The row: a verb without one doesn't compile.
  package var row: Row {
    switch self {
    case .pause: plain(.pause)
    case .resume: plain(.resume)
    case .toggle: plain(.toggle, keys: " p")
    case .next: plain(.next, keys: ">\n\r")
    case .back: plain(.back, keys: "<")
    case .restartPhase: plain(.restartPhase, word: "restart", keys: "r")
    case .skip: plain(.skip)
    case .done: plain(.done)
    case .undo: plain(.undo, keys: "u")
    case .redo: plain(.redo, keys: "U")
    case .stop: plain(.stop, keys: "q")
    case .extend:
      Row(
        fields: ["by"], help: ("15s", "make the phase longer; extend -15s: shorter"),
        keys: ["+": .extend(by: .seconds(15)), "-": .extend(by: .seconds(-15))]
      ) { reader throws(ControlError) in .perform(.extend(by: try reader.shift())) }
    case .jump:
      Row(
        fields: ["to", "by"], help: ("3:20", "jump to a time in the plan; jump set 3: to a set"), completions: ["set"]
      ) { reader throws(ControlError) in
        .perform(try reader.isGivenTo(self) ? try reader.place() : .seek(by: try reader.shift()))
      }
    case .seek:
      Row(
        isInJSON: false, fields: ["by"], help: ("+5s", "move forward within the phase; seek -5s: back"),
        keys: [Self.arrows.left: .seek(by: .seconds(-5)), Self.arrows.right: .seek(by: .seconds(5))]
      ) { reader throws(ControlError) in .perform(.seek(by: try reader.shift())) }
    case .volume:
      Row(
        fields: ["to", "by"], help: ("-3", "lower the volume by 3 dB; +3: raise it; =0: set it"),
        keys: ["9": .changeVolume(by: -3), "0": .changeVolume(by: 3)]
      ) { reader throws(ControlError) in
        .perform(try reader.isGivenTo(self) ? .setVolume(try reader.level()) : .changeVolume(by: try reader.change()))
      }
    case .mute:
      Row(
        fields: ["on"], help: ("", "mute or unmute; also: mute on, mute off"), completions: ["on", "off"],
        keys: ["m": .mute(nil)]
      ) { reader throws(ControlError) in .perform(.mute(try reader.isOn())) }
    case .measure:
      Row(
        fields: ["signal", "value"], help: ("heartRate 131", "pass on a sensor's value; also: power, cadence"),
        completions: Signal.allCases.map { $0.rawValue }
      ) { reader throws(ControlError) in .perform(try reader.measurement()) }
    case .say:
      Row(
        fields: ["text"], help: ("[TEXT]", "say where the workout is, or a text"), keys: ["i": .say(nil)]
      ) { reader throws(ControlError) in .perform(.say(try reader.saidText())) }
    case .status:
      Row(
        isInJSON: false, help: ("", "what is playing; with --json, --format or --follow")
      ) { _ in .get(.status) }
    case .watch:
      Row(
        isInJSON: false, fields: ["events"],
        help: ("[EVENT…]", "print events, one JSON object per line, to the end"),
        completions: SessionEvent.names
      ) { reader throws(ControlError) in try reader.events() }
    case .wait:
      Row(
        isInJSON: false, help: ("phase NAME", "wait for a phase; also: wait paused, wait finished"),
        completions: ["phase", "paused", "finished"])
    case .send: Row(isInJSON: false, help: ("", "send the lines of stdin and print the replies"))
    case .list: Row(isInJSON: false, help: ("", "the runs that can be controlled"))
    }
  }

  /// The row of a command without arguments.
  private func plain(_ command: ControlCommand, word: String? = nil, keys: String = "") -> Row {
    Row(
      word: word, fields: command.isFromPhase ? ["in"] : [], keys: Dictionary(lastOf: keys.map { ($0, command) })
    ) { _ in .perform(command) }
  }
}

extension ControlVerb {
  /// The word of `cuebell ctl`.
  package var word: String { row.word ?? rawValue }

  /// The verb of a word of `cuebell ctl`.
  package init?(word: String) {
    guard let verb = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = verb
  }
}

extension ControlCommand {
  /// The action that performs it; commands of the volume set what is heard after them to `volume`, and a measurement is
  /// that of a source.
  package func action(volume: Double, from source: String? = nil) -> Action {
    switch self {
    case .pause: .pause
    case .resume: .resume
    case .toggle: .toggle
    case .next: .next
    case .back: .back
    case .restartPhase: .restartPhase
    case .skip: .skip
    case .done: .done
    case .undo: .undo
    case .redo: .redo
    case .stop: .stop
    case .extend(let amount): .extend(by: amount)
    case .jump(let moment): .jump(to: moment)
    case .jumpToSet(let set): .jumpToSet(set)
    case .seek(let amount): .seek(by: amount)
    case .setVolume, .changeVolume, .mute: .setVolume(volume)
    case .measure(let signal, let value): .measure(signal, value, from: source)
    case .say(let text): .say(text)
    }
  }

  /// Whether it is a move from the phase that its sender sees, and so has another effect in another phase.
  package var isFromPhase: Bool { [.skip, .next, .done, .back, .restartPhase].contains(self) }

  /// The command of a key of a terminal; `nil` for an unassigned one.
  package init?(key: Character) {
    guard let command = ControlVerb.allCases.lazy.compactMap({ $0.row.keys[key] }).first else { return nil }
    self = command
  }
}

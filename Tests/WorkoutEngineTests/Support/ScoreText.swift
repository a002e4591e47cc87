import TestSupport
import WorkoutEngine
import WorkoutModel

/// What the engine does and says, each thing in a few words that leave out nothing a test could depend on.
enum ScoreText {
  /// In seconds, exactly: no digit is rounded away.
  static func seconds(_ duration: Duration) -> String {
    let nanoseconds = abs(duration.wholeNanoseconds)
    var digits = String(String(nanoseconds % 1_000_000_000 + 1_000_000_000).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return "\(duration < .zero ? "-" : "")\(nanoseconds / 1_000_000_000)\(digits.isEmpty ? "" : ".\(digits)")"
  }

  static func playback(_ state: PlaybackState, at instant: Duration) -> String {
    switch state {
    case .fadingIn(let ramp): "fadingIn \(self.ramp(ramp, instant))"
    case .fadingOut(let ramp, to: .paused(let reason)): "fadingOut \(self.ramp(ramp, instant)) to paused(\(reason))"
    case .fadingOut(let ramp, to: .stopped): "fadingOut \(self.ramp(ramp, instant)) to stopped"
    case .fadingOut(let ramp, to: .completed): "fadingOut \(self.ramp(ramp, instant)) to completed"
    case .paused(let reason): "paused(\(reason))"
    case .preparingToPause(let reason): "preparingToPause(\(reason))"
    case .failed(let reason): "failed(\(reason))"
    case .idle, .preparingToPlay, .playing, .completed, .stopped: state.name
    }
  }

  /// How long a fade takes; since when too, where that isn't the instant at which it is reported.
  private static func ramp(_ ramp: PlaybackState.Ramp, _ instant: Duration) -> String {
    seconds(ramp.length) + (ramp.since == instant ? "" : " since \(seconds(ramp.since))")
  }

  static func action(_ action: Action) -> String {
    switch action {
    case .jump(let position): "jump to \(seconds(position))"
    case .jumpToSet(let set): "jump to set \(set)"
    case .seek(let amount): "seek by \(seconds(amount))"
    case .extend(let amount): "extend by \(seconds(amount))"
    case .setVolume(let volume): "setVolume \(volume)"
    case .lifecycle(let lifecycle): "lifecycle \(lifecycle)"
    case .interruptionEnded(let shouldResume): "interruptionEnded(\(shouldResume ? "resume" : "stay"))"
    case .suspended(let gap): "suspended \(seconds(gap))"
    case .speechFailed(let text, let reason): "speechFailed \"\(text)\" (\(reason))"
    case .preparationFailed(let reason): "preparationFailed (\(reason))"
    default: action.name
    }
  }

  static func change(_ change: StateChange) -> String {
    switch change {
    case .playback(let name): "playback \(name)"
    case .phase(let id): "phase \(id.map { "\($0.node)" } ?? "none")"
    case .end(let end): "end \(end.map(seconds) ?? "open")"
    case .volume(let volume): "volume \(volume)"
    case .ambient(let sound): "bed \(sound ?? "none")"
    case .lifecycle(let lifecycle): "now \(lifecycle)"
    case .audible(let isAudible): isAudible ? "audible" : "not audible"
    case .history(let undoable, let redoable): "history \(undoable)/\(redoable)"
    case .position(let position): "position \(seconds(position))"
    }
  }

  static func effect(_ kind: Effect.Kind) -> String {
    switch kind {
    case .playSound(let struck): sound(struck.sound) + (struck.align == .end ? " ending" : "")
    case .speak(let words): "\"\(words.phrase)\"" + (words.align == .end ? " ending" : "")
    case .silence(.everything, let fade): "silence everything \(seconds(fade))"
    case .silence(.words, let fade): "silence speech \(seconds(fade))"
    case .ambient(let command): "bed \(bed(command))"
    case .track(.start(let track, let offset)): "track \(track) from \(seconds(offset))"
    case .track(.pause(let fade)): "track pause \(seconds(fade))"
    case .track(.resume(let fade)): "track resume \(seconds(fade))"
    case .track(.stop(let fade)): "track stop \(seconds(fade))"
    case .metronome(.start(_, let origin, let fade)): "beats from \(seconds(origin)) in \(seconds(fade))"
    case .metronome(.fadeOut(let fade)): "beats out \(seconds(fade))"
    case .metronome(.end): "beats end"
    case .volume(let volume): "volume \(volume)"
    case .session(let command): "session \(command)"
    case .journal: "journal"
    case .notify(let message): "notify \"\(message)\""
    case .finish(let reason): "finish \(reason)"
    }
  }

  private static func bed(_ command: Effect.AmbientCommand) -> String {
    switch command {
    case .start(let bed): "start \(self.bed(bed))"
    case .swap(let bed, let fade): "swap \(bed.map(self.bed) ?? "none") over \(seconds(fade))"
    case .pause(let fade): "pause \(seconds(fade))"
    case .resume(let fade): "resume \(seconds(fade))"
    case .stop(let fade): "stop \(seconds(fade))"
    }
  }

  /// A bed with its own fade; gain and duck only where they aren't the usual ones.
  private static func bed(_ bed: Ambient) -> String {
    let usual = Ambient(sound: bed.sound, fade: bed.fade)
    return "\(bed.sound) \(seconds(bed.fade))" + (bed == usual ? "" : " gain \(bed.gain) duck \(bed.duck)")
  }

  private static func sound(_ sound: CueSound) -> String {
    "[\(sound.name)]" + (sound.strikes == 1 ? "" : " x\(sound.strikes)") + (sound.gain == 0 ? "" : " \(sound.gain) dB")
  }

  /// A fade position to a thousandth, rounded.
  static func level(_ level: Double) -> String { "\((level * 1000).rounded() / 1000)" }

  static func counts(_ counts: SessionCounts) -> String {
    func list(_ counts: [String: Int]) -> String {
      counts.isEmpty ? "none" : counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: " ")
    }
    return "did \(list(counts.actions)) | refused \(list(counts.refusals)) | cues \(list(counts.outcomes))"
  }
}

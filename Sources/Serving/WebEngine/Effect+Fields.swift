import SessionReporting
package import StrictJSON
package import WorkoutEngine
import WorkoutFiles
import WorkoutModel

extension Effect {
  /// What a page has to do, and when.
  var fields: JSONFields {
    var fields: JSONFields = ["due": due.json, "do": name.json]
    switch kind {
    case .playSound(let strike):
      let sound = strike.sound
      fields.add([
        "sound": sound.name.json, "strikes": sound.strikes.json, "spacing": sound.spacing.json,
        "gain": sound.gain.json, "cue": "\(strike.cue)".json, "align": strike.align.rawValue.json,
      ])
    case .speak(let words):
      fields.add(words.phrase.fields)
      fields.add([
        "gain": words.gain.json, "cue": "\(words.cue)".json, "align": words.align.rawValue.json,
      ])
    case .silence(let scope, let fade):
      if case .words(let cues) = scope { fields.add("words", cues.map { "\($0)" }) }
      fields.add("fade", fade)
    case .ambient(let command): fields.add(command.fields)
    case .track(let command): fields.add(command.fields)
    case .metronome(let command): fields.add(command.fields)
    case .volume(let volume): fields.add("to", volume)
    case .session(let command): fields.add("command", command == .activate ? "activate" : "deactivate")
    case .journal: break
    case .notify(let text): fields.add("text", text)
    case .finish(let reason): fields.add("reason", reason.rawValue)
    }
    return fields
  }

  private var name: String {
    switch kind {
    case .playSound: "sound"
    case .speak: "speak"
    case .silence: "silence"
    case .ambient: "ambient"
    case .track: "track"
    case .metronome: "metronome"
    case .volume: "volume"
    case .session: "session"
    case .journal: "journal"
    case .notify: "notify"
    case .finish: "finish"
    }
  }
}

extension Phrase {
  /// The text, its voice if that isn't the workout's, and where it is English in another language.
  package var fields: JSONFields {
    var fields: JSONFields = ["text": text.json]
    fields.add("voice", ifAny: voice.map { $0.fields })
    if !english.isEmpty { fields.add("english", english.map { [$0.lowerBound, $0.upperBound].json }) }
    return fields
  }

  /// The phrase that such fields tell.
  init?(_ value: JSONValue) {
    guard let text = value["text"]?.text else { return nil }
    let ranges = (value["english"]?.list ?? []).compactMap { range -> Range<Int>? in
      guard let ends = range.list?.compactMap({ $0.integer }), ends.count == 2, ends[0] >= 0, ends[0] <= ends[1]
      else { return nil }
      return ends[0]..<ends[1]
    }
    self.init(text, voice: value["voice"].flatMap(Voice.init), english: ranges)
  }
}

extension Voice {
  var fields: JSONFields {
    var fields: JSONFields = ["language": language.json, "rate": rate.json, "pitch": pitch.json]
    fields.add("variant", ifAny: variant)
    return fields
  }

  init?(_ value: JSONValue) {
    guard let language = value["language"]?.text, let rate = value["rate"]?.integer,
      let pitch = value["pitch"]?.integer
    else { return nil }
    self.init(language: language, variant: value["variant"]?.text, rate: rate, pitch: pitch)
  }
}

extension Ambient {
  /// `duck` is a number of dB, or the word for as much as makes words intelligible.
  fileprivate var fields: JSONFields {
    let duck = if case .by(let number) = duck { number.json } else { duck.description.json }
    return ["sound": sound.json, "gain": gain.json, "duck": duck]
  }
}

extension Effect.AmbientCommand {
  fileprivate var fields: JSONFields {
    switch self {
    case .start(let bed): ["command": "start".json, "bed": bed.fields.json, "fade": bed.fade.json]
    case .swap(let bed, let fade): ["command": "swap".json, "bed": bed.map { $0.fields }.json, "fade": fade.json]
    case .pause(let fade): ["command": "pause".json, "fade": fade.json]
    case .resume(let fade): ["command": "resume".json, "fade": fade.json]
    case .stop(let fade): ["command": "stop".json, "fade": fade.json]
    }
  }
}

extension Effect.TrackCommand {
  fileprivate var fields: JSONFields {
    switch self {
    case .start(let track, let offset): ["command": "start".json, "track": track.json, "offset": offset.json]
    case .pause(let fade): ["command": "pause".json, "fade": fade.json]
    case .resume(let fade): ["command": "resume".json, "fade": fade.json]
    case .stop(let fade): ["command": "stop".json, "fade": fade.json]
    }
  }
}

extension Effect.MetronomeCommand {
  /// Beat n, counted from 0, is `nanoseconds` · n / `beats` after `origin`.
  fileprivate var fields: JSONFields {
    switch self {
    case .start(let metronome, let origin, let fade):
      [
        "command": "start".json, "sound": metronome.sound.json, "origin": origin.json,
        "nanoseconds": metronome.period.nanoseconds.json, "beats": metronome.period.beats.json,
        "accent": metronome.accent.json, "gain": (Metronome.level + metronome.gain).json,
        "accentGain": Metronome.accentGain.json, "fade": fade.json,
      ]
    case .fadeOut(let fade): ["command": "fadeOut".json, "fade": fade.json]
    case .end: ["command": "end".json]
    }
  }
}

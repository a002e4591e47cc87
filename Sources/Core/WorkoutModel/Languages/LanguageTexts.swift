import StrictJSON

/// What voices say and what people read in a language.
///
/// A text has places such as `{time}`; a noun has its singular before `~`, unless both forms are the same.
package struct LanguageTexts: Sendable {
  /// The texts of the screen and of the pages by key.
  package let shown: [String: String]
  /// The built-in words by what names have in braces.
  package let words: [String: String]
  private let spoken: [String: String]

  init(_ file: [UInt8]) {
    let object = JSONObject(line: file)
    func texts(_ key: String) -> [String: String] {
      let members = object?[key]?.object?.members ?? []
      return Dictionary(lastOf: members.map { ($0.key, $0.value.text ?? "") })
    }
    (shown, spoken, words) = (texts("shown"), texts("spoken"), texts("words"))
  }

  package subscript(text: SpokenText) -> String { spoken[text.rawValue] ?? "" }

  package subscript(word: BuiltInWord) -> String { words[word.rawValue] ?? "" }

  /// The keys of what is spoken, for a check that none is missing or left over.
  package var spokenKeys: [String] { spoken.keys.sorted() }
}

/// The keys of what voices say.
package enum SpokenText: String, CaseIterable, Sendable {
  /// The start of a group's last set, without and with the group's name, which none of the words needs to agree with.
  case lastSet, lastNamed
  case halfway, setCompleting
  /// The end; the words don't need to agree with the name of the workout.
  case workoutComplete
  /// The word between the number of a set and the number of sets.
  case of
  case hours, minutes, seconds, repetitions
  /// The word before the second of two values, and before the first value of a ramp, which may be empty.
  case to, from
  case percent, watts, zone, beats, revolutions
  /// The words after a percentage.
  case ofMaximumHeartRate, ofThresholdHeartRate, ofThresholdPace
  case heartRateZone, paceZone
  /// The words after a pace.
  case perKilometre, perMile, per100Metres, per500Metres
  case faster, slower
  /// More power, and less.
  case harder, easier
  case noHeartRate, noPower, noCadence
  /// Where a session is, with placeholders: how long the phase still lasts, has lasted, or has been over.
  case whereLeft, whereSince, whereOver
  /// What follows, how long the workout still lasts, the pulse, and that the session is paused.
  case whereNext, whereToGo, wherePulse, wherePaused
}

import ArgumentParser
import WorkoutFiles
import WorkoutModel

/// On the command line a language, a variant behind a `+`, or both: `en-GB+f3`.
extension VoiceChoice: ExpressibleByArgument {
  init?(argument: String) {
    let parts = argument.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let language = parts.first, language.isEmpty || LanguageTag.complaint(about: language) == nil else {
      return nil
    }
    let variant = parts.dropFirst().first
    guard variant.map({ VoiceVariant.complaint(about: $0) == nil }) ?? !language.isEmpty else { return nil }
    self.language = language.isEmpty ? nil : language
    self.variant = variant
  }

  static let help = ArgumentHelp(
    "The voice, whatever the workout says: a language, a variant behind a +, or both; see: cuebell voices",
    valueName: "en-GB+f3")

  var defaultValueDescription: String { (language ?? "") + (variant.map { "+\($0)" } ?? "") }
}

extension VoiceChoice {
  /// The parts that are chosen, in the place of those of `voice`; `isFree` says whether a part may be replaced.
  func replacing(_ voice: Voice, where isFree: (_ key: String) -> Bool = { _ in true }) -> Voice {
    var voice = voice
    if let language, isFree("language") { voice.language = language }
    if let variant, isFree("variant") { voice.variant = variant }
    if let rate, isFree("rate") { voice.rate = rate }
    if let pitch, isFree("pitch") { voice.pitch = pitch }
    return voice
  }
}

/// Who chooses the voice of a workout besides the workout itself.
struct VoicePreference {
  /// What the command line chooses, whatever the workout says.
  var chosen: VoiceChoice?
  /// What the user's settings choose where the workout says nothing.
  var standard = VoiceChoice()

  /// The voice of a workout file.
  func voice(of document: WorkoutDocument) -> Voice {
    let path = FieldPath.root.key("voice")
    let voice = standard.replacing(document.workout.voice) { !document.has(path.key($0)) }
    return chosen?.replacing(voice) ?? voice
  }
}

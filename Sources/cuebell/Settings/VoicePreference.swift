public import ArgumentParser
import WorkoutFiles
public import WorkoutModel

/// On the command line a language, a variant after a `+`, or both: `en-GB+f3`.
extension VoiceChange: ExpressibleByArgument {
  /// Parses a choice on the command line; `nil` for anything else.
  public init?(argument: String) {
    let parts = argument.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let language = parts.first, language.isEmpty || LanguageTag.complaint(about: language) == nil else {
      return nil
    }
    let variant = parts.dropFirst().first
    guard variant.map({ VoiceVariant.complaint(about: $0) == nil }) ?? !language.isEmpty else { return nil }
    self.init(language: language.isEmpty ? nil : language, variant: variant)
  }

  static let help = ArgumentHelp(
    "The voice, instead of the workout's: a language, a variant after a +, or both; see: cuebell voices",
    valueName: "en-GB+f3")

  /// The choice in the form of the command line.
  public var defaultValueDescription: String { (language ?? "") + (variant.map { "+\($0)" } ?? "") }
}

extension VoiceChange {
  /// Only the changes whose keys meet a condition.
  fileprivate func filtered(_ isFree: (_ key: String) -> Bool) -> VoiceChange {
    VoiceChange(
      language: isFree("language") ? language : nil, variant: isFree("variant") ? variant : nil,
      rate: isFree("rate") ? rate : nil, pitch: isFree("pitch") ? pitch : nil)
  }
}

/// The user's preference for the voice of a workout.
struct VoicePreference {
  /// The choice of the command line, which overrides the workout.
  var chosen: VoiceChange?
  /// The choice of the settings, for values that the workout doesn't set.
  var standard = VoiceChange()
  /// The speech program with its arguments; `nil` for espeak-ng.
  var command: [String]?

  /// The voice of a workout file.
  func voice(of document: WorkoutDocument) -> Voice {
    let path = FieldPath.root.key("voice")
    let voice = standard.filtered { !document.has(path.key($0)) }.applied(to: document.workout.voice)
    return chosen?.applied(to: voice) ?? voice
  }
}

public import ArgumentParser
import CommandSupport
import Speech
import StrictJSON
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

extension VoicePreference: JSONConvertible {
  private static let keys = FieldKeys(
    "a voice", ["language", "variant", "rate", "pitch", "gain", "engine"] + SpeechEngine.keys.names + ["languages"],
    synonyms: ["speed": "rate", "lang": "language", "program": "command"],
    misplaced: ["recordings": "belongs to the \"voice\" of a workout, whose phrases are recorded"])

  init?(_ field: Field, _ absolute: (String) -> String?) {
    self.init()
    if let text = field.value.text {
      if let choice = VoiceChange(argument: text) {
        standard = choice
        return
      }
      field.complain("must be a language such as \"en-GB\" or \"en-GB+f3\", got \(Excerpt.quoted(text))")
      return nil
    }
    guard let fields = FieldReader(field, Self.keys) else { return nil }
    standard.language = fields.optional("language")?.text(LanguageTag.complaint)
    standard.variant = fields.optional("variant")?.text(VoiceVariant.complaint)
    standard.rate = fields.optional("rate")?.integer(in: Limits.voiceRate)
    standard.pitch = fields.optional("pitch")?.integer(in: Limits.voicePitch)
    gain = fields.optional("gain")?.number(in: Limits.gain) ?? 0
    speech.standard = SpeechEngine(fields, engine: fields.optional("engine"), absolute) ?? .espeak
    for entry in fields.optional("languages")?.entries(LanguageTag.complaint) ?? [] {
      guard let fields = FieldReader(entry.field, SpeechEngine.keys) else { continue }
      if let engine = SpeechEngine(fields, engine: nil, absolute) {
        speech.languages[entry.key] = engine
      } else {
        entry.field.complain("needs \"wyoming\" or \"command\"")
      }
    }
  }

  var json: JSONOutput {
    let voice = standard.applied(to: Voice())
    var fields: JSONFields = ["language": voice.language]
    fields.add("variant", ifAny: voice.variant)
    fields.add(["rate": voice.rate, "pitch": voice.pitch, "gain": gain, "engine": speech.standard.kind.rawValue])
    fields.add(speech.standard.fields)
    let languages = speech.languages.sorted { $0.key < $1.key }
    if !languages.isEmpty {
      fields.add("languages", JSONFields(languages.map { (key: $0.key, value: $0.value.fields) }))
    }
    return fields.json
  }
}

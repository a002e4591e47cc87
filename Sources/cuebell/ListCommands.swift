import ArgumentParser
import AudioMixing
import CueAudio
import EspeakSpeech
import SessionReporting
import WorkoutModel

/// `voices`: who can speak.
struct Voices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the voices by language.",
    discussion: """
      Examples:
        cuebell voices
        cuebell voices --json
      """)

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let list: VoiceList
    do throws(SpeechError) { list = try Ensemble.speech().voices() } catch {
      throw Exit.fail(Exit.unavailable, error.explanation)
    }
    if json {
      var object = JSONText()
      let voices = list.voices.map { voice in
        var json = JSONText()
        json.add("name", voice.name)
        json.add("languages", raw: Self.array(voice.languages))
        return json.object
      }
      object.add("voices", raw: "[" + voices.joined(separator: ", ") + "]")
      object.add("variants", raw: Self.array(list.variants))
      try Streams.out(object.object)
      return
    }
    let width = (list.voices.compactMap { $0.languages.first?.count }.max() ?? 0) + 2
    for voice in list.voices {
      let language = voice.languages.first ?? ""
      try Streams.out(language + String(repeating: " ", count: width - language.count) + SafeText.filtered(voice.name))
    }
    try Streams.out("\nVariants (\"variant\" beside \"language\"): \(list.variants.joined(separator: " "))")
  }

  private static func array(_ texts: [String]) -> String {
    "[" + texts.map(JSONText.quoted).joined(separator: ", ") + "]"
  }
}

import ArgumentParser
import AudioMixing
import CueAudio
import EspeakSpeech
import SessionReporting
import WorkoutModel

/// `voices`: who can speak.
struct Voices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the voices by the tags that choose them.",
    discussion: """
      Examples:
        cuebell voices
        cuebell voices --json

      The first column is what "language" names in a workout's "voice"; any variant goes with any of them.
      """)

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let list: VoiceList
    do throws(SpeechError) { list = try PreparedWorkout.speech().voices() } catch {
      throw Exit.fail(Exit.unavailable, error.explanation + (error.remedy.map { " (see: \($0))" } ?? ""))
    }
    if json {
      var object = JSONText()
      let voices = list.voices.map { voice in
        var json = JSONText()
        json.add("language", voice.tag)
        json.add("name", voice.name)
        json.add("languages", raw: Self.array(voice.languages))
        return json.object
      }
      object.add("voices", raw: "[" + voices.joined(separator: ", ") + "]")
      object.add("variants", raw: Self.array(list.variants))
      try Streams.out(object.object)
      return
    }
    let width = (list.voices.map(\.tag.count).max() ?? 0) + 2
    for voice in list.voices {
      let margin = String(repeating: " ", count: width - voice.tag.count)
      try Streams.out(voice.tag + margin + SafeText.filtered(voice.name))
    }
    // Names of variants may hold spaces.
    let variants = list.variants.map(SafeText.filtered).joined(separator: ", ")
    try Streams.out("\nVariants (\"variant\" beside \"language\"): \(variants)")
  }

  private static func array(_ texts: [String]) -> String {
    "[" + texts.map(SafeText.jsonString).joined(separator: ", ") + "]"
  }
}

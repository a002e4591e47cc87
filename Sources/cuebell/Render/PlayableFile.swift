import AudioMixing
import CommandSupport
import CueAudio
import LivePlayback
import PageFiles
import SessionReporting
import SoundFiles
import StrictJSON
import WebEngine
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// A file in which a browser plays a workout as it is played here: its text, the engine of pages, and the sounds and
/// words that its plan can need.
struct PlayableFile {
  let prepared: PreparedWorkout
  let engine: Asset
  let report: (String) -> Void

  /// The number of phrases that are synthesised at a time, which the cache of phrases holds.
  private static let batch = 20

  func write(to path: String) throws {
    let workout = prepared.timeline.workout
    let file = try OutputFile(path)
    let page = PlayablePage(title: workout.name, engine: engine)
    try file.write(page.head)
    var count = 0
    func add(_ clip: WebClip) throws -> Int {
      try file.write(PlayablePage.clip(try clip.encoded()))
      count += 1
      return count - 1
    }
    var sounds: [JSONFields] = []
    for name in workout.cueSoundNames {
      let sound = try Self.loaded { () throws(SoundLoadError) in try prepared.sounds.clip(named: name) }
      let clip = WebClip(Clip(sound))
      sounds.append(["name": name, "clip": try add(clip), "length": FrameClock.duration(of: clip.length)])
    }
    var beds: [JSONFields] = []
    for name in workout.bedNames {
      let source = try Self.loaded { () throws(SoundLoadError) in try prepared.sounds.bed(named: name).source }
      let clip = WebClip(repeating: source)
      beds.append(["name": name, "clip": try add(clip), "length": FrameClock.duration(of: clip.length)])
    }
    for use in workout.soundUses where use.role == .track {
      report("\(use.path): the track \(Excerpt.quoted(use.name)) isn't in the file")
    }
    let phrases = try self.phrases(add)
    let fields: JSONFields = [
      "text": WorkoutWriter.write(workout), "words": ScreenWords(tag: workout.voice.language).fields,
      "sounds": sounds, "beds": beds, "phrases": phrases,
    ]
    try file.write(page.tail(fields))
    try file.commit()
  }

  /// Every phrase that the plan can say, each with the part of its clip that is heard, or why it can't be spoken.
  private func phrases(_ add: (WebClip) throws -> Int) throws -> [JSONFields] {
    let all = prepared.timeline.phrases()
    var list: [JSONFields] = []
    for start in stride(from: 0, to: all.count, by: Self.batch) {
      let part = Array(all[start..<min(start + Self.batch, all.count)])
      prepared.preparePhrases(part)
      for phrase in part {
        var fields = phrase.fields
        if let clip = prepared.phrases.clip(phrase).map({ Clip($0) }) {
          fields.add([
            "clip": try add(WebClip(clip)), "onset": FrameClock.duration(of: clip.onset),
            "length": FrameClock.duration(of: clip.audibleEnd - clip.onset),
          ])
        } else if case .failure(let reason) = prepared.phrases.measure(phrase) {
          report("“\(phrase.text)” is not spoken: \(reason)")
          fields.add("failure", reason)
        } else {
          fields.add("length", Duration.zero)
        }
        list.append(fields)
      }
    }
    return list
  }

  private static func loaded<Sound>(_ load: () throws(SoundLoadError) -> Sound) throws -> Sound {
    do throws(SoundLoadError) { return try load() } catch { throw Exit.fail(.badInput, error.explanation) }
  }
}

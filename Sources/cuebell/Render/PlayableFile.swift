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
  /// The length of a bed that is repeated, and of the fade from its end to its start, in frames.
  private static let (bedLength, seam) = (20 * Bus.sampleRate, 2 * Bus.sampleRate)

  func write(to path: String) throws {
    let workout = prepared.timeline.workout
    let file = try OutputFile(path)
    let page = PlayablePage(title: workout.name, engine: engine)
    try file.write(page.head)
    var count = 0
    func add(_ clip: Clip) throws -> Int {
      try file.write(PlayablePage.clip(try encoded(clip)))
      count += 1
      return count - 1
    }
    var sounds: [JSONFields] = []
    for name in workout.cueSoundNames {
      let clip = try Self.loaded { () throws(SoundLoadError) in Clip(try prepared.sounds.clip(named: name)) }
      sounds.append(["name": name, "clip": try add(clip), "length": FrameClock.duration(of: clip.audibleEnd)])
    }
    var beds: [String: JSONFields] = [:]
    for use in workout.soundUses where use.role == .bed && beds[use.name] == nil {
      let clip = try add(try bed(named: use.name))
      beds[use.name] = ["name": use.name, "clip": clip, "length": FrameClock.duration(of: Self.bedLength)]
    }
    for use in workout.soundUses where use.role == .track {
      report("\(use.path): the track \(Excerpt.quoted(use.name)) isn't in the file")
    }
    let phrases = try self.phrases(add)
    let fields: JSONFields = [
      "text": WorkoutWriter.write(workout), "words": ScreenWords(tag: workout.voice.language).fields,
      "sounds": sounds, "beds": beds.sorted { $0.key < $1.key }.map(\.value), "phrases": phrases,
    ]
    try file.write(page.tail(fields))
    try file.commit()
  }

  /// Every phrase that the plan can say, each with the part of its clip that is heard, or why it can't be spoken.
  private func phrases(_ add: (Clip) throws -> Int) throws -> [JSONFields] {
    let all = prepared.timeline.phrases()
    var list: [JSONFields] = []
    for start in stride(from: 0, to: all.count, by: Self.batch) {
      let part = Array(all[start..<min(start + Self.batch, all.count)])
      prepared.preparePhrases(part)
      for phrase in part {
        var fields = phrase.fields
        if let clip = prepared.phrases.clip(phrase).map({ Clip($0) }) {
          fields.add([
            "clip": try add(clip), "onset": FrameClock.duration(of: clip.onset),
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

  private func encoded(_ clip: Clip) throws -> [UInt8] {
    var sink = try RenderSink(inMemory: .opus, progress: nil)
    return try Exit.ifUnwritable { () throws(SinkError) in
      try sink.write(left: clip.left.span, right: clip.right.span)
      return try sink.encoded()
    }
  }

  /// The start of a bed, whose end fades into it.
  private func bed(named name: String) throws -> Clip {
    let source = try Self.loaded { () throws(SoundLoadError) in try prepared.sounds.bed(named: name).source }
    var left = [Float](repeating: 0, count: Self.bedLength + Self.seam)
    var right = left
    do {
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      _ = source.read(leftSpan.count, left: &leftSpan, right: &rightSpan)
    }
    for frame in 0..<Self.seam {
      let share = Float(frame) / Float(Self.seam)
      let (rising, falling) = (share.squareRoot(), (1 - share).squareRoot())
      left[frame] = left[frame] * rising + left[Self.bedLength + frame] * falling
      right[frame] = right[frame] * rising + right[Self.bedLength + frame] * falling
    }
    return Clip(left: Array(left.prefix(Self.bedLength)), right: Array(right.prefix(Self.bedLength)))
  }

  private static func loaded<Sound>(_ load: () throws(SoundLoadError) -> Sound) throws -> Sound {
    do throws(SoundLoadError) { return try load() } catch { throw Exit.fail(.badInput, error.explanation) }
  }
}

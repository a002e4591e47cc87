package import CueAudio
import SoundFiles
package import Speech
import StrictJSON
package import WorkoutFiles
package import WorkoutModel

package struct WorkoutSource {
  package let document: WorkoutDocument
  /// The folder to which the file's paths are relative.
  package let folder: String
  package let sounds: SoundLibrary
  /// The workout in the file, with the voice that the user prefers.
  package let workout: Workout
  /// The author's recordings of its phrases; `nil` if there are none, or the user prefers another voice.
  package private(set) var recordings: RecordedPhrases?
  /// The reason why the folder of recordings can't be read.
  private var lackOfRecordings: SoundLoadError?
  package let speech: SpeechChoice

  package init(document: WorkoutDocument, folder: String, voice: VoicePreference) {
    self.document = document
    self.folder = folder
    sounds = SoundLibrary(document.workout, loader: .files(beneath: folder))
    var workout = document.workout
    workout.voice = voice.voice(of: document)
    workout.voiceGain = voice.gain(of: document)
    self.workout = workout
    speech = voice.speech
    do throws(SoundLoadError) {
      let path = voice.chosen == nil ? document.workout.recordings : nil
      recordings = try path.map { (path) throws(SoundLoadError) in
        try RecordedPhrases(in: path, beneath: folder, language: document.workout.voice.language)
      }
    } catch {
      lackOfRecordings = error
    }
  }

  /// A workout from the bytes of the file at `path`, or of stdin for `-`.
  package init(_ bytes: [UInt8], from path: String, voice: VoicePreference = VoicePreference()) throws(WorkoutFileError)
  {
    let folder = InputFile.folder(of: path)
    let document = try WorkoutReader.document(
      bytes, named: InputFile.name(of: path), parts: Self.parts(beneath: folder))
    self.init(document: document, folder: folder, voice: voice)
  }

  /// Reads the file at `path`, stdin for `-`, or a short form; problems go to stderr.
  package static func open(_ path: String, voice: VoicePreference = VoicePreference()) throws -> WorkoutSource {
    let bytes: [UInt8]
    do { bytes = try NamedWorkout.bytes(of: path) } catch let error as WorkoutFileError {
      throw Exit.fail(error)
    }
    do throws(WorkoutFileError) { return try WorkoutSource(bytes, from: path, voice: voice) } catch {
      guard ProgrammeReader.recognizes(bytes) else { throw Exit.fail(error) }
      throw Exit.fail(
        .badInput,
        "\(InputFile.name(of: path)) is a programme. To run its next session: cuebell next \(ShellWord.quoted(path))")
    }
  }

  /// Reads the files below the folder of a workout whose phases it uses.
  package static func parts(beneath folder: String) -> PartReader {
    { (path) throws(PartError) in
      do throws(SoundFileError) {
        return try ConfinedFileOpener.bytes(path, below: folder, atMost: Limits.fileSize)
      } catch {
        throw PartError(error.description)
      }
    }
  }

  /// The settings of the workout's voice that its engine can't follow, in a sentence; `nil` if there are none.
  package var voiceRemark: String? {
    let voice = workout.voice
    guard case .wyoming(let service) = speech.engine(for: voice.language) else { return nil }
    let plain = Voice()
    let given = [
      voice.rate == plain.rate ? nil : "rate", voice.pitch == plain.pitch ? nil : "pitch",
      voice.variant == nil ? nil : "variant",
    ].compactMap(\.self)
    guard !given.isEmpty else { return nil }
    return "The voice of \(service.name) can't change its \(given.joined(separator: " or ")): "
      + "what the workout asks for has no effect."
  }

  /// Whether the author has recorded every phrase in the workout's own voice.
  package func isRecorded(in timeline: Timeline) -> Bool {
    recordings.map { RecordingList(timeline, $0).isComplete } ?? false
  }

  /// The timeline, or the problems that reading the file alone can't detect: missing sounds and, unless they are still
  /// to be recorded, recordings; and invalid lengths.
  package func timeline(
    seed: UInt64 = Timeline.standardSeed, needsRecordings: Bool = true
  ) throws(WorkoutFileError) -> Timeline {
    var problems: [Problem] = []
    var trackLengths: [String: Duration] = [:]
    for use in workout.soundUses {
      do throws(SoundLoadError) {
        switch use.role {
        case .cue: try sounds.checkClip(named: use.name)
        case .bed: try sounds.checkBed(named: use.name)
        case .track: trackLengths[use.name] = try sounds.trackLength(named: use.name)
        }
      } catch {
        problems.append(Problem(use.path, error.explanation))
      }
    }
    if !problems.isEmpty { throw document.error(problems) }
    let timeline: Timeline
    do throws(TimelineError) {
      timeline = try Timeline(unchecked: workout, trackLengths: trackLengths, seed: seed)
    } catch {
      throw document.error(error.problems)
    }
    if needsRecordings, let problem = unreadableRecording(in: timeline) { throw document.error([problem]) }
    return timeline
  }

  /// What has no effect in the workout for a person, in the order of the file.
  package func ineffective(in timeline: Timeline, for body: BodyProfile) -> [LocatedProblem] {
    let all =
      document.unusedBlocks + document.locateEverywhere(timeline.ineffective + timeline.unmet(for: body))
      + document.locate(timeline.unmeasured(for: body)) + document.locate(timeline.uncoached(for: body))
      + document.locate(unusedRecordings(in: timeline))
    return all.sorted { ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column) }
  }

  /// A problem for each recording that no phrase uses, which is often a mistyped name.
  private func unusedRecordings(in timeline: Timeline) -> [Problem] {
    guard let recordings, let folder = workout.recordings else { return [] }
    let path = FieldPath.root.key("voice").key("recordings")
    return RecordingList(timeline, recordings).unused.map { file in
      Problem(
        path,
        "\(folder)/\(SafeText.filtered(file)): no phrase of this workout has this name "
          + "(see: cuebell voices record-list)"
      )
    }
  }

  /// The problem of the first recording that can't be played; files that match no phrase are ignored.
  private func unreadableRecording(in timeline: Timeline) -> Problem? {
    do throws(SoundLoadError) {
      if let lackOfRecordings { throw lackOfRecordings }
      if let recordings { try recordings.check(for: RecordingList(timeline, recordings).rows.map(\.phrase)) }
      return nil
    } catch {
      return Problem(FieldPath.root.key("voice").key("recordings"), error.explanation)
    }
  }
}

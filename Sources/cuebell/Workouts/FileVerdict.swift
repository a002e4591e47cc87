import AudioMixing
import CommandSupport
import CueAudio
import SessionReporting
import Speech
import StrictJSON
import WorkoutFiles
import WorkoutModel

struct FileVerdict {
  let file: String
  var problems: [LocatedProblem] = []
  var text: String
  private var notes: [String] = []
  private var missing: MissingVoice?
  private var total: Duration?
  /// The total lengths that draws allow.
  private var range: ClosedRange<Duration>?
  private var ineffective: [LocatedProblem] = []
  /// The texts that aren't translated into each language into which some are.
  private var untranslated: [(language: String, texts: [String])] = []

  /// The results for a file, and for a programme also for its workouts.
  static func all(of file: String, _ voices: VoiceTrials) throws -> [FileVerdict] {
    let bytes: [UInt8]
    do { bytes = try NamedWorkout.bytes(of: file) } catch let error as WorkoutFileError {
      return [FileVerdict(error, of: file)]
    }
    return try all(of: file, holding: bytes, voices)
  }

  /// The same for a file whose bytes are known, or still to be written to it.
  static func all(of file: String, holding bytes: [UInt8], _ voices: VoiceTrials) throws -> [FileVerdict] {
    guard ProgrammeReader.recognizes(bytes) else { return [FileVerdict(bytes, from: file, voices)] }
    let programme: ProgrammeSource
    do throws(WorkoutFileError) { programme = try ProgrammeSource(bytes, from: file) } catch {
      return [FileVerdict(error, of: file)]
    }
    var (problems, workouts, seen) = ([LocatedProblem](), [FileVerdict](), Set<String>())
    for number in programme.numbers {
      do throws(LocatedProblem) {
        let (bytes, path) = (try programme.bytes(ofWorkoutIn: number), programme.path(ofWorkoutIn: number))
        if seen.insert(path).inserted { workouts.append(FileVerdict(bytes, from: path, voices)) }
      } catch {
        problems.append(error)
      }
    }
    guard problems.isEmpty else {
      return [FileVerdict(WorkoutFileError(file: programme.document.file, problems: problems), of: file)] + workouts
    }
    let count = Counted.of(programme.numbers.count, "session", "sessions")
    return [FileVerdict(programme.document, of: file, "ok, \(count)")] + workouts
  }

  private init(_ document: ProgrammeDocument, of file: String, _ verdict: String) {
    let programme = document.programme
    self.file = file
    ineffective = document.ineffective
    untranslated = programme.translations.missing(of: programme.texts, voice: Voice().language)
    text = Self.text(document.file, verdict, ineffective.map { $0.warning(in: document.file) }, untranslated, [])
  }

  private init(_ error: WorkoutFileError, of file: String) {
    self.file = file
    text = error.description
    problems = error.problems
  }

  /// The lines of a file without problems.
  private static func text(
    _ file: String, _ verdict: String, _ warnings: [String], _ untranslated: [(language: String, texts: [String])],
    _ notes: [String]
  ) -> String {
    let missing = untranslated.map { language, texts in
      let shown = texts.prefix(Self.mostShown).map { Excerpt.quoted($0) }.joined(separator: ", ")
      let rest = texts.count > Self.mostShown ? " and \(texts.count - Self.mostShown) more" : ""
      return "note: \(SafeText.filtered(language)) lacks \(Counted.of(texts.count, "text", "texts")): \(shown)\(rest)"
    }
    let lines = ["\(SafeText.filtered(file)): \(verdict)"] + warnings + (notes + missing).map { "  \($0)" }
    return lines.joined(separator: "\n")
  }

  /// The number of untranslated texts of a language that are shown; JSON has all.
  private static let mostShown = 5

  private init(_ bytes: [UInt8], from file: String, _ voices: VoiceTrials) {
    self.file = file
    do throws(WorkoutFileError) {
      let source = try WorkoutSource(bytes, from: file, voice: voices.preference)
      let timeline = try source.timeline()
      (total, range) = (timeline.certainTotal, timeline.totalRange)
      missing = voices.missing(for: source, in: timeline)
      // Unspoken words needn't be translated.
      notes = missing == nil ? source.workout.untranslatedLanguage.map { [LanguageNote.text($0)] } ?? [] : []
      ineffective = source.ineffective(in: timeline, for: voices.body)
      let length = PlanLength.text(total, shown: total ?? .zero, range: range)
      let name = source.document.file
      let warnings = (missing.map { [$0.warning] } ?? []) + ineffective.map { $0.warning(in: name) }
      untranslated = source.document.workout.untranslated
      let verdict = "ok, \(length), \(Counted.phases(timeline.phaseCount))"
      text = Self.text(name, verdict, warnings, untranslated, notes)
    } catch {
      problems = error.problems
      text = error.description
    }
  }

  var hasWarnings: Bool { missing != nil || !ineffective.isEmpty }

  var remarks: String? {
    if !problems.isEmpty { return text }
    let lines = text.split(separator: "\n").dropFirst()
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  var json: String { fields.line() }

  var fields: JSONFields {
    let warnings = (missing.map { [$0.problem] } ?? []) + ineffective
    return [
      "file": file, "ok": problems.isEmpty, "total": total, "range": range.map { [$0.lowerBound, $0.upperBound] },
      "problems": problems.map(\.fields), "warnings": warnings.map(\.fields), "notes": notes,
      "untranslated": JSONFields(untranslated.map { (key: $0.language, value: $0.texts) }),
    ]
  }
}

/// Tries each voice once, however many files use it.
final class VoiceTrials {
  private let speech: WorkoutSpeech
  private var failures: [Voice: SpeechError?] = [:]
  /// Whether voices are tried at all, which takes longer than the rest of a check.
  private let triesVoices: Bool
  /// The user's preference for workouts that don't choose their own voice.
  let preference: VoicePreference
  /// The person's numbers.
  let body: BodyProfile

  init(_ settings: Settings, triesVoices: Bool = true) {
    self.triesVoices = triesVoices
    (preference, body) = (settings.voice, settings.body)
    speech = WorkoutSpeech(preference.speech, limit: PhraseMeasurement.programLimit, hasStore: false)
  }

  deinit { speech.close() }

  /// The reason why the words of a workout can't be spoken here.
  func missing(for source: WorkoutSource, in timeline: Timeline) -> MissingVoice? {
    guard triesVoices, source.workout.speaks else { return nil }
    for voice in source.workout.voices where voice != source.workout.voice || !source.isRecorded(in: timeline) {
      let failure = failures[voice] ?? SpeechCache(speech.engines, voice: voice).voiceFailure()
      failures[voice] = .some(failure)
      if let failure { return MissingVoice(source, failure, voice) }
    }
    return nil
  }
}

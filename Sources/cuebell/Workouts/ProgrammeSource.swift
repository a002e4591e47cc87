import ArgumentParser
import CommandSupport
import SessionHistory
import SessionReporting
import SoundFiles
import WorkoutFiles
import WorkoutModel

struct ProgrammeSource {
  let document: ProgrammeDocument
  /// The folder to which the file's paths are relative.
  private let folder: String

  /// A programme from the bytes of the file at `path`, or of stdin for `-`.
  init(_ bytes: [UInt8], from path: String) throws(WorkoutFileError) {
    document = try ProgrammeReader.document(bytes, named: InputFile.name(of: path))
    folder = InputFile.folder(of: path)
  }

  /// Reads the file at `path`, or stdin for `-`; problems go to stderr.
  static func open(_ path: String) throws -> ProgrammeSource {
    let bytes = try InputFile.bytes(of: path)
    do throws(WorkoutFileError) { return try ProgrammeSource(bytes, from: path) } catch {
      let isWorkout = !ProgrammeReader.recognizes(bytes) && (try? WorkoutSource(bytes, from: path)) != nil
      guard isWorkout else { throw Exit.fail(error) }
      throw Exit.fail(
        .badInput, "\(InputFile.name(of: path)) is a workout. To run it: cuebell run \(ShellWord.quoted(path))")
    }
  }

  var programme: Programme { document.programme }
  var numbers: ClosedRange<Int> { 1...programme.sessions.count }

  func path(ofWorkoutIn session: Int) -> String {
    let path = programme.sessions[session - 1].workout
    return folder == "." ? path : folder == "/" ? "/" + path : folder + "/" + path
  }

  /// The bytes of the workout file of a session, or the reason why it can't be read, at the place of its name.
  func bytes(ofWorkoutIn session: Int) throws(LocatedProblem) -> [UInt8] {
    let path = programme.sessions[session - 1].workout
    do {
      let file = try ConfinedFileOpener.open(path, below: folder, of: "programme")
      return try InputFile.bytes(from: file, named: path)
    } catch {
      throw document.problem(ofWorkoutIn: session, (error as? SoundFileError)?.description ?? "\(error)")
    }
  }

  /// The workout of a session; if it can't be read, the command ends.
  func workout(of session: Int, voice: VoicePreference = VoicePreference()) throws -> WorkoutSource {
    let bytes: [UInt8]
    do throws(LocatedProblem) { bytes = try self.bytes(ofWorkoutIn: session) } catch {
      throw Exit.fail(.badInput, error.line(in: document.file))
    }
    return try Exit.ifInvalid(WorkoutSource(bytes, from: path(ofWorkoutIn: session), voice: voice))
  }

  /// All sessions with their names and lengths, each workout read once; the names in a reader's language, if one is
  /// given.
  func list(_ progress: ProgrammeProgress, for reader: Language?) throws -> ProgrammeList {
    var known: [String: Timeline] = [:]
    var translations = programme.translations
    let sessions = try zip(numbers, programme.sessions).map { number, session in
      let timeline = try known[session.workout] ?? self.timeline(of: number)
      if known.updateValue(timeline, forKey: session.workout) == nil {
        let workout = timeline.workout
        translations.merge(workout.translations.of([workout.name])) { $0.merging($1) { own, _ in own } }
      }
      let texts = reader.map { translations.texts(in: $0.rawValue) } ?? [:]
      let name = session.name ?? timeline.workout.name
      return ProgrammeList.Session(
        week: session.week, day: session.day, name: texts[name] ?? name, file: session.workout,
        notes: session.notes, length: timeline.certainTotal, range: timeline.totalRange)
    }
    let texts = reader.map { translations.texts(in: $0.rawValue) } ?? [:]
    return ProgrammeList(texts[programme.name] ?? programme.name, sessions, progress, translations: translations)
  }
}

extension ProgrammeSource {
  /// The progress in the programme; if the history can't be read, the command ends.
  func progress() throws -> ProgrammeProgress {
    guard let store = try HistoryStore.openedIfThere(for: .reading) else {
      return ProgrammeProgress([], count: numbers.count)
    }
    return try orExit(store.progress(of: programme.name, count: numbers.count))
  }

  private func timeline(of session: Int) throws -> Timeline {
    let source = try workout(of: session)
    return try Exit.ifInvalid(source.timeline())
  }
}

/// The session of a programme that a live run plays.
struct ProgrammeStep {
  let session: ProgrammeSession
  let remark: String

  /// Session `number` of a programme, with its workout.
  init(_ number: Int, of programme: Programme, _ workout: Workout) {
    session = ProgrammeSession(programme: programme.name, number: number)
    let step = programme.sessions[number - 1]
    let remark =
      "\(programme.name), session \(number) of \(programme.sessions.count): week \(step.week), day \(step.day), "
      + "\(step.name ?? workout.name)."
    self.remark = step.notes.map { "\(remark) \($0)" } ?? remark
  }
}

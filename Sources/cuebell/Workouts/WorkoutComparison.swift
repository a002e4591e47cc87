import ArgumentParser
import CommandSupport
import Glibc
import HostSystem
import SessionHistory
import WorkoutFiles
import WorkoutModel

/// The current workout of a session to resume, compared with the recorded one.
struct WorkoutComparison {
  let source: WorkoutSource
  /// Whether it differs from the recorded one in more than layout and comments.
  let isChanged: Bool

  private static let shownLines = 12

  /// Reads the session's file again.
  ///
  /// A missing or changed file ends the command with the changes, unless the user resumes `anyway`; the history's copy
  /// replaces a missing file.
  init(_ session: UnfinishedSession, anyway: Bool, voice: VoicePreference) throws {
    let name = SafeText.filtered(session.file ?? "")
    // A workout from stdin can't have changed.
    guard let file = session.file, unsafe access(file, F_OK) == 0 else {
      guard session.file == nil || anyway else {
        throw Exit.fail(
          .noInput,
          "\(name) no longer exists. To continue with the copy in the history: cuebell resume \(session.id) --anyway")
      }
      source = try WorkoutSource.stored(session, voice: voice)
      isChanged = false
      return
    }
    if let problem = RegularFile.problem(at: file) { throw Exit.fail(.noInput, "\(name): \(problem.explanation)") }
    source = try WorkoutSource.open(file, voice: voice)
    // Another version may have written the same workout differently.
    let before = (try? WorkoutSource.read(session)).map { WorkoutWriter.write($0.workout) } ?? session.text
    let text = WorkoutWriter.write(source.document.workout)
    isChanged = text != before
    guard isChanged, !anyway else { return }
    let difference = TextDifference(from: before, to: text).text(atMost: Self.shownLines)
    throw Exit.fail(
      .badInput,
      "\(name) has changed since:\n\(Self.filtered(difference))\n"
        + "To continue at the phase of the same name: cuebell resume \(session.id) --anyway")
  }

  private static func filtered(_ text: String) -> String {
    text.split(separator: "\n").map { "  " + SafeText.filtered(String($0)) }.joined(separator: "\n")
  }
}

extension WorkoutSource {
  fileprivate static func stored(_ session: UnfinishedSession, voice: VoicePreference) throws -> WorkoutSource {
    let document = try Exit.ifInvalid(read(session))
    return WorkoutSource(document: document, folder: InputFile.folder(of: session.file ?? "-"), voice: voice)
  }

  fileprivate static func read(_ session: UnfinishedSession) throws(WorkoutFileError) -> WorkoutDocument {
    try WorkoutReader.document(Array(session.text.utf8), named: "session \(session.id)")
  }
}

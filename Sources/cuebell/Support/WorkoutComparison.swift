import ArgumentParser
import Glibc
import SessionHistory
import SessionReporting
import WorkoutFiles
import WorkoutModel

/// The workout of a session to resume, as it is now, compared with what it was.
struct WorkoutComparison {
  /// The workout with which the session resumes.
  let source: WorkoutSource
  /// Whether that is another workout than it was, in more than its layout and comments.
  let isChanged: Bool

  /// How many changed lines are shown.
  private static let shownLines = 12

  /// Reads the session's file again. One that is gone or has been changed ends the command with what has changed,
  /// unless the user wants to resume `anyway`; the history's copy replaces one that is gone.
  init(_ session: UnfinishedSession, anyway: Bool, voice: VoicePreference) throws {
    guard let file = session.file else {
      // What came from stdin can't have been changed.
      source = try WorkoutSource.stored(session, voice: voice)
      isChanged = false
      return
    }
    let name = SafeText.filtered(file)
    guard unsafe access(file, F_OK) == 0 else {
      guard anyway else {
        throw Exit.fail(
          Exit.noInput, "\(name) is gone. To go on with the history's copy of it: cuebell resume \(session.id) --anyway"
        )
      }
      source = try WorkoutSource.stored(session, voice: voice)
      isChanged = false
      return
    }
    source = try WorkoutSource.open(file, voice: voice)
    // Another version may have written the same workout otherwise.
    let before = (try? WorkoutSource.read(session)).map { WorkoutWriter.write($0.workout) } ?? session.text
    let text = WorkoutWriter.write(source.document.workout)
    isChanged = text != before
    guard isChanged, !anyway else { return }
    let difference = TextDifference(from: before, to: text).text(atMost: Self.shownLines)
    throw Exit.fail(
      Exit.badInput,
      "\(name) has been changed since:\n\(Self.filtered(difference))\n"
        + "To go on at the phase of the same name: cuebell resume \(session.id) --anyway")
  }

  private static func filtered(_ text: String) -> String {
    text.split(separator: "\n").map { "  " + SafeText.filtered(String($0)) }.joined(separator: "\n")
  }
}

extension WorkoutSource {
  /// The copy that the history holds of a session's workout.
  fileprivate static func stored(_ session: UnfinishedSession, voice: VoicePreference) throws -> WorkoutSource {
    do throws(WorkoutFileError) {
      return WorkoutSource(document: try read(session), folder: folder(of: session.file ?? "-"), voice: voice)
    } catch {
      throw Exit.fail(Exit.badInput, error.description)
    }
  }

  fileprivate static func read(_ session: UnfinishedSession) throws(WorkoutFileError) -> WorkoutDocument {
    try WorkoutReader.document(Array(session.text.utf8), named: "session \(session.id)")
  }
}

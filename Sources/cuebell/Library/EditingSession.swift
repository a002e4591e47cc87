import ArgumentParser
import CommandSupport
import FoundationEssentials
import Glibc
import HostSystem
import WorkoutFiles
import WorkoutModel

/// A workout in a text editor, until its text has no problems or the user gives up.
///
/// The editor works on a draft beside the file, which stays when its text could not be saved.
struct EditingSession {
  private let workout: OwnWorkout
  private let word: String
  private let voices: VoiceTrials
  private let editor: TextEditor
  private let draft: String

  init(_ workout: OwnWorkout, word: String, _ voices: VoiceTrials) throws {
    let name = ShellWord.quoted(word)
    guard let editor = TextEditor(ProcessInfo.processInfo.environment) else {
      throw Exit.fail(.usage, "No editor is chosen: set EDITOR, as in EDITOR=nano cuebell edit \(name)")
    }
    (self.workout, self.word, self.voices, self.editor) = (workout, name, voices, editor)
    let stem = workout.path.split(separator: "/").last.map { String($0.prefix(60)) } ?? "workout.json"
    draft = "\(InputFile.folder(of: workout.path))/.\(getpid())-\(stem)"
  }

  func run() throws {
    if workout.isCopy, unsafe access(workout.path, F_OK) != 0 { try save(workout.bytes) }
    if workout.version == nil, unsafe access(workout.path, F_OK) == 0 {
      throw Exit.fail(.cannotWrite, "\(workout.path): there is a file already; to edit it: cuebell edit \(word)")
    }
    var text = try workout.version == nil ? Array(Starter.tabata.text(named: word).utf8) : workout.bytes
    var verdict = try workout.verdict(on: text, voices)
    while true {
      try write(ProblemComments.added(verdict.problems, to: text))
      let failure = editor.edit(draft)
      let edited = ProblemComments.removed(from: try InputFile.bytes(of: draft))
      if let failure { throw ending(failure, keeping: edited == text ? nil : edited) }
      if workout.version != nil, edited == workout.bytes { return try end("\(workout.path): not changed") }
      let isSame = edited == text
      verdict = try workout.verdict(on: edited, voices)
      if verdict.problems.isEmpty {
        try save(edited)
        return try end(verdict.text)
      }
      Streams.err(verdict.text)
      // An editor that changes nothing more would be opened for ever.
      if isSame {
        throw ending("the text still has problems", keeping: edited, to: "save it when it is mended", .badInput)
      }
      text = edited
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    if let problem = OwnPath.makeFolder(folder) { throw Exit.fail(.cannotWrite, problem) }
    guard PrivateFile.replace(draft, with: bytes) else {
      throw Exit.fail(.cannotWrite, "\(draft): cannot write: \(Errno.last)")
    }
  }

  private var folder: String { FullPath.absolute(InputFile.folder(of: workout.path)) }

  private func save(_ bytes: [UInt8]) throws {
    do throws(OwnWorkout.SaveError) { try workout.save(bytes, over: workout.version) } catch {
      switch error {
      case .unwritable(let reason): throw ending(reason, keeping: bytes)
      case .changed:
        throw ending("the file has changed meanwhile, and stays as it is", keeping: bytes, to: "save it all the same")
      }
    }
  }

  private func end(_ text: String) throws {
    unsafe unlink(draft)
    try Streams.out(text)
  }

  /// The end without a saved text, which stays in the draft if there is one.
  private func ending(
    _ reason: String, keeping text: [UInt8]?, to aim: String = "save it", _ status: ExitCode = .cannotWrite
  ) -> ExitCode {
    guard let text, unsafe access(draft, F_OK) == 0, PrivateFile.replace(draft, with: text) else {
      unsafe unlink(draft)
      return Exit.fail(.cannotWrite, "\(workout.path): not saved: \(reason).")
    }
    let again = "cuebell edit \(word) --from \(ShellWord.quoted(draft))"
    return Exit.fail(status, "\(workout.path): not saved: \(reason). Your text is in \(draft); to \(aim): \(again)")
  }
}

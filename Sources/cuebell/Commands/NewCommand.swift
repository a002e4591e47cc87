import ArgumentParser
import CommandSupport
import Glibc
import HostSystem
import WorkoutModel

struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a starter workout.",
    discussion: """
      Examples:
        cuebell new mine --like tabata
        cuebell new legs --like "8x20/10 squats,lunges"

      Writes NAME.json in the current folder; with - as the name, the workout goes to stdout. An existing file is \
      replaced only on a terminal, after confirmation.
      """)

  @Argument(help: "The name of the workout and of its file.")
  var name: String

  @Option(
    help: ArgumentHelp("The kind of workout: \(Starter.kinds); or a short form such as 8x20/10.", valueName: "kind"),
    completion: .list(Starter.allCases.map(\.rawValue)))
  var like: String = Starter.tabata.rawValue

  func validate() throws {
    if let problem = Starter.problem(with: like) { throw ValidationError("--\(problem)") }
  }

  /// Ends the command unless the user confirms on a terminal that the file may be replaced.
  private func askToReplace(_ path: String) throws {
    guard Question.canBeAsked else { throw Exit.fail(.cannotWrite, "\(path): File exists") }
    let answer = Question.answer(to: "\(SafeText.filtered(path)) exists. Overwrite it? [y/N] ")
    guard ["y", "yes"].contains(answer?.lowercased()) else { throw Exit.fail(.cannotWrite, "\(path): not overwritten") }
  }

  func run() throws {
    if name == "-" { return try OutputFile.write(Starter.text(of: "Workout", like: like), to: name) }
    let path = name.hasSuffix(".json") ? name : "\(name).json"
    let title = String((path.split(separator: "/").last ?? "").dropLast(".json".count))
    guard WorkoutFolders.isName(title) else {
      throw Exit.fail(.usage, "A workout needs a name \(WorkoutFolders.nameAdvice).")
    }
    var status = stat()
    let isThere = unsafe lstat(path, &status) == 0
    if isThere { try askToReplace(path) }
    try OutputFile.write(Starter.text(of: title, like: like), to: path, replacing: isThere)
    // A name that begins with a dash would be parsed as an option.
    let word = ShellWord.quoted(path.hasPrefix("-") ? "./\(path)" : path)
    try Streams.out("\(SafeText.filtered(path)): cuebell show \(word); cuebell run \(word)")
  }
}

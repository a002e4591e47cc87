import ArgumentParser
import FoundationEssentials
import Glibc
import SessionReporting
import WorkoutFiles
import WorkoutModel

/// `new`: a file to begin with.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a starter workout.",
    discussion: """
      Examples:
        cuebell new mine --like tabata
        cuebell new evening --like meditation

      The file is NAME.json in this folder; a file that is there already is left alone. With - for a name the workout \
      goes to stdout.
      """)

  private static let kinds = Starter.allCases.map(\.rawValue).joined(separator: ", ")

  @Argument(help: "The workout's name, which is also the file's.")
  var name: String

  @Option(help: "What it is like: \(Self.kinds).", completion: .starters)
  var like: String = Starter.tabata.rawValue

  func validate() throws {
    guard Starter(rawValue: like) != nil else { throw ValidationError("--like: choose among \(Self.kinds).") }
  }

  func run() throws {
    let starter = Starter(rawValue: like) ?? .tabata
    if name == "-" { return try OutputFile.write(WorkoutWriter.write(starter.workout(named: "Workout")), to: name) }
    let path = name.hasSuffix(".json") ? name : "\(name).json"
    let title = String(path.split(separator: "/").last ?? "workout").replacing(".json", with: "")
    let text = WorkoutWriter.write(starter.workout(named: title))
    var status = stat()
    if unsafe lstat(path, &status) == 0 { throw Exit.fail(Exit.cannotWrite, "\(path): File exists") }
    try OutputFile.write(text, to: path, replacing: false)
    // A name that begins with a dash would be taken for an option.
    let word = ShellWord.quoted(path.hasPrefix("-") ? "./\(path)" : path)
    try Streams.out("\(SafeText.filtered(path)): cuebell show \(word); cuebell run \(word)")
  }
}

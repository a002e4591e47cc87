import FoundationEssentials
import Glibc
import TestSupport

/// The folders of one test: a working folder, a home and a runtime folder.
final class TemporaryHome {
  private let base: String
  /// Where the commands are run; empty at first.
  let folder: String
  private let variables: [String]

  /// A home whose commands find `variables`, each as `NAME=value`, in their environment besides what all find; it lies
  /// among the temporary files, or in `place`.
  init(_ variables: [String] = [], in place: String? = nil) throws {
    self.variables = variables
    let place = place ?? FileManager.default.temporaryDirectory.path
    var template = Array("\(place)/cuebell-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw Failure("no temporary folder: error \(errno)") }
    base = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    folder = base + "/work"
    for name in ["work", "home", "runtime"] {
      try FileManager.default.createDirectory(atPath: "\(base)/\(name)", withIntermediateDirectories: false)
    }
  }

  /// A home in which no audio device can be opened, not even the default one of this machine.
  static func withoutSound() throws -> TemporaryHome { try TemporaryHome(["ALSA_CONFIG_PATH=/dev/null"]) }

  deinit { try? FileManager.default.removeItem(atPath: base) }

  /// What the commands find in their environment, and nothing else.
  var environment: [String] {
    let usual = [
      "HOME=\(base)/home", "XDG_RUNTIME_DIR=\(base)/runtime", "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8",
      "TERM=xterm", "CUEBELL=\(Project.command)",
    ]
    func name(_ variable: String) -> Substring { variable.prefix { $0 != "=" } }
    return usual.filter { each in !variables.contains { name($0) == name(each) } } + variables
  }

  /// What lies in the working folder, hidden files too, sorted.
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

  /// The state folder of the commands, unless a variable sets another.
  var state: String {
    let named = variables.last { $0.hasPrefix("XDG_STATE_HOME=") }.map { String($0.dropFirst("XDG_STATE_HOME=".count)) }
    return (named ?? "\(base)/home/.local/state") + "/cuebell"
  }

  /// The speech cache of the commands.
  var phrases: String { "\(base)/home/.cache/cuebell/speech" }

  /// The user's settings and workouts, unless a variable sets another folder; relative to the working folder.
  let config = "../home/.config/cuebell"

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  /// Writes a file, making the folder that its name begins with.
  func write(_ bytes: Data, to name: String) throws {
    if let slash = name.lastIndex(of: "/") {
      try FileManager.default.createDirectory(atPath: path(String(name[..<slash])), withIntermediateDirectories: true)
    }
    let isWritten = FileManager.default.createFile(atPath: path(name), contents: bytes)
    guard isWritten else { throw Failure("can't write \(name)") }
  }

  func delete(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

  func bytes(of name: String) throws -> Data {
    guard let bytes = FileManager.default.contents(atPath: path(name)) else { throw Failure("can't read \(name)") }
    return bytes
  }

  func text(of name: String) throws -> String { String(decoding: try bytes(of: name), as: UTF8.self) }

  /// Waits until a file, which need not be there yet, holds a text.
  func wait(for text: String, in name: String) throws {
    let exists = Timeout.wait { (try? self.text(of: name).contains(text)) == true }
    guard exists else { throw Failure("\(name) has no \(text):\n\((try? self.text(of: name)) ?? "")") }
  }

  /// Starts the command, with nothing on its stdin unless `input` is there.
  func start(_ arguments: String..., input: Child.Input = .nothing) throws -> Child {
    try Child([Project.command] + arguments, in: self, input: input)
  }

  /// Starts a program, a path and its arguments.
  func start(words: [String]) throws -> Child { try Child(words, in: self) }

  /// Runs the command to its end.
  func cuebell(_ arguments: String..., input: Child.Input = .nothing) throws -> ProcessResult {
    try Child([Project.command] + arguments, in: self, input: input).finish()
  }

  /// Runs the command with these arguments to its end.
  func cuebell(_ arguments: [String]) throws -> ProcessResult {
    try Child([Project.command] + arguments, in: self).finish()
  }

  /// Asks a run something; where the machine is busy, the answer may take longer than a user would wait.
  func ctl(_ words: String...) throws -> ProcessResult { try cuebell(["ctl", "--timeout", "60"] + words) }

  /// Has one client send lines to a run: moves of several that follow one another so quickly are refused.
  func send(_ lines: [String], to run: String...) throws -> ProcessResult {
    let lines = lines.map { "'\($0)'" }.joined(separator: " ")
    let run = run.map { "--to \($0)" }.joined()
    return try shell("printf '%s\\n' \(lines) | \"$CUEBELL\" ctl --timeout 60 \(run) send")
  }

  func send(_ lines: String...) throws -> ProcessResult { try send(lines) }

  /// Runs a line of shell, in which `$CUEBELL` is the command.
  func shell(_ line: String) throws -> ProcessResult { try Child(["/bin/sh", "-c", line], in: self).finish() }
}

/// Why a test cannot continue.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

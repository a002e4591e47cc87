import FoundationEssentials
import Glibc
import HostSystem
import Synchronization

/// A program that runs once per phrase, with limited time, memory and output.
struct LimitedProgram {
  /// The longest time for one run, which includes loading a model.
  static let wall = Duration.seconds(20)
  /// Programs that load models map far more memory than they use.
  private static let limits = ChildProcess.Limits(cpuSeconds: 40, memoryBytes: 1 << 33, fileBytes: 16 << 20)
  /// The number of the running program, for the handler of SIGTERM; 0 if none runs.
  private static let running = Atomic<pid_t>(0)

  let path: String
  /// The arguments, beginning with the program's name.
  let arguments: [String]

  /// The program's name in messages.
  var name: String { arguments.first ?? path }

  /// Runs it with `environment` added to that of this process, and returns how it ended; `nil` if it took too long.
  ///
  /// Call it from a single-threaded process, because it forks.
  func run(_ files: ProgramFiles, environment: [String: String]) throws(Errno) -> ChildProcess.Ending? {
    let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var variables = unsafe all.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    Self.running.store(0, ordering: .sequentiallyConsistent)
    // The host ends this process, and what the program has started must end, too.
    signal(SIGTERM) { _ in
      let program = LimitedProgram.running.load(ordering: .sequentiallyConsistent)
      if program > 0 { kill(-program, SIGKILL) }
      _exit(0)
    }
    let child = try ChildProcess(limitedTo: Self.limits) { isLimited in
      for number in [SIGPIPE, SIGTERM] { signal(number, SIG_DFL) }
      for (file, standard) in zip([files.input, files.output, files.errors], 0...) {
        dup2(file.descriptor, Int32(standard))
      }
      if isLimited { unsafe execve(path, &words, &variables) }
      unsafe perror("it doesn't start")
      return 127
    }
    Self.running.store(child.identifier, ordering: .sequentiallyConsistent)
    let hasEnded = child.hasEnded(within: Self.wall)
    // Its children may still be running.
    kill(-child.identifier, SIGKILL)
    Self.running.store(0, ordering: .sequentiallyConsistent)
    let ending = child.wait()
    return hasEnded && ending.signal != SIGXCPU ? ending : nil
  }
}

/// The standard streams of a program.
struct ProgramFiles {
  let input: MemoryFile
  let output: MemoryFile
  let errors: MemoryFile

  init(input text: String) throws(Errno) {
    (input, output, errors) = (try MemoryFile(text), try MemoryFile(), try MemoryFile())
  }

  /// The last line of stderr, at most 200 characters, for messages.
  var lastLineOfErrors: String? {
    let lines = String(decoding: errors.bytes(atMost: 4_096), as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.last { $0.contains { !$0.isWhitespace } }.map { String($0.prefix(200)) }
  }
}

enum ProgramPath {
  /// The path of the program `name`, by the shell's rules; `nil` if there is none.
  static func find(_ name: String) -> String? {
    if name.contains("/") { return isExecutable(name) ? name : nil }
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first(where: isExecutable)
  }

  private static func isExecutable(_ path: String) -> Bool {
    unsafe (try? Stat(path))?.type == .regular && access(path, X_OK) == 0
  }
}

internal import CEspeak
import Glibc
import HostSystem

/// A program that runs once per phrase, with limited time, memory and output.
struct LimitedProgram {
  /// How a run ended.
  enum Outcome: Equatable {
    /// The status that waitpid(2) reports.
    case ended(Int32)
    case timedOut
    /// The error number.
    case notStarted(Int32)
  }

  /// The longest time for one run, which includes loading a model.
  static let wallMilliseconds: Int32 = 20_000
  private static let cpuSeconds: UInt = 40
  /// The limit of the address space; programs that load models map far more than they use.
  private static let memoryBytes: UInt = 1 << 33
  private static let outputBytes: UInt = 16 << 20

  let path: String
  /// The arguments, beginning with the program's name.
  let arguments: [String]

  /// The program's name in messages.
  var name: String { arguments.first ?? path }

  /// Runs it with `environment` added to that of this process, and waits until it ends.
  ///
  /// Call it from a single-threaded process, because it forks.
  func run(_ files: ProgramFiles, environment: [String]) -> Outcome {
    var watched = sigset_t()
    unsafe sigemptyset(&watched)
    unsafe sigaddset(&watched, SIGCHLD)
    // The host ends this process, and what the program has started must end, too.
    unsafe sigaddset(&watched, SIGTERM)
    var former = sigset_t()
    unsafe sigprocmask(SIG_BLOCK, &watched, &former)
    defer { unsafe sigprocmask(SIG_SETMASK, &former, nil) }
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    let variables = unsafe environment.map { unsafe strdup($0) }
    var all = unsafe Self.inherited(without: environment) + variables + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    let parent = getpid()
    let child = cuebell_fork()
    if child == 0 {
      unsafe sigprocmask(SIG_SETMASK, &former, nil)
      signal(SIGPIPE, SIG_DFL)
      // A separate session, so that the children of the program can be killed with it.
      setsid()
      for (file, standard) in zip([files.input, files.output, files.errors], 0...) { dup2(file, Int32(standard)) }
      if cuebell_contain(parent, Self.cpuSeconds, Self.memoryBytes, Self.outputBytes) == 0 {
        unsafe execve(path, &words, &all)
      }
      unsafe perror("it doesn't start")
      _exit(127)
    }
    guard child > 0 else { return .notStarted(errno) }
    return Self.wait(for: child, watched)
  }

  private static func wait(for child: pid_t, _ watched: sigset_t) -> Outcome {
    let clock = SuspendingClock()
    let deadline = clock.now + .milliseconds(Int(wallMilliseconds))
    var watched = watched
    var status: Int32 = 0
    var signal: Int32 = 0
    while true {
      let ended = unsafe waitpid(child, &status, WNOHANG)
      let left = clock.now.duration(to: deadline)
      guard ended == 0, left > .zero, signal != SIGTERM else {
        // Children of the program may still be running.
        kill(-child, SIGKILL)
        if signal == SIGTERM { _exit(0) }
        if ended == child { return status & 0x7F == SIGXCPU ? .timedOut : .ended(status) }
        while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
        return .timedOut
      }
      let (seconds, attoseconds) = left.components
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      signal = unsafe sigtimedwait(&watched, nil, &time)
    }
  }

  /// The environment of this process without the variables in `others`: if a name occurs twice, programs differ in
  /// which value they use.
  private static func inherited(without others: [String]) -> [UnsafeMutablePointer<CChar>?] {
    let names = others.map { $0.prefix { $0 != "=" } + "=" }
    var variables: [UnsafeMutablePointer<CChar>?] = unsafe []
    guard var next = unsafe cuebell_environment() else { return unsafe [] }
    while let variable = unsafe next.pointee {
      let text = unsafe String(cString: variable)
      if !names.contains(where: text.hasPrefix) { unsafe variables.append(variable) }
      unsafe next += 1
    }
    return unsafe variables
  }

  /// Describes an exit status other than 0.
  static func meaning(of status: Int32) -> String {
    let signal = status & 0x7F
    return signal == 0 ? "ended with status \(status >> 8 & 0xFF)" : "was ended by signal \(signal)"
  }
}

/// The standard streams of a program, as files in memory so that neither side blocks on the other.
final class ProgramFiles {
  let input: Int32
  let output: Int32
  let errors: Int32

  /// Creates the files, with `input` to be read; `nil` if the system has no memory, with the reason in `errno`.
  init?(input text: String) {
    (input, output, errors) = (Self.file(), Self.file(), Self.file())
    guard [input, output, errors].allSatisfy({ $0 >= 0 }), OutputWriter.write(text, to: input) == nil else {
      return nil
    }
    lseek(input, 0, SEEK_SET)
  }

  deinit { for file in [input, output, errors] where file >= 0 { close(file) } }

  /// The last line of stderr, at most 200 characters, for messages.
  var lastLineOfErrors: String? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let end = lseek(errors, 0, SEEK_END)
    let count = unsafe pread(errors, &bytes, bytes.count, max(0, end - bytes.count))
    let lines = String(decoding: bytes[..<max(0, count)], as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.last { $0.contains { !$0.isWhitespace } }.map { String($0.prefix(200)) }
  }

  private static func file() -> Int32 { unsafe cuebell_memory_file("speech") }
}

/// Finds programs on the path.
enum ProgramPath {
  /// The path of the program `name`, by the shell's rules; `nil` if there is none.
  static func find(_ name: String) -> String? {
    if name.contains("/") { return isExecutable(name) ? name : nil }
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first(where: isExecutable)
  }

  private static func isExecutable(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return unsafe access(path, X_OK) == 0
  }
}

internal import CEspeak
import Glibc
import HostSystem

/// A program that is started again and again with limited time, memory and output.
struct LimitedProgram {
  /// What became of it.
  enum Outcome: Equatable {
    /// Its status as waitpid(2) gives it.
    case ended(Int32)
    case timedOut
    /// The error number.
    case notStarted(Int32)
  }

  /// The longest time for one run: models are loaded each time.
  static let wallMilliseconds: Int32 = 20_000
  private static let cpuSeconds: UInt = 40
  /// Address space; what loads models maps far more than it uses.
  private static let memoryBytes: UInt = 1 << 33
  private static let outputBytes: UInt = 16 << 20

  let path: String
  /// The first is the name.
  let arguments: [String]

  /// What messages call it.
  var name: String { arguments.first ?? path }

  /// Starts it with `environment` besides that of this process, and waits for its end.
  ///
  /// Call it from a process with one thread: this one is forked.
  func run(_ files: ProgramFiles, environment: [String]) -> Outcome {
    var watched = sigset_t()
    unsafe sigemptyset(&watched)
    unsafe sigaddset(&watched, SIGCHLD)
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
      // A group of its own, so that what it starts ends with it.
      setsid()
      for (file, standard) in zip([files.input, files.output, files.errors], 0...) { dup2(file, Int32(standard)) }
      if cuebell_contain(parent, Self.cpuSeconds, Self.memoryBytes, Self.outputBytes) == 0 {
        unsafe execve(path, &words, &all)
      }
      unsafe perror("it doesn't start")
      _exit(127)
    }
    guard child > 0 else { return .notStarted(errno) }
    return Self.wait(for: child, unsafe watched)
  }

  private static func wait(for child: pid_t, _ watched: sigset_t) -> Outcome {
    let clock = SuspendingClock()
    let deadline = clock.now + .milliseconds(Int(wallMilliseconds))
    var watched = unsafe watched
    var status: Int32 = 0
    while true {
      let ended = unsafe waitpid(child, &status, WNOHANG)
      let left = clock.now.duration(to: deadline)
      guard ended == 0, left > .zero else {
        // What it has started may still be there.
        kill(-child, SIGKILL)
        if ended == child { return status & 0x7F == SIGXCPU ? .timedOut : .ended(status) }
        while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
        return .timedOut
      }
      let (seconds, attoseconds) = left.components
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      _ = unsafe sigtimedwait(&watched, nil, &time)
    }
  }

  /// The environment of this process without the variables that others replace: of two of one name some programs read
  /// the first, some the last.
  private static func inherited(without others: [String]) -> [UnsafeMutablePointer<CChar>?] {
    let names = others.map { $0.prefix { $0 != "=" } + "=" }
    var variables: [UnsafeMutablePointer<CChar>?] = []
    guard var next = unsafe cuebell_environment() else { return [] }
    while let variable = unsafe next.pointee {
      let text = unsafe String(cString: variable)
      if !names.contains(where: text.hasPrefix) { unsafe variables.append(variable) }
      unsafe next += 1
    }
    return unsafe variables
  }

  /// What a status other than 0 says.
  static func meaning(of status: Int32) -> String {
    let signal = status & 0x7F
    return signal == 0 ? "ended with status \(status >> 8 & 0xFF)" : "was ended by signal \(signal)"
  }
}

/// The standard streams of a program: files in memory, so that neither side waits for the other.
final class ProgramFiles {
  let input: Int32
  let output: Int32
  let errors: Int32

  /// Makes them, with `input` to be read; `nil` where the system gives no memory, with the reason in `errno`.
  init?(input text: String) {
    (input, output, errors) = (Self.file(), Self.file(), Self.file())
    guard [input, output, errors].allSatisfy({ $0 >= 0 }), OutputWriter.write(text, to: input) == nil else {
      return nil
    }
    lseek(input, 0, SEEK_SET)
  }

  deinit { for file in [input, output, errors] where file >= 0 { close(file) } }

  /// The last line of what it has said, for people; at most 200 characters of it.
  var lastLineOfErrors: String? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let end = lseek(errors, 0, SEEK_END)
    let count = unsafe pread(errors, &bytes, bytes.count, max(0, end - bytes.count))
    let lines = String(decoding: bytes[..<max(0, count)], as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.last { $0.contains { !$0.isWhitespace } }.map { String($0.prefix(200)) }
  }

  private static func file() -> Int32 { unsafe cuebell_memory_file("speech") }
}

/// Where programs are.
enum ProgramPath {
  /// The path of the program that a name means, as the shell finds it; `nil` where there is none.
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

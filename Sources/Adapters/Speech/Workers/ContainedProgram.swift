import FoundationEssentials
import Glibc
import HostSystem
import Synchronization

/// A program of the user's that a worker has started: its memory, time and files are limited, it inherits only its
/// standard streams, and it ends with the worker. A worker has at most one at a time.
struct ContainedProgram {
  /// Programs that load models map far more memory than they use.
  private static let memoryBytes: UInt = 1 << 33
  /// The number of the running program, for the handler of SIGTERM; 0 if none runs.
  private static let running = Atomic<pid_t>(0)

  private let process: ChildProcess

  /// Starts the program at `path` with `arguments`, the first of which is its name, and with `environment` added to
  /// that of this process; `streams` become its standard streams.
  ///
  /// Call it from a single-threaded process, because it forks.
  init(
    _ path: String, arguments: [String], environment: [String: String] = [:], streams: [Int32], cpuSeconds: UInt,
    fileBytes: UInt
  ) throws(Errno) {
    let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var variables = unsafe all.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer {
      for index in unsafe pointers.indices { unsafe free(pointers[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    Self.running.store(0, ordering: .sequentiallyConsistent)
    // The host ends this process, and what the program has started must end, too.
    signal(SIGTERM) { _ in
      let program = ContainedProgram.running.load(ordering: .sequentiallyConsistent)
      if program > 0 { kill(-program, SIGKILL) }
      _exit(0)
    }
    let limits = ChildProcess.Limits(cpuSeconds: cpuSeconds, memoryBytes: Self.memoryBytes, fileBytes: fileBytes)
    process = try ChildProcess(limitedTo: limits) { isLimited in
      for number in [SIGPIPE, SIGTERM] { signal(number, SIG_DFL) }
      for (stream, standard) in zip(streams, 0...) { dup2(stream, Int32(standard)) }
      if isLimited { unsafe execve(path, &pointers, &variables) }
      unsafe perror("it doesn't start")
      return 127
    }
    Self.running.store(process.identifier, ordering: .sequentiallyConsistent)
  }

  func hasEnded(within span: Duration) -> Bool { process.hasEnded(within: span) }

  /// Kills it and all that it has started; returns how it ended.
  @discardableResult
  func end() -> ChildProcess.Ending {
    kill(-process.identifier, SIGKILL)
    Self.running.store(0, ordering: .sequentiallyConsistent)
    return process.wait()
  }
}

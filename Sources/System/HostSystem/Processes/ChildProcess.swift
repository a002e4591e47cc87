import CSpawn
package import Glibc

/// A child process, which inherits only its three standard streams.
package struct ChildProcess: Sendable {
  /// A standard stream of the process.
  package enum Stream: Sendable {
    /// /dev/null.
    case nothing
    /// A descriptor of this process.
    case descriptor(Int32)
    /// The end of a file, which is created with access for this user only.
    case file(String)
  }

  /// An error in starting a process.
  package struct Failure: Error, Equatable, Sendable {
    /// The error number.
    package let code: Int32

    /// The message for the user.
    package var explanation: String { unsafe String(cString: strerror(code)) }
  }

  /// The process ID.
  package let identifier: pid_t

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: Its path and its arguments.
  ///   - input: Its stdin.
  ///   - output: Its stdout.
  ///   - errors: Its stderr.
  ///   - inSession: Whether it gets its own session, so that no terminal and no signal to this process ends it.
  /// - Throws: `Failure` if the system doesn't start it.
  package init(
    _ words: [String], input: Stream = .nothing, output: Stream, errors: Stream, inSession: Bool = false
  ) throws(Failure) {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe Self.connect(input, STDIN_FILENO, &actions)
    unsafe Self.connect(output, STDOUT_FILENO, &actions)
    unsafe Self.connect(errors, STDERR_FILENO, &actions)
    // Sockets of libraries may not be close-on-exec, and a child that inherits one keeps its port.
    _ = unsafe cuebell_spawn_close_from(&actions, STDERR_FILENO + 1)
    // Blocked and ignored signals would be inherited.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let session = inSession ? cuebell_spawn_setsid : 0
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | session)
    var identifier = pid_t()
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let code = unsafe posix_spawn(&identifier, words[0], &actions, &attributes, &arguments, environ)
    guard code == 0 else { throw Failure(code: code) }
    self.identifier = identifier
  }

  private static func connect(_ stream: Stream, _ number: Int32, _ actions: inout posix_spawn_file_actions_t) {
    switch stream {
    case .nothing: unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    case .descriptor(let descriptor): unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    case .file(let path):
      unsafe posix_spawn_file_actions_addopen(&actions, number, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
  }

  /// Lowers its priority, so that it never holds up sound.
  package func yieldPriority() {
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(identifier), 15)
  }

  /// Sends it a signal.
  package func signal(_ number: Int32) { kill(identifier, number) }

  /// Waits for its end.
  ///
  /// - Returns: Its exit status, or 128 plus the number of the signal that ended it.
  package func wait() -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0 {
      if errno != EINTR { return -1 }
    }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}

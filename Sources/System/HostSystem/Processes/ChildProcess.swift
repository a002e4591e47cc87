import CSpawn
package import Glibc

/// A child process: a program, or a copy of this process with limits.
package struct ChildProcess: Sendable {
  package enum Stream: Sendable {
    /// /dev/null.
    case nothing
    case descriptor(Int32)
    /// The end of a file, which is created with access for this user only.
    case file(String)
  }

  package struct Limits: Sendable {
    /// The processor time in seconds; SIGXCPU ends a process that takes more.
    package var cpuSeconds: UInt
    /// The address space, which includes the libraries that this process has loaded.
    package var memoryBytes: UInt
    package var fileBytes: UInt

    package init(cpuSeconds: UInt, memoryBytes: UInt, fileBytes: UInt) {
      (self.cpuSeconds, self.memoryBytes, self.fileBytes) = (cpuSeconds, memoryBytes, fileBytes)
    }
  }

  package struct Ending: Equatable, Sendable {
    /// The exit status, or 128 plus the number of the signal.
    package let status: Int32
    /// The signal that ended it; 0 if it ended by itself.
    package let signal: Int32
  }

  package let identifier: pid_t

  /// Starts a program, which inherits only its three standard streams; `arguments` begin with its path, or a name to
  /// look up in `PATH`. With a session of its own no terminal and no signal to this process ends it.
  package init(
    _ arguments: [String], input: Stream = .nothing, output: Stream, errors: Stream, inSession: Bool = false
  ) throws(Errno) {
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
    var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    let code = unsafe posix_spawnp(&identifier, arguments[0], &actions, &attributes, &pointers, environ)
    guard code == 0 else { throw Errno(rawValue: code) }
    self.identifier = identifier
  }

  /// Runs `body` in a copy of this process, which must have no other thread that `body` depends on; `body` receives
  /// whether the limits hold, and returns the exit status. The copy ends when this process does. It has a session of
  /// its own, without the terminal: the terminal's signals don't arrive, no crash is printed on it, and what the copy
  /// starts can be killed with it.
  package init(limitedTo limits: Limits, _ body: (_ isLimited: Bool) -> Int32) throws(Errno) {
    let parent = getpid()
    identifier = cuebell_fork()
    guard identifier >= 0 else { throw .last }
    guard identifier == 0 else { return }
    // SIGXCPU must be delivered, although a thread of a pool blocks most signals.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigprocmask(SIG_SETMASK, &none, nil)
    setsid()
    let isLimited = cuebell_contain(parent, limits.cpuSeconds, limits.memoryBytes, limits.fileBytes) == 0
    // Without the exit handlers of the parent.
    _exit(body(isLimited))
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

  /// The processor time that it has used, without that of its own children; zero once it has ended.
  package var processorTime: Duration {
    var clock = clockid_t()
    guard unsafe clock_getcpuclockid(identifier, &clock) == 0 else { return .zero }
    return HostTime.read(clock)
  }

  /// Signals it or, where it has a session of its own, its group: also what it has started.
  package func signal(_ number: Int32, toGroup: Bool = false) { kill(toGroup ? -identifier : identifier, number) }

  /// Waits for its end, for at most `span`, and allocates nothing; returns whether it has ended.
  package func hasEnded(within span: Duration) -> Bool {
    let descriptor = cuebell_process_descriptor(identifier)
    defer { if descriptor >= 0 { close(descriptor) } }
    let deadline = SuspendingClock.now + span
    while true {
      var end = unsafe siginfo_t()
      let code = unsafe waitid(P_PID, id_t(identifier), &end, WEXITED | WNOHANG | WNOWAIT)
      if unsafe code != 0 || end.si_signo == SIGCHLD { return true }
      let left = deadline - .now
      if left <= .zero { return false }
      // A system may have no descriptor for it.
      PollSet.wait(on: descriptor, atMost: descriptor < 0 ? min(left, .milliseconds(5)) : left)
    }
  }

  @discardableResult
  package func wait() -> Ending {
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0 {
      if errno != EINTR { return Ending(status: -1, signal: 0) }
    }
    let signal = status & 0x7F
    return Ending(status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, signal: signal)
  }
}

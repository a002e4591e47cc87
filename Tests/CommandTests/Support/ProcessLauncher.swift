import Glibc

/// Starts processes.
enum ProcessLauncher {
  /// What becomes stdin (nothing to read where it is `nil`), stdout, stderr, and the two descriptors after them.
  struct Streams {
    let input: Int32?
    let out: Int32
    let err: Int32
    var third: Int32?
    var fourth: Int32?
  }

  /// POSIX_SPAWN_SETSID, which the headers define for _GNU_SOURCE only.
  private static let newSession: Int32 = 0x80

  /// Starts `words`, a path and its arguments, with every signal as the system has it at first.
  static func start(
    _ words: [String], _ environment: [String], _ streams: Streams, inNewSession: Bool = false
  ) throws -> pid_t {
    // Copies far from the numbers that they are to have, so that none replaces another.
    let further = [streams.third, streams.fourth].map { $0.map { Descriptor(fcntl($0, F_DUPFD_CLOEXEC, 16)) } }
    return unsafe try start(words, environment, flags: inNewSession ? newSession : 0) { actions in
      if let input = streams.input {
        unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
      } else {
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      }
      unsafe posix_spawn_file_actions_adddup2(&actions, streams.out, STDOUT_FILENO)
      unsafe posix_spawn_file_actions_adddup2(&actions, streams.err, STDERR_FILENO)
      for (number, descriptor) in zip(Int32(3)..., further) {
        if let descriptor { unsafe posix_spawn_file_actions_adddup2(&actions, descriptor.number, number) }
      }
    }
  }

  /// Starts `words` with all streams in the terminal at `path`, which becomes theirs.
  static func start(_ words: [String], _ environment: [String], terminal path: String) throws -> pid_t {
    unsafe try start(words, environment, flags: Self.newSession) { actions in
      // The first terminal that a new session opens is its own.
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDWR, 0)
      unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
      unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    }
  }

  private static func start(
    _ words: [String], _ environment: [String], flags: Int32,
    _ addActions: (inout posix_spawn_file_actions_t) -> Void
  ) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawnattr_init(&attributes)
    unsafe posix_spawn_file_actions_init(&actions)
    defer {
      unsafe posix_spawnattr_destroy(&attributes)
      unsafe posix_spawn_file_actions_destroy(&actions)
    }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let all = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | flags
    unsafe posix_spawnattr_setflags(&attributes, Int16(all))
    unsafe addActions(&actions)

    var identifier: pid_t = 0
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe arguments.indices { unsafe free(arguments[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    let status = unsafe posix_spawn(&identifier, words[0], &actions, &attributes, &arguments, &variables)
    guard status == 0 else { throw Failure("\(words[0]) doesn't start: error \(status)") }
    return identifier
  }
}

import AudioMixing
internal import CEspeak
import Glibc

extension WorkerProcess {
  /// Starts the process with the conversation as its stdin and stdout, nothing on stderr, and signals as they were
  /// when the system started: a blocked or ignored signal would be inherited for good. Only SIGTSTP stays blocked: a
  /// child that Ctrl-Z stopped before it has become the worker would hold up its parent, which waits for that.
  static func spawn(_ executable: String, _ arguments: [String], conversation: Int32) throws(SpeechError) -> pid_t {
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
    unsafe sigaddset(&signals, SIGTSTP)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    // In a process group of its own: keys such as Ctrl-C would reach it before it can ignore them.
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    unsafe posix_spawn_file_actions_adddup2(&actions, conversation, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, conversation, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // Nothing else of the host's, such as a lock on the sound device, may live on in the worker.
    unsafe cuebell_close_from(&actions, STDERR_FILENO + 1)

    var identifier: pid_t = 0
    var words = unsafe ([executable] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    let status = unsafe posix_spawn(
      &identifier, executable, &actions, &attributes, &words, cuebell_environment())
    guard status == 0 else { throw failure("the speech worker \(executable) does not start", status) }
    return identifier
  }

  static func failure(_ what: String, _ code: Int32) -> SpeechError {
    let why = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return .unavailable("\(what): \(why)")
  }
}

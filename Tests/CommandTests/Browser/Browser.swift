import FoundationEssentials
import Glibc
import StrictJSON
import Synchronization
import TestSupport

/// A headless Chromium, driven over its debugging pipe; pages in it share nothing. Its shell is the browser without
/// windows: a page in it takes a fifth of the processor time.
///
/// Every wait has a minute and then fails.
final class Browser: Sendable {
  private struct State: ~Copyable {
    var pipe: BrowserPipe
    var lastNumber = 0
    /// The browser's events of each page, by the page's session.
    var events: [String: [Event]] = [:]
  }

  /// Something that happened in a page.
  struct Event: Sendable {
    let method: String
    let parameters: JSONValue
  }

  private static let path = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  static var isInstalled: Bool { path != nil }

  private static let started: Result<Browser, any Error> = Result {
    atexit { Browser.endShared() }
    return try Browser()
  }

  /// The browser of all tests, which ends with them.
  static var shared: Browser { get throws { try started.get() } }

  let identifier: pid_t
  private let folder: String
  private let state: Mutex<State>

  /// Starts a browser with a profile of its own, which is deleted with it.
  init() throws {
    guard let path = Self.path else { throw Failure("chromium isn't installed") }
    var template = Array("\(FileManager.default.temporaryDirectory.path)/cuebell-browser-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw Failure("no temporary folder: error \(errno)") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let (ours, theirs) = try Descriptor.pair()
    let nothing = Descriptor(unsafe open("/dev/null", O_RDWR | O_CLOEXEC))
    let log = Descriptor(unsafe open("\(folder)/log", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    let streams = ProcessLauncher.Streams(
      input: nil, out: nothing.number, err: log.number, third: theirs.number, fourth: theirs.number)
    identifier = try ProcessLauncher.start(
      [path] + Self.options + ["--user-data-dir=\(folder)", "about:blank"],
      [
        "HOME=\(folder)", "XDG_RUNTIME_DIR=\(folder)", "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8",
        // It has no desktop whose answers it could wait for.
        "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/dev/null", "DBUS_SESSION_BUS_ADDRESS=unix:path=/dev/null",
      ], streams, inNewSession: true)
    state = Mutex(State(pipe: BrowserPipe(dup(ours.number))))
  }

  private static let options = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-extensions", "--disable-sync", "--disable-dev-shm-usage", "--mute-audio",
    "--hide-scrollbars", "--password-store=basic", "--remote-debugging-pipe",
    // Each page is watched as if it were in front.
    "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
    // Letters are as wide as on a screen.
    "--font-render-hinting=none",
  ]

  /// Asks for something, of a page where `session` is there, and waits for the answer.
  @discardableResult
  func call(
    _ method: String, _ parameters: JSONFields = [:], session: String? = nil, within limit: Duration = Timeout.limit
  ) throws -> JSONValue {
    let deadline = ContinuousClock.now + limit
    return try state.withLock { state in
      state.lastNumber += 1
      let number = state.lastNumber
      var message: JSONFields = ["id": number, "method": method, "params": parameters]
      message.add("sessionId", ifAny: session)
      try state.pipe.send(message.line(.compact))
      while let answer = try state.pipe.receive(by: deadline) {
        if answer["id"]?.integer == number {
          guard let result = answer["result"] else {
            throw Failure("\(method): \(answer["error"]?["message"]?.text ?? "no result")")
          }
          return result
        }
        if let method = answer["method"]?.text, let session = answer["sessionId"]?.text, let more = answer["params"] {
          state.events[session, default: []].append(Event(method: method, parameters: more))
        }
      }
      throw Failure("the browser doesn't answer \(method) \(parameters.line().prefix(300))")
    }
  }

  /// What has happened in a page so far.
  func events(of session: String) -> [Event] { state.withLock { $0.events[session] ?? [] } }

  /// Forgets what has happened in a page.
  func forget(_ session: String) { state.withLock { $0.events[session] = [] } }

  private static func endShared() { try? started.get().end() }

  /// Ends the browser with all its processes.
  func end() {
    _ = try? call("Browser.close", within: .seconds(5))
    // Its profile is deleted, so nothing has to be kept.
    kill(-identifier, SIGKILL)
    waitpid(identifier, nil, 0)
    try? FileManager.default.removeItem(atPath: folder)
  }
}

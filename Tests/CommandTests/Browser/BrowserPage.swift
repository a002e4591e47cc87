import FoundationEssentials
import Glibc
import StrictJSON
import TestSupport

/// A page in a context of its own: with cookies, a cache and, where there is one, a proxy of its own.
final class BrowserPage {
  /// How large a page is, in CSS pixels, and how many pixels of the screen each of them has.
  struct Viewport: CustomStringConvertible {
    let width: Int
    let height: Int
    var scale = 1.0
    var isTouched = false

    var description: String { "\(width)x\(height)\(scale == 1 ? "" : "@\(scale)")" }
  }

  private let browser: Browser
  private let context: String
  private let session: String

  /// An empty page, which reaches the network through a SOCKS proxy where `proxy` is its port; `script` runs before
  /// those of each page.
  init(proxy: Int? = nil, script: String? = nil, in browser: Browser? = nil) throws {
    self.browser = try browser ?? Browser.shared
    // Without the rule the proxy would not be asked for this machine.
    let settings: JSONFields =
      proxy.map { ["proxyServer": "socks5://127.0.0.1:\($0)", "proxyBypassList": "<-loopback>"] } ?? [:]
    context = try Self.text(self.browser.call("Target.createBrowserContext", settings), "browserContextId")
    let target = try Self.text(
      self.browser.call(
        "Target.createTarget", ["url": "about:blank", "browserContextId": context, "newWindow": true]),
      "targetId")
    session = try Self.text(
      self.browser.call("Target.attachToTarget", ["targetId": target, "flatten": true]), "sessionId")
    for domain in ["Page", "Runtime", "Network", "Log"] { try call("\(domain).enable") }
    try call("Emulation.setFocusEmulationEnabled", ["enabled": true])
    // As where the browser has a window.
    try self.browser.call(
      "Browser.grantPermissions", ["permissions": ["wakeLockScreen"], "browserContextId": context])
    if let script { try call("Page.addScriptToEvaluateOnNewDocument", ["source": script]) }
  }

  deinit { _ = try? browser.call("Target.disposeBrowserContext", ["browserContextId": context]) }

  @discardableResult
  func call(_ method: String, _ parameters: JSONFields = [:]) throws -> JSONValue {
    try browser.call(method, parameters, session: session)
  }

  /// Opens an address, and waits until the document with its scripts is there.
  func open(_ address: String) throws {
    let answer = try call("Page.navigate", ["url": address])
    if let error = answer["errorText"]?.text { throw Failure("\(address): \(error)") }
    try wait(for: "location.href !== 'about:blank' && document.readyState === 'complete'")
  }

  /// Loads the page again; what was there is gone when this returns.
  func reload() throws {
    try evaluate("window.isLeft = true; location.reload()")
    try wait(for: "!window.isLeft && document.readyState === 'complete'")
  }

  /// The value of an expression, a promise's when it is there.
  @discardableResult
  func evaluate(_ expression: String) throws -> JSONValue? {
    let answer = try call(
      "Runtime.evaluate", ["expression": expression, "returnByValue": true, "awaitPromise": true])
    if let thrown = answer["exceptionDetails"] {
      throw Failure(
        "\(expression.prefix(300)): \(thrown["exception"]?["description"]?.text ?? thrown["text"]?.text ?? "")")
    }
    return answer["result"]?["value"]
  }

  /// Delays the requests to addresses that begin like this one, as a busy server does.
  func delay(_ address: String, by milliseconds: Int) throws {
    try evaluate(
      """
      window.undelayed ??= window.fetch;
      window.fetch = async (path, options) => {
        if (path.startsWith('\(address)')) await new Promise((go) => setTimeout(go, \(milliseconds)));
        return window.undelayed(path, options);
      };
      null
      """)
  }

  func text(_ expression: String) throws -> String { try evaluate("String(\(expression))")?.text ?? "" }

  func bool(_ expression: String) throws -> Bool { try evaluate("Boolean(\(expression))")?.bool ?? false }

  func number(_ expression: String) throws -> Double { try evaluate("Number(\(expression))")?.number ?? .nan }

  /// The value of an expression as a record.
  func record<Record: Decodable>(_ expression: String) throws -> Record {
    let text = try evaluate("(async () => JSON.stringify(await (\(expression))))()")?.text ?? ""
    return try JSONDecoder().decode(Record.self, from: Data(text.utf8))
  }

  /// Waits until a condition holds, and fails with what the page says.
  func wait(for condition: String, within limit: Duration = Timeout.limit) throws {
    let deadline = ContinuousClock.now + limit
    // Each question takes the browser a millisecond.
    var pause: UInt32 = 5_000
    while (try? bool(condition)) != true {
      guard ContinuousClock.now < deadline else { throw Failure("never \(condition) in \(summary)") }
      usleep(pause)
      pause = min(2 * pause, 40_000)
    }
  }

  /// What the page says, for a message.
  var summary: String {
    let script =
      "location.href + ' ' + (document.querySelector('main')?.cloneNode().outerHTML ?? '') + document.body?.innerText"
    return ((try? text(script)) ?? "no page") + "\nerrors: \(errors)\nrequests: \(outcomes.suffix(20))"
  }

  /// The outcomes of requests: the status of each answer, or why there is none.
  private var outcomes: [String] {
    events.compactMap { event in
      let (parameters, response) = (event.parameters, event.parameters["response"])
      return switch event.method {
      case "Network.responseReceived": "\(response?["status"]?.integer ?? 0) \(response?["url"]?.text ?? "")"
      case "Network.loadingFailed": "\(parameters["requestId"]?.text ?? ""): \(parameters["errorText"]?.text ?? "")"
      case "Network.requestWillBeSent":
        "\(parameters["requestId"]?.text ?? "") = \(parameters["request"]?["url"]?.text ?? "")"
      default: nil
      }
    }
  }

  /// What has happened in the page so far.
  private var events: [Browser.Event] {
    // The answer comes after all that happened before.
    _ = try? call("Runtime.evaluate", ["expression": "0"])
    return browser.events(of: session)
  }

  /// The addresses of all requests.
  var requests: [String] {
    events.compactMap { $0.method == "Network.requestWillBeSent" ? $0.parameters["request"]?["url"]?.text : nil }
  }

  /// Exceptions, and what was written to the console as an error; not that the server is away or refuses something.
  var errors: [String] {
    events.compactMap { event in
      let parameters = event.parameters
      switch event.method {
      case "Runtime.exceptionThrown":
        let details = parameters["exceptionDetails"]
        return details?["exception"]?["description"]?.text ?? details?["text"]?.text
      case "Runtime.consoleAPICalled" where parameters["type"]?.text == "error":
        return parameters["args"]?.list?.compactMap { $0["value"]?.text ?? $0["description"]?.text }.joined(
          separator: " ")
      case "Log.entryAdded" where parameters["entry"]?["level"]?.text == "error":
        let entry = parameters["entry"]
        return entry?["source"]?.text == "network" ? nil : entry?["text"]?.text
      default: return nil
      }
    }
  }

  func forgetEvents() { browser.forget(session) }

  private static func text(_ answer: JSONValue, _ key: String) throws -> String {
    guard let text = answer[key]?.text else { throw Failure("the browser gives no \(key)") }
    return text
  }
}

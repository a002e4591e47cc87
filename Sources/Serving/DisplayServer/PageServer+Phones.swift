import Hummingbird

#if Serve
import HostSystem
import LiveRuns
import StrictJSON
import Synchronization

extension PageServer {
  /// Browsers that ask to be let in, and the decisions about them.
  var phones: [Endpoint] {
    [
      Endpoint(.post, "/api/phones", .none, askToBeLetIn),
      Endpoint(.get, "/api/phones", .control) { (_) throws(Refusal) in
        let waiting = self.waitingPhones.withLock { $0.waiting(at: HostTime.now) }
        let phones = waiting.map { ["digits": $0.digits, "left": $0.left.wholeSeconds] as JSONFields }
        return .json(["waiting": phones])
      },
      Endpoint(.post, "/api/phones/{digits}", .control) { (call) throws(Refusal) in
        let body = Body(try Body.object(await call.body(), of: ["letIn"]))
        guard let isAllowed = try body.bool("letIn") else { throw .invalid("\"letIn\" is missing") }
        let isThere = self.waitingPhones.withLock {
          $0.decide(call.name, isAllowed: isAllowed, at: HostTime.now)
        }
        self.announcePhones()
        guard isThere else { throw .unknown("no phone shows these digits now") }
        return .json(["letIn": isAllowed])
      },
    ]
  }

  /// Answers a browser that sends the same secret until it is let in.
  @Sendable private func askToBeLetIn(_ call: Endpoint.Call) async throws(Refusal) -> Response {
    let body = Body(try Body.object(await call.body(), of: ["secret"]))
    guard let secret = try body.text("secret"), AccessTokens.isToken(secret) else {
      throw .invalid("\"secret\" must be 32 hexadecimal digits")
    }
    switch waitingPhones.withLock({ $0.ask(secret, from: call.context.peer, at: HostTime.now) }) {
    case .waiting(let digits, let left, let areNew):
      if areNew {
        announcePhones()
        settings.onAsking(digits)
      }
      return .json(["digits": digits, "left": left.wholeSeconds], status: 202)
    case .letIn: return .json(["access": Access.control.name], access.storage(of: settings.tokens.control))
    case .turnedAway: throw Refusal(403, "refused", "nobody lets this phone in")
    case .full:
      throw Refusal(429, "busy", "too many phones ask already: wait two minutes", fields: ["retry-after": "120"])
    }
  }

  /// Tells all pages how many phones wait; those that may act ask for the digits.
  private func announcePhones() {
    let count = waitingPhones.withLock { $0.waiting(at: HostTime.now).count }
    hub.announce(ServerSentEvent("phones", (["waiting": count] as JSONFields).line(.compact)))
  }
}

extension Duration {
  fileprivate var wholeSeconds: Int { Int(components.seconds) }
}
#endif

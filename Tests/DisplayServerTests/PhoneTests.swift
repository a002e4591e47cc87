#if Serve
import DisplayServer
import StrictJSON
import Testing

/// Phones that ask to be let in, with those who would like to get in instead.
@Suite struct `A phone that asks to be let in` {
  private static let control = TestServer.tokens?.control ?? ""
  private static let view = TestServer.tokens?.view ?? ""
  private let test: TestServer

  init() throws { test = try TestServer() }

  private func secret(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  private func ask(_ number: Int, from peer: String = "192.168.1.20") async throws -> TestReply {
    try await test.send("POST", "/api/phones", body: #"{"secret":"\#(secret(number))"}"#, from: peer)
  }

  private func digits(_ reply: TestReply) -> String { JSONObject(line: reply.text.utf8)?["digits"]?.text ?? "" }

  private func decide(_ digits: String, letIn: Bool = true, token: String? = Self.control) async throws -> TestReply {
    try await test.send("POST", "/api/phones/\(digits)", token: token, body: #"{"letIn":\#(letIn)}"#)
  }

  @Test func `gets digits at once, and the key when somebody who may control has let it in`() async throws {
    let asked = try await ask(1)
    #expect(asked.status == 202 && digits(asked).count == 4 && asked.field("set-cookie") == nil, "\(asked)")
    let list = try await test.send("GET", "/api/phones", token: Self.control)
    #expect(list.text.hasPrefix(#"{"waiting":[{"digits":"\#(digits(asked))","left":1"#), "\(list)")
    // It asks until then, and its digits stay.
    #expect(try await digits(ask(1)) == digits(asked))
    #expect(try await decide(digits(asked)).text == #"{"letIn":true}"#)
    // An answer that is lost comes again.
    for _ in 0..<2 {
      let answer = try await ask(1)
      #expect(answer.status == 200 && answer.text == #"{"access":"control"}"#)
      #expect(answer.field("set-cookie")?.hasPrefix("cuebell-7420=\(Self.control); Max-Age=") == true)
      #expect(answer.field("set-cookie")?.contains("HttpOnly; SameSite=Strict") == true)
    }
    #expect(try await test.send("GET", "/api/phones", token: Self.control).text == #"{"waiting":[]}"#)
  }

  @Test func `isn't let in by its digits, by itself, by a screen that may only look, or twice`() async throws {
    let shown = try await digits(ask(1))
    #expect(try await decide(shown, token: nil).status == 401)
    #expect(try await decide(shown, token: Self.view).status == 403)
    #expect(try await test.send("GET", "/api/phones", token: Self.view).status == 403)
    #expect(try await test.send("POST", "/api/login", body: #"{"token":"\#(shown)"}"#).status == 401)
    for body in ["{}", #"{"secret":"\#(shown)"}"#, #"{"secret":4711}"#, #"{"digits":"\#(shown)"}"#, "[]"] {
      #expect(try await test.send("POST", "/api/phones", body: body).status == 400, "\(body)")
    }
    #expect(try await ask(1).status == 202)
    #expect(try await decide(shown).status == 200)
    #expect(try await decide(shown).status == 404)
  }

  @Test func `that another asks beside gets the key alone`() async throws {
    let (guest, other) = (try await digits(ask(1)), try await digits(ask(2)))
    #expect(guest != other)
    #expect(try await decide(guest).status == 200)
    #expect(try await ask(2).status == 202)
    #expect(try await ask(1).status == 200)
    #expect(try await decide(other, letIn: false).status == 200)
    let refused = try await ask(2)
    #expect(refused.status == 403 && refused.field("set-cookie") == nil, "\(refused)")
  }

  @Test func `keeps no others out by asking often, and gets nothing by ten thousand guesses`() async throws {
    let guest = try await digits(ask(1))
    var statuses: [Int: Int] = [:]
    for number in 2...10_001 {
      let reply = try await ask(number, from: "192.168.1.66")
      statuses[reply.status, default: 0] += 1
      #expect(reply.field("set-cookie") == nil)
    }
    #expect(statuses == [202: 4, 429: 9_996])
    #expect(try await ask(1).status == 202)
    #expect(try await digits(ask(20_000, from: "192.168.1.21")) != guest)
    // The digits as a token, or as a decision, are as worthless.
    for guess in 0..<10_000 where guess % 97 == 0 {
      let four = String(String(10_000 + guess).dropFirst())
      let logIn = try await test.send("POST", "/api/login", body: #"{"token":"\#(four)"}"#, from: "192.168.1.66")
      #expect([401, 429].contains(logIn.status))
      let decision = try await test.send(
        "POST", "/api/phones/\(four)", body: #"{"letIn":true}"#, from: "192.168.1.66")
      #expect(decision.status == 401)
    }
    #expect(try await ask(1).status == 202)
  }
}

/// The digits on a clock that the test keeps.
@Suite struct `The digits of a phone` {
  private let one = PeerAddress("10.0.0.1")

  private func digits(_ answer: WaitingPhones.Answer) -> String {
    if case .waiting(let digits, _, _) = answer { digits } else { "" }
  }

  private func decide(_ phones: inout WaitingPhones, _ digits: String, at now: Duration) -> Bool {
    phones.decide(digits, isAllowed: true, at: now)
  }

  @Test func `live two minutes, and are worth nothing later`() {
    var phones = WaitingPhones()
    let shown = digits(phones.ask("a", from: one, at: .zero))
    #expect(phones.ask("a", from: one, at: .seconds(119)) == .waiting(digits: shown, left: .seconds(1)))
    #expect(phones.waiting(at: .seconds(120)).isEmpty)
    #expect(!decide(&phones, shown, at: .seconds(120)))
    #expect(!decide(&phones, shown, at: .seconds(86_400)))
    // Who asks again is another phone.
    let again = phones.ask("a", from: one, at: .seconds(121))
    #expect(again == .waiting(digits: digits(again), left: .seconds(120), areNew: true))
  }

  @Test func `give a phone that is let in at the last moment time to learn it, and then nothing`() {
    var phones = WaitingPhones()
    let shown = digits(phones.ask("a", from: one, at: .zero))
    #expect(decide(&phones, shown, at: .milliseconds(119_900)))
    #expect(phones.ask("a", from: one, at: .seconds(125)) == .letIn)
    #expect(digits(phones.ask("a", from: one, at: .seconds(150))).count == 4)
  }

  @Test func `are gone after the fifth wrong ones`() {
    var phones = WaitingPhones()
    let shown = digits(phones.ask("a", from: one, at: .zero))
    let wrong = (0..<10_000).lazy.map { String(String(10_000 + $0).dropFirst()) }.filter { $0 != shown }
    for guess in wrong.prefix(4) { #expect(!decide(&phones, guess, at: .seconds(1))) }
    #expect(phones.waiting(at: .seconds(1)).map(\.digits) == [shown])
    for guess in wrong.prefix(1) { #expect(!decide(&phones, guess, at: .seconds(1))) }
    #expect(phones.waiting(at: .seconds(1)).isEmpty)
    #expect(!decide(&phones, shown, at: .seconds(1)))
  }

  @Test func `differ among sixteen phones, and there are no more`() {
    var phones = WaitingPhones()
    let all = (0..<16).map { digits(phones.ask("\($0)", from: PeerAddress("10.0.1.\($0)"), at: .zero)) }
    #expect(Set(all).count == 16 && all.allSatisfy { $0.count == 4 })
    #expect(phones.ask("more", from: one, at: .zero) == .full)
    #expect(digits(phones.ask("more", from: one, at: .seconds(120))).count == 4)
  }
}
#endif

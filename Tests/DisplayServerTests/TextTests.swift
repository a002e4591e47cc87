#if Serve
import DisplayServer
import TestSupport
import Testing

/// Texts that are sent without sockets, to a command that always fails: what is refused before it, and after it.
@Suite struct `A text of a workout` {
  private static let control = TestServer.tokens?.control ?? ""

  @Test func `needs its version before anything is read or started`() async throws {
    let test = try TestServer(command: "/nowhere")
    let page = ["origin": "http://gym.local:7420", "content-type": "application/json"]
    for (field, value, status) in [
      ("x", "y", 428), ("if-match", "*", 428), ("if-none-match", "\"1\"", 428), ("if-match", "1", 400),
      ("if-match", "\"1", 400), ("if-match", "W/\"1\"", 400), ("if-match", "\"1\", \"2\"", 400),
      ("if-match", "\"-\"", 400),
    ] {
      let reply = try await test.send(
        "PUT", "/api/workouts/w/text", token: Self.control, fields: page.merging([field: value]) { $1 })
      #expect(reply.status == status, "\(field): \(value) \(reply)")
    }
  }

  @Test func `is answered two thousand times whatever it is, and starts nothing that harms`() async throws {
    let test = try TestServer()
    var random = SplitMix64(seed: SplitMix64.seed(7))
    func pick(_ choices: [String]) -> String { choices[random.below(choices.count)] }
    for number in 0..<2_000 {
      let match = pick(["", "*", "1", "\"\"", "\"1", "\"../x\"", "W/\"1\"", "\"a\", \"b\"", "\"--new\"", "\u{1}"])
      // Each twentieth reaches the command.
      let right = number % 20 == 0 ? "\"1a\"" : match
      var fields = ["origin": "http://gym.local:7420", "content-type": "application/json"]
      fields[pick(["if-match", "if-match", "if-none-match"])] = right
      if random.below(10) == 0 { fields["content-type"] = pick(["text/plain", "", "application/json;", "a/b"]) }
      let length = random.below(20) == 0 ? 1 << 20 + 1 : random.below(200)
      let body = String(repeating: pick(["{", "[", "\"", "\u{0}", "é", "//", "/*"]), count: length)
      let id = pick(["w", "..", ".", "%2e%2e%2f", "%00", "%", "%zz", "a%2fb", "-", "--help", " ", "%F0%9F%92%A9"])
      let reply = try await test.send(
        "PUT", "/api/workouts/\(id)/text", token: Self.control,
        body: length > 1 << 20 ? String(body.prefix(1 << 20 + 1)) : body,
        fields: fields)
      #expect([400, 404, 413, 415, 428, 500].contains(reply.status), "\(id) \(right): \(reply)")
    }
  }
}
#endif

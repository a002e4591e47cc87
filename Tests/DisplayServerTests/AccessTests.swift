#if Serve
import DisplayServer
import HTTPTypes
import Testing

/// Who may ask for what: no sockets, the list of all that can be asked for is the router's own.
@Suite struct `The server of the pages` {
  private static let view = TestServer.tokens?.view ?? ""
  private static let control = TestServer.tokens?.control ?? ""
  private let all: [Endpoint]
  private var closed: [Endpoint] { all.filter { $0.access > .none } }

  init() throws { all = try TestServer().server.endpoints }

  @Test func `has nothing that a token opens unless it says so`() {
    let open = all.filter { $0.access == .none }.map { "\($0.method) \($0.path)" }
    #expect(
      open == [
        "GET /", "GET /wall", "GET /wall/{run}", "GET /remote", "GET /remote/{run}", "GET /history", "GET /edit",
        "GET /edit/{workout}", "GET /workouts/{workout}", "GET /programmes/{programme}", "GET /open",
        "GET /assets/{file}", "GET /api/health", "GET /api/words/{language}",
        "GET /api/sounds/{sound}", "GET /api/time", "POST /api/login",
        "POST /api/logout", "POST /api/phones", "GET /feed/{programme}", "GET /feed/{programme}/{file}",
      ])
    #expect(closed.count == 33)
    let asking = ["/api/login", "/api/logout", "/api/phones"]
    #expect(all.allSatisfy { $0.method == .get || $0.access == .control || asking.contains($0.path) })
  }

  @Test func `refuses every closed address without a token, with a wrong one, and with one for less`() async throws {
    for endpoint in closed {
      let test = try TestServer()
      #expect(try await test.send(endpoint.method.rawValue, endpoint.example).status == 401)
      let wrong = try await test.send(
        endpoint.method.rawValue, endpoint.example, token: String(repeating: "0", count: 32))
      #expect(wrong.status == 401 && wrong.field("set-cookie")?.contains("Max-Age=0") == true)
      let looking = try await test.send(endpoint.method.rawValue, endpoint.example, token: Self.view)
      #expect((looking.status == 403) == (endpoint.access == .control))
      let acting = try await test.send(endpoint.method.rawValue, endpoint.example, token: Self.control)
      #expect(![401, 403].contains(acting.status), "\(acting.text)")
    }
  }

  @Test func `lets programs of this machine look, unless it has a name of its own, and act with a token only`()
    async throws
  {
    let (test, behindProxy) = (try TestServer(), try TestServer(trustsLoopback: false))
    for peer in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
      #expect(try await test.send("GET", "/api/runs", from: peer).status == 200)
      #expect(try await test.send("GET", "/api/workouts", from: peer).status == 403)
      #expect(try await behindProxy.send("GET", "/api/runs", from: peer).status == 401)
    }
    #expect(try await test.send("GET", "/api/runs", from: "128.0.0.1").status == 401)
    // An old token takes nothing from who needs none.
    let old = String(repeating: "0", count: 32)
    for _ in 0..<20 {
      #expect(try await test.send("GET", "/api/runs", token: old, from: "127.0.0.1").status == 200)
    }
    #expect(try await test.send("GET", "/api/workouts", token: old, from: "127.0.0.1").status == 403)
    // What a proxy passes on is anybody's.
    for name in ["forwarded", "x-forwarded-for", "via"] {
      let reply = try await test.send("GET", "/api/runs", from: "127.0.0.1", fields: [name: "8.8.8.8"])
      #expect(reply.status == 401, "\(name)")
    }
  }

  @Test(arguments: [
    "evil.example:7420", "evil.example", "gym.local", "gym.local:7421", "localhost", "192.168.1.6:7420",
    "127.0.0.2:7420",
    "", "wall.example:80", "p.example", "p.example:7420", "gym.local:7420.evil.example", "gym.local:7420@evil.example",
  ])
  func `is called by its own names only`(host: String) async throws {
    let test = try TestServer()
    for endpoint in all {
      let reply = try await test.send(
        endpoint.method.rawValue, endpoint.example, token: Self.control, from: "127.0.0.1", host: host,
        fields: ["content-type": "application/json"])
      #expect(reply.status == 421, "\(endpoint.path)")
    }
  }

  @Test(arguments: [
    "gym:7420", "gym.local:7420", "GYM.local:7420", "localhost:7420", "127.0.0.1:7420", "[::1]:7420",
    "192.168.1.5:7420", "wall.example", "wall.example:7420", "p.example:9",
  ])
  func `is called by each of its names`(host: String) async throws {
    let reply = try await TestServer().send("GET", "/api/time", host: host, fields: [:])
    #expect(reply.status == 200)
  }

  @Test func `takes no request with two hosts or with none`() async throws {
    let (test, host) = (try TestServer(), "gym.local:7420")
    #expect(try await test.send("GET", "/api/time", host: host, fields: ["host": host]).status == 421)
    #expect(try await test.send("GET", "/api/time", host: nil).status == 421)
  }

  @Test(arguments: [
    "http://evil.example", "null", "http://gym.local", "http://gym.local:7421", "ftp://gym.local:7420",
    "http://gym.local:7420.evil.example", "",
  ])
  func `does nothing for another site`(origin: String) async throws {
    let test = try TestServer()
    for endpoint in all {
      let fields = ["origin": origin, "content-type": "application/json"]
      let reply = try await test.send(
        endpoint.method.rawValue, endpoint.example, token: Self.control, fields: fields)
      #expect(reply.status == 403)
    }
  }

  @Test func `does nothing where a browser says that another site asks`() async throws {
    let test = try TestServer()
    for endpoint in all {
      let fields = ["sec-fetch-site": "cross-site", "authorization": "Bearer \(Self.control)"]
      #expect(try await test.send(endpoint.method.rawValue, endpoint.example, fields: fields).status == 403)
    }
  }

  @Test func `changes nothing by a cookie alone, but takes a program's token without an origin`() async throws {
    let (test, type) = (try TestServer(), "application/json; charset=utf-8")
    for endpoint in all where endpoint.method != .get {
      let cookie = try await test.send(
        endpoint.method.rawValue, endpoint.example, token: Self.control, fields: ["content-type": type])
      #expect(cookie.status == 403)
      let fields = ["content-type": type, "authorization": "bearer \(Self.control)"]
      #expect(try await test.send(endpoint.method.rawValue, endpoint.example, fields: fields).status != 403)
    }
  }

  @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", nil])
  func `takes no form`(type: String?) async throws {
    let test = try TestServer()
    let fields = ["origin": "http://gym.local:7420"]
    for endpoint in all where endpoint.method != .get {
      let all = type.map { fields.merging(["content-type": $0]) { $1 } } ?? fields
      let reply = try await test.send(endpoint.method.rawValue, endpoint.example, token: Self.control, fields: all)
      #expect(reply.status == 415 && reply.field("connection") == "close")
    }
  }

  @Test func `answers HEAD as GET, but without a body`() async throws {
    let test = try TestServer()
    for endpoint in all {
      for token in [Self.control, nil] {
        let got = try await test.send("GET", endpoint.example, token: token, fields: [:])
        let head = try await test.send("HEAD", endpoint.example, token: token, fields: [:])
        #expect(head.status == got.status && head.text.isEmpty, "\(endpoint.path): \(head)")
        let isStream = got.field("content-type") == "text/event-stream"
        for field in head.fields where !(isStream && field.name == .contentLength) {
          #expect(got.fields[field.name] == field.value, "\(endpoint.path): \(field)")
        }
        #expect(head.fields.count == got.fields.count + (isStream ? 1 : 0), "\(endpoint.path)")
      }
    }
    let nowhere = try await test.send("HEAD", "/nowhere", fields: ["accept": "text/html"])
    #expect(nowhere.status == 404 && nowhere.text.isEmpty)
  }

  @Test func `changes nothing by GET, and knows no other methods`() async throws {
    let test = try TestServer()
    for method in ["HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "get"] {
      for endpoint in all
      where !all.contains(where: { $0.path == endpoint.path && $0.methods.map(\.rawValue).contains(method) }) {
        let reply = try await test.send(method, endpoint.example, token: Self.control)
        #expect(reply.status == 405 && reply.field("allow")?.contains(endpoint.method.rawValue) == true)
      }
    }
    #expect(try await test.send("GET", "/api/login").status == 405)
  }

  @Test func `has a policy in each reply that lets a page load nothing from elsewhere`() async throws {
    let test = try TestServer()
    for path in all.map(\.example) + ["/nowhere", "//", "/%00", "/%", "*"] {
      let reply = try await test.send("GET", path, token: Self.control)
      #expect(reply.field("content-security-policy")?.hasPrefix("default-src 'none'") == true)
      #expect(reply.field("x-content-type-options") == "nosniff" && reply.field("cache-control") == "no-store")
      #expect(reply.field("referrer-policy") == "no-referrer" && reply.field("x-frame-options") == "DENY")
      #expect(!reply.fields.contains { $0.name.canonicalName.hasPrefix("access-control-") })
    }
  }

  @Test func `gives a proxy that asks for a login itself everything, by whatever name and in its own frames`()
    async throws
  {
    let test = try TestServer(trustedProxy: "172.30.32.2")
    let fields = ["origin": "http://ha.local:8123", "content-type": "application/json", "x-forwarded-for": "10.0.0.7"]
    func send(_ method: String, _ path: String, from peer: String, host: String = "ha.local:8123") async throws
      -> TestReply
    {
      try await test.send(method, path, from: peer, host: host, fields: fields)
    }
    let reply = try await send("GET", "/api/health", from: "::ffff:172.30.32.2")
    #expect(reply.text.contains(#""access":"control""#) && reply.field("x-frame-options") == "SAMEORIGIN")
    #expect(reply.field("content-security-policy")?.hasSuffix("frame-ancestors 'self'") == true)
    let request = try await send("POST", "/api/runs/none/requests", from: "172.30.32.2")
    #expect(![401, 403, 421].contains(request.status), "\(request.text)")
    // Another site is another site there, too.
    #expect(try await send("POST", "/api/runs/none/requests", from: "172.30.32.2", host: "evil").status == 403)
    #expect(try await send("GET", "/api/health", from: "172.30.32.3").status == 421)
    let other = try await test.send("GET", "/api/runs", from: "172.30.32.3")
    #expect(other.status == 401 && other.field("x-frame-options") == "DENY")
  }

  @Test(arguments: [
    ("/", "./"), ("/wall", "./"), ("/wall/", "./../"), ("/wall/tabata", "./../"), ("/edit/a%2Fb", "./../"),
  ])
  func `links from each page to where it is, below whatever a proxy has put before it`(path: String, up: String)
    async throws
  {
    let page = try await TestServer().send("GET", path)
    #expect(page.text.contains("<a href=\"\(up)wall\">"), "\(page.text)")
    #expect(try await TestServer().send("GET", "/assets/look.css").text == "url(\"a\")")
  }

  @Test func `trades a token for a cookie that scripts and other sites don't have, and forgets it`() async throws {
    let test = try TestServer()
    let reply = try await test.send("POST", "/api/login", body: #"{"token":"\#(Self.view)"}"#)
    #expect(reply.status == 200 && reply.text == #"{"access":"view"}"#)
    let cookie = try #require(reply.field("set-cookie"))
    #expect(cookie == "cuebell-7420=\(Self.view); Max-Age=31536000; HttpOnly; SameSite=Strict")
    #expect(try await test.send("GET", "/api/health", token: Self.view).text.contains(#""access":"view""#))
    #expect(try await test.send("GET", "/api/health").text.contains(#""access":"none""#))
    let out = try await test.send("POST", "/api/logout", token: Self.view)
    #expect(out.status == 200 && out.field("set-cookie")?.contains("Max-Age=0") == true)
    #expect(try await test.send("POST", "/api/login", body: #"{"token":"x"}"#).status == 401)
    #expect(try await test.send("POST", "/api/login", body: "{}").status == 400)
    #expect(try await test.send("POST", "/api/login", body: "[").status == 400)
  }

  @Test func `refuses the wrong tokens of an address for a while that has sent ten, and never a right one`()
    async throws
  {
    let test = try TestServer()
    let guess = #"{"token":"guess"}"#
    for _ in 0..<10 { #expect(try await test.send("POST", "/api/login", body: guess).status == 401) }
    let blocked = try await test.send("POST", "/api/login", body: guess)
    #expect(blocked.status == 429 && blocked.field("retry-after") == "60")
    #expect(try await test.send("GET", "/api/workouts", token: "guess").status == 429)
    #expect(try await test.send("POST", "/api/login", body: guess, from: "192.168.1.10").status == 401)
    // Others may be behind the same address.
    #expect(try await test.send("POST", "/api/login", body: #"{"token":"\#(Self.control)"}"#).status == 200)
    #expect(try await test.send("GET", "/api/runs", token: Self.view).status == 200)
    #expect(try await ![401, 403, 429].contains(test.send("GET", "/api/workouts", token: Self.control).status))
    #expect(try await test.send("GET", "/api/time").status == 200)
    #expect(try await test.send("GET", "/api/runs", token: Self.control, from: "192.168.1.10").status == 200)
  }

  @Test func `shows its pages and nothing else, whatever the path says`() async throws {
    let test = try TestServer()
    #expect(try await test.send("GET", "/").text.hasPrefix("<p>library"))
    #expect(try await test.send("GET", "/wall/tabata?show=digits").text.hasPrefix("<p>wall"))
    for path in ["/assets/wall.html", "/assets/..%2fx", "/assets/../look.css", "/wall/a/b", "/api", "/api/", "/wall/"] {
      #expect(try await test.send("GET", path).status != 200 || path == "/wall/", "\(path)")
    }
  }
}
#endif

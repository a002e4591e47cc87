import DisplayServer
import Testing

/// Who may ask for what: no sockets, the list of all that can be asked for is the router's own.
@Suite struct `The server of the pages` {
  private static let view = TestServer.tokens?.view ?? ""
  private static let control = TestServer.tokens?.control ?? ""
  private static let closed = Endpoint.all.filter { $0.access > .none }

  @Test func `has nothing that a token opens unless it says so`() {
    let open = Endpoint.all.filter { $0.access == .none }.map { "\($0.method) \($0.path)" }
    #expect(
      open == [
        "GET /", "GET /wall", "GET /wall/{run}", "GET /remote", "GET /remote/{run}", "GET /history",
        "GET /assets/{file}", "GET /api/health", "GET /api/time", "POST /api/login", "POST /api/logout",
      ])
    #expect(Self.closed.count == 12)
    #expect(Endpoint.all.allSatisfy { $0.method == "GET" || $0.access == .control || $0.path.hasPrefix("/api/log") })
  }

  @Test(arguments: closed.indices)
  func `refuses every closed address without a token, with a wrong one, and with one for less`(index: Int) async throws
  {
    let (test, endpoint) = (try TestServer(), Self.closed[index])
    #expect(await test.send(endpoint.method, endpoint.example).status == 401)
    let wrong = await test.send(endpoint.method, endpoint.example, token: String(repeating: "0", count: 32))
    #expect(wrong.status == 401 && wrong.field("set-cookie")?.contains("Max-Age=0") == true)
    let looking = await test.send(endpoint.method, endpoint.example, token: Self.view)
    #expect((looking.status == 403) == (endpoint.access == .control))
    let acting = await test.send(endpoint.method, endpoint.example, token: Self.control)
    #expect(![401, 403].contains(acting.status), "\(acting.text)")
  }

  @Test func `lets programs of this machine look, unless it has a name of its own, and act with a token only`()
    async throws
  {
    let (test, behindProxy) = (try TestServer(), try TestServer(trustsLoopback: false))
    for peer in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
      #expect(await test.send("GET", "/api/runs", from: peer).status == 200)
      #expect(await test.send("GET", "/api/workouts", from: peer).status == 403)
      #expect(await behindProxy.send("GET", "/api/runs", from: peer).status == 401)
    }
    #expect(await test.send("GET", "/api/runs", from: "128.0.0.1").status == 401)
    // An old token takes nothing from who needs none.
    let old = String(repeating: "0", count: 32)
    for _ in 0..<20 { #expect(await test.send("GET", "/api/runs", token: old, from: "127.0.0.1").status == 200) }
    #expect(await test.send("GET", "/api/workouts", token: old, from: "127.0.0.1").status == 403)
    // What a proxy passes on is anybody's.
    for name in ["forwarded", "x-forwarded-for", "via"] {
      let fields = [RequestHead.Field("host", "gym.local:7420"), RequestHead.Field(name, "8.8.8.8")]
      #expect(await test.send("GET", "/api/runs", from: "127.0.0.1", fields: fields).status == 401, "\(name)")
    }
  }

  @Test(arguments: [
    "evil.example:7420", "evil.example", "gym.local", "gym.local:7421", "localhost", "192.168.1.6:7420",
    "127.0.0.2:7420",
    "", "wall.example:80", "p.example", "p.example:7420", "gym.local:7420.evil.example", "gym.local:7420@evil.example",
  ])
  func `is called by its own names only`(host: String) async throws {
    let test = try TestServer()
    for endpoint in Endpoint.all {
      let fields = [RequestHead.Field("host", host), RequestHead.Field("content-type", "application/json")]
      let reply = await test.send(
        endpoint.method, endpoint.example, token: Self.control, from: "127.0.0.1", fields: fields)
      #expect(reply.status == 421, "\(endpoint.path)")
    }
  }

  @Test(arguments: [
    "gym:7420", "gym.local:7420", "GYM.local:7420", "localhost:7420", "127.0.0.1:7420", "[::1]:7420",
    "192.168.1.5:7420", "wall.example", "wall.example:7420", "p.example:9",
  ])
  func `is called by each of its names`(host: String) async throws {
    let reply = await try TestServer().send("GET", "/api/time", fields: [RequestHead.Field("host", host)])
    #expect(reply.status == 200)
  }

  @Test func `takes no request with two hosts or with none`() async throws {
    let (test, host) = (try TestServer(), RequestHead.Field("host", "gym.local:7420"))
    #expect(await test.send("GET", "/api/time", fields: [host, host]).status == 421)
    #expect(await test.send("GET", "/api/time", fields: []).status == 421)
  }

  @Test(arguments: [
    "http://evil.example", "null", "http://gym.local", "http://gym.local:7421", "ftp://gym.local:7420",
    "http://gym.local:7420.evil.example", "",
  ])
  func `does nothing for another site`(origin: String) async throws {
    let test = try TestServer()
    for endpoint in Endpoint.all {
      let fields = [
        RequestHead.Field("host", "gym.local:7420"), RequestHead.Field("origin", origin),
        RequestHead.Field("content-type", "application/json"),
      ]
      #expect(await test.send(endpoint.method, endpoint.example, token: Self.control, fields: fields).status == 403)
    }
  }

  @Test func `does nothing where a browser says that another site asks`() async throws {
    let test = try TestServer()
    for endpoint in Endpoint.all {
      let fields = [
        RequestHead.Field("host", "gym.local:7420"), RequestHead.Field("sec-fetch-site", "cross-site"),
        RequestHead.Field("authorization", "Bearer \(Self.control)"),
      ]
      #expect(await test.send(endpoint.method, endpoint.example, fields: fields).status == 403)
    }
  }

  @Test func `changes nothing by a cookie alone, but takes a program's token without an origin`() async throws {
    let (test, host) = (try TestServer(), RequestHead.Field("host", "gym.local:7420"))
    let json = RequestHead.Field("content-type", "application/json; charset=utf-8")
    for endpoint in Endpoint.all where endpoint.method == "POST" {
      #expect(await test.send("POST", endpoint.example, token: Self.control, fields: [host, json]).status == 403)
      let bearer = RequestHead.Field("authorization", "bearer \(Self.control)")
      #expect(await test.send("POST", endpoint.example, fields: [host, json, bearer]).status != 403)
    }
  }

  @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", nil])
  func `takes no form`(type: String?) async throws {
    let test = try TestServer()
    let fields = [RequestHead.Field("host", "gym.local:7420"), RequestHead.Field("origin", "http://gym.local:7420")]
    for endpoint in Endpoint.all where endpoint.method == "POST" {
      let all = fields + (type.map { [RequestHead.Field("content-type", $0)] } ?? [])
      let reply = await test.send("POST", endpoint.example, token: Self.control, fields: all)
      #expect(reply.status == 415 && reply.isLast)
    }
  }

  @Test func `changes nothing by GET, and knows no other methods`() async throws {
    let test = try TestServer()
    for method in ["HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "get"] {
      for endpoint in Endpoint.all {
        let reply = await test.send(method, endpoint.example, token: Self.control)
        #expect(reply.status == 405 && reply.field("allow")?.contains(endpoint.method) == true)
      }
    }
    #expect(await test.send("GET", "/api/login").status == 405)
  }

  @Test func `has a policy in each reply that lets a page load nothing from elsewhere`() async throws {
    let test = try TestServer()
    for path in Endpoint.all.map(\.example) + ["/nowhere", "//", "/%00", "/%", "*"] {
      let reply = await test.send("GET", path, token: Self.control)
      #expect(reply.field("content-security-policy")?.hasPrefix("default-src 'none'") == true)
      #expect(reply.field("x-content-type-options") == "nosniff" && reply.field("cache-control") == "no-store")
      #expect(reply.field("referrer-policy") == "no-referrer" && reply.field("x-frame-options") == "DENY")
      #expect(!reply.fields.contains { $0.name.hasPrefix("access-control-") })
    }
  }

  @Test func `trades a token for a cookie that scripts and other sites don't have, and forgets it`() async throws {
    let test = try TestServer()
    let reply = await test.send("POST", "/api/login", body: #"{"token":"\#(Self.view)"}"#)
    #expect(reply.status == 200 && reply.text == #"{"access":"view"}"#)
    let cookie = try #require(reply.field("set-cookie"))
    #expect(cookie == "cuebell-7420=\(Self.view); Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict")
    #expect(await test.send("GET", "/api/health", token: Self.view).text.contains(#""access":"view""#))
    #expect(await test.send("GET", "/api/health").text.contains(#""access":"none""#))
    let out = await test.send("POST", "/api/logout", token: Self.view)
    #expect(out.status == 200 && out.field("set-cookie")?.contains("Max-Age=0") == true)
    #expect(await test.send("POST", "/api/login", body: #"{"token":"x"}"#).status == 401)
    #expect(await test.send("POST", "/api/login", body: "{}").status == 400)
    #expect(await test.send("POST", "/api/login", body: "[").status == 400)
  }

  @Test func `refuses the wrong tokens of an address for a while that has sent ten, and never a right one`()
    async throws
  {
    let test = try TestServer()
    let guess = #"{"token":"guess"}"#
    for _ in 0..<10 { #expect(await test.send("POST", "/api/login", body: guess).status == 401) }
    let blocked = await test.send("POST", "/api/login", body: guess)
    #expect(blocked.status == 429 && blocked.field("retry-after") == "60")
    #expect(await test.send("GET", "/api/workouts", token: "guess").status == 429)
    #expect(await test.send("POST", "/api/login", body: guess, from: "192.168.1.10").status == 401)
    // Others may be behind the same address.
    #expect(await test.send("POST", "/api/login", body: #"{"token":"\#(Self.control)"}"#).status == 200)
    #expect(await test.send("GET", "/api/runs", token: Self.view).status == 200)
    #expect(await ![401, 403, 429].contains(test.send("GET", "/api/workouts", token: Self.control).status))
    #expect(await test.send("GET", "/api/time").status == 200)
    #expect(await test.send("GET", "/api/runs", token: Self.control, from: "192.168.1.10").status == 200)
  }

  @Test func `shows its pages and nothing else, whatever the path says`() async throws {
    let test = try TestServer()
    #expect(await test.send("GET", "/").text == "<p>library")
    #expect(await test.send("GET", "/wall/tabata?show=digits").text == "<p>wall")
    for path in ["/assets/wall.html", "/assets/..%2fx", "/assets/../page.css", "/wall/a/b", "/api", "/api/", "/wall/"] {
      #expect(await test.send("GET", path).status != 200 || path == "/wall/", "\(path)")
    }
  }
}

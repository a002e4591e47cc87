import FoundationEssentials
import Glibc
import StrictJSON
import TestSupport
import Testing

/// `cuebell mcp`, as a program with an assistant drives it.
@Suite(.serialized) struct `The server for assistants` {
  /// A client of the protocol.
  private final class Client {
    let home: TemporaryHome
    let server: Child
    private var last = 0

    init(_ options: String..., in home: TemporaryHome) throws {
      self.home = home
      server = try Child([Project.command, "mcp"] + options, in: home, input: .open)
    }

    /// Sends a line, and returns the next one.
    func exchange(_ line: String) throws -> JSONObject {
      server.type(line + "\n")
      let answer = try server.line { _ in true }
      return try #require(JSONObject(line: answer.utf8), "\(answer)")
    }

    /// The result of a method; an error of the protocol fails.
    func ask(_ method: String, _ parameters: JSONFields = [:]) throws -> JSONValue {
      last += 1
      let request: JSONFields = ["jsonrpc": "2.0", "id": last, "method": method, "params": parameters]
      let answer = try exchange(request.line(.compact))
      #expect(answer["id"]?.integer == last && answer["jsonrpc"]?.text == "2.0")
      return try #require(answer["result"], "\(answer.json.line())")
    }

    /// What a tool says, and whether that is an error.
    func call(_ tool: String, _ arguments: JSONFields = [:]) throws -> (text: String, isError: Bool) {
      let result = try ask("tools/call", ["name": tool, "arguments": arguments])
      let text = try #require(result["content"]?.list?.first?["text"]?.text)
      return (text, result["isError"]?.bool ?? false)
    }

    /// Ends it as a client does, by closing its input.
    func end() throws -> ProcessResult {
      server.endInput()
      return try server.finish()
    }
  }

  private static let tools = ["list", "show", "check", "simulate", "history", "new", "render"]

  @Test func `speaks each revision that a client may ask for, and its newest to others`() throws {
    let client = try Client(in: TemporaryHome())
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
      #expect(try client.ask("initialize", ["protocolVersion": revision])["protocolVersion"]?.text == revision)
    }
    for other in ["2026-07-28", "1", ""] {
      #expect(try client.ask("initialize", ["protocolVersion": other])["protocolVersion"]?.text == "2025-11-25")
    }
    let greeting = try client.ask("initialize")
    #expect(greeting["serverInfo"]?["name"]?.text == "cuebell" && greeting["capabilities"]?["tools"] != nil)
    #expect(try client.ask("ping").object?.members.isEmpty == true)
    client.server.type(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"# + "\n")
    client.server.type(#"{"jsonrpc":"2.0","id":9,"result":{}}"# + "\n")
    #expect(try client.ask("ping").object != nil, "a notification has no answer")
    let result = try client.end()
    #expect(result.code == 0 && result.err.isEmpty)
  }

  @Test func `answers what it can't read with the errors of JSON-RPC`() throws {
    let client = try Client(in: TemporaryHome())
    let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
    for (line, code, id) in [
      ("{", -32700, nil), ("\u{7F}", -32700, nil), (deep, -32700, nil), ("[]", -32600, nil), ("7", -32600, nil),
      ("{}", -32600, nil), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600, nil),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, nil),
      (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, nil),
      (#"{"jsonrpc":"2.0","id":5,"method":"server/discover"}"#, -32601, 5),
      (#"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"run"}}"#, -32602, 6),
      (#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[]}"#, -32602, 7),
      (#"{"jsonrpc":"2.0","id":8,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}"#, -32002, 8),
    ] {
      let answer = try client.exchange(line)
      #expect(answer["error"]?["code"]?.integer == code && answer["id"]?.integer == id, "\(line) \(answer.json.line())")
    }
    client.server.type(#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{}]"# + "\n")
    let batch = try JSONReader.readLine([UInt8](client.server.line { _ in true }.utf8), maximumDepth: 8).root.list
    #expect(batch?.map { $0["id"]?.integer } == [1, nil])
    #expect(try client.end().code == 0)
  }

  @Test func `says where a workout is broken, shows the mended one, and keeps it in the user's folder`() throws {
    let home = try TemporaryHome()
    let client = try Client(in: home)
    let broken = WorkoutText.small.replacing("\"duration\": \"4s\"", with: "\"duration\": \"4 parsecs\"")
    let line = 1 + broken.prefix(upTo: try #require(broken.firstRange(of: "4 parsecs")).lowerBound).count { $0 == "\n" }
    let checked = try client.call("check", ["text": broken])
    #expect(checked.isError && checked.text.hasPrefix("stdin:\(line):"), "\(checked)")
    let refused = try client.call("new", ["name": "mine", "text": broken])
    let path = "/cuebell/workouts/mine.json"
    #expect(refused.isError && refused.text.contains("\(path):\(line):") && refused.text.contains("phases[0].duration"))
    #expect(try client.call("show", ["workout": "mine"]).isError, "nothing was kept")
    #expect(try client.call("check", ["text": WorkoutText.small]).text.hasPrefix("stdin: ok, 0:10"))
    #expect(try client.call("show", ["text": WorkoutText.small]).text.contains("Ready"))
    let kept = try client.call("new", ["name": "mine", "text": WorkoutText.small])
    #expect(!kept.isError && kept.text.contains(path), "\(kept)")
    #expect(try home.text(of: home.config + "/workouts/mine.json") == WorkoutText.small)
    #expect(try client.call("show", ["workout": "mine"]).text == client.call("show", ["text": WorkoutText.small]).text)
    #expect(try client.call("list").text.contains(#""name": "mine""#))
    let again = try client.call("new", ["name": "mine", "text": WorkoutText.slow])
    #expect(again.isError && again.text.contains("there is a file already"))
    #expect(try client.call("new", ["name": "legs", "like": "8x20/10 squats,lunges"]).isError == false)
    #expect(try home.text(of: home.config + "/workouts/legs.json").contains("\"name\": \"legs\""))
    #expect(try client.call("new", ["name": "x", "like": "8x20"]).isError)
    #expect(try client.call("new", ["name": "x"]).isError && client.call("new", ["text": "{}"]).isError)
    #expect(try client.end().code == 0)
  }

  @Test func `renders into its folder, simulates, and tells the history`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: home.config + "/workouts/mine.json")
    #expect(try home.cuebell("run", "mine", "--silent", "--speed", "1000").code == 0)
    let client = try Client(in: home)
    let rendered = try client.call("render", ["workout": "mine", "format": "wav"])
    let path = try #require(rendered.text.split(separator: ":").first.map(String.init))
    #expect(!rendered.isError && path.hasSuffix("/.cache/cuebell/renders/mine.wav"), "\(rendered)")
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(try client.call("render", ["workout": "1x5/5"]).text.contains("/renders/1x5-5.mp3: "))
    #expect(try client.call("render", ["text": WorkoutText.small]).text.contains("/renders/workout.mp3: "))
    #expect(try client.call("render", ["workout": "mine", "format": "txt"]).isError)
    #expect(try client.call("simulate", ["workout": "mine", "seeds": 3]).text.contains(#""failed": 0"#))
    #expect(try client.call("simulate", ["workout": "mine", "seeds": 9_999_999]).text.hasPrefix("seeds: "))
    #expect(try client.call("history").text.contains(#""workout": "Small""#))
    #expect(try client.call("history", ["session": 1]).text.contains(#""workout": "Small""#))
    #expect(try client.call("history", ["session": 7]).isError)
    #expect(try home.cuebell("run", "1x5/5", "--silent", "--speed", "1000").code == 0)
    let last = try client.call("history", ["last": 1]).text
    #expect(last.contains(#""workout": "1x5/5""#) && !last.contains(#""workout": "Small""#), "\(last)")
    #expect(try client.call("history", ["last": 1, "session": 1]).isError)
    #expect(try client.call("history", ["last": 0]).isError)
    #expect(try client.end().code == 0)
  }

  @Test func `ends with what it has started`() throws {
    let client = try Client(in: TemporaryHome())
    let call: JSONFields = ["name": "simulate", "arguments": ["workout": "8x20/10", "seeds": 1_000] as JSONFields]
    let request: JSONFields = ["jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call]
    client.server.type(request.line(.compact) + "\n")
    var child = ""
    try client.server.wait {
      child = try client.home.shell("pgrep -P \(client.server.identifier) -f simulate").out.replacing("\n", with: "")
      return !child.isEmpty
    }
    client.server.signal(15)
    #expect(try client.server.finish().code == -15)
    #expect(Timeout.wait { !FileManager.default.fileExists(atPath: "/proc/\(child)") }, "\(child)")
  }

  @Test(arguments: [
    "/etc/passwd", "../secret", "a/../../secret", "secret", "secret.json", "-", "--help", "~/x", ".", "link",
  ])
  func `reads and writes nothing outside of its folders`(name: String) throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small.replacing("Small", with: "Hidden"), to: "secret.json")
    try home.write(WorkoutText.small, to: home.config + "/workouts/mine.json")
    if name == "link" {
      _ = try home.shell("ln -s \"$PWD/secret.json\" \"$HOME/.config/cuebell/workouts/link.json\"")
    }
    let client = try Client("--output", "out", in: home)
    for tool in ["show", "check", "simulate", "render"] {
      let answer = try client.call(tool, ["workout": name])
      #expect(answer.isError && !answer.text.contains("Hidden"), "\(tool) \(answer)")
    }
    if !["secret", "secret.json"].contains(name) {
      #expect(try client.call("new", ["name": name, "text": WorkoutText.small]).isError)
    }
    #expect(try client.call("list").text.contains("Hidden") == false || name == "link")
    #expect(try client.end().code == 0)
    #expect(try home.names().filter { $0 != "out" } == ["secret.json"])
    #expect(try home.text(of: "secret.json").contains("Hidden"))
  }

  @Test func `starts and controls nothing unless that is allowed`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    try home.write(WorkoutText.slow, to: home.config + "/workouts/mine.json")
    let run = try home.startSlow()
    let careful = try Client(in: home)
    let offered = try careful.ask("tools/list")["tools"]?.list?.compactMap { $0["name"]?.text } ?? []
    #expect(offered.sorted() == Self.tools.sorted())
    for tool in ["run", "control"] {
      let call = #"{"name":"\#(tool)","arguments":{"do":"stop"}}"#
      let request = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":\#(call)}"#
      #expect(try careful.exchange(request)["error"]?["code"]?.integer == -32602)
    }
    #expect(try careful.end().code == 0)
    #expect(try home.ctl("status").out.contains("playing"))
    #expect(try home.cuebell("mcp", "--", "--silent").code == 64)
    let client = try Client("--allow-run", "--", "--silent", in: home)
    let tools = try client.ask("tools/list")["tools"]?.list ?? []
    #expect(tools.compactMap { $0["name"]?.text }.sorted() == (Self.tools + ["run", "control"]).sorted())
    #expect(tools.allSatisfy { $0["inputSchema"]?["type"]?.text == "object" })
    #expect(try client.call("control", ["do": "pause", "run": "w"]).isError == false)
    #expect(try home.ctl("wait", "paused").code == 0)
    #expect(try client.call("control", ["do": "status", "run": "w"]).text.contains(#""playback":"paused""#))
    for wrong in ["watch", "wait finished", "send", "status --follow", "fly", "--help", " "] {
      #expect(try client.call("control", ["do": wrong]).isError, "\(wrong)")
    }
    #expect(try client.call("control", ["do": "pause", "run": "/tmp/x.sock"]).isError)
    let started = try client.call("run", ["workout": "mine"])
    #expect(started.text == "mine is running" && !started.isError, "\(started)")
    #expect(try client.call("control", ["do": "list"]).text.contains(#""name": "mine""#))
    #expect(try client.call("run", ["workout": "nobody"]).isError && client.call("run").isError)
    #expect(try client.end().code == 0)
    // A run doesn't end with the client.
    #expect(try home.ctl("--to", "mine", "stop").code == 0)
    _ = try run.stop()
  }

  @Test func `refuses what is too large, answers a flood in order, and ends with a client that doesn't read`() throws {
    let home = try TemporaryHome()
    let client = try Client(in: home)
    let large = try client.call("check", ["text": String(repeating: " ", count: 2 << 20)])
    #expect(large.isError && large.text.hasPrefix("text: "), "\(large)")
    let flood = try home.shell(
      #"i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo "{\"jsonrpc\":\"2.0\",\"id\":$i,\"method\":\"ping\"}"; done"#
        + #" | "$CUEBELL" mcp | grep -c result"#)
    #expect(flood.out == "3000\n", "\(flood)")
    let endless = try home.shell(#"head -c 5000000 /dev/zero | tr '\0' 'a' | "$CUEBELL" mcp"#)
    #expect(endless.code == 65 && endless.out.contains("-32600"), "\(endless)")
    let deaf = try home.shell(
      #"yes '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | sh -c 'echo $$ > pid; exec "$CUEBELL" mcp' "#
        + #"| { sleep 1; grep VmHWM "/proc/$(cat pid)/status"; }"#)
    let memory = try #require(deaf.out.firstMatch(of: /VmHWM:\s+([0-9]+) kB/).flatMap { Int($0.output.1) }, "\(deaf)")
    #expect(memory < 60_000)
  }

  @Test func `has the schema and the pages about workouts`() throws {
    let client = try Client(in: TemporaryHome())
    let resources = try client.ask("resources/list")["resources"]?.list ?? []
    let names: [String] = resources.compactMap { $0["name"]?.text }
    #expect(names.contains("schema"))
    for resource in resources {
      let uri = try #require(resource["uri"]?.text)
      let contents = try client.ask("resources/read", ["uri": uri])["contents"]?.list ?? []
      #expect(contents.count == 1 && contents[0]["uri"]?.text == uri)
      #expect((contents[0]["text"]?.text?.count ?? 0) > 1000, "\(uri)")
    }
    let schema = try client.ask("resources/read", ["uri": "cuebell://schema"])["contents"]?.list?[0]["text"]?.text
    #expect(schema == (try String(contentsOfFile: Project.root + "/Schemas/workout.schema.json", encoding: .utf8)))
    #expect(try client.end().code == 0)
  }

  /// By the client that most programs use.
  @Test func `is understood by the client of the protocol's authors`() throws {
    guard let python = ProcessInfo.processInfo.environment["MCP_PYTHON"] else {
      try Test.cancel("MCP_PYTHON names no Python with the package mcp")
    }
    let home = try TemporaryHome.withoutSound()
    let result = try Child([python, Project.root + "/Tests/Judges/assistant.py", Project.command], in: home).finish()
    #expect(result.code == 0 && result.out == "understood\n", "\(result)")
    #expect(try home.text(of: home.config + "/workouts/mine.json").contains("Mended"))
  }
}

import FoundationEssentials
import Testing

/// The user's program for the end of a session.
@Suite struct `The program for the end of a session` {
  private static let workout = """
    { "name": "Short", "style": "silent", "phases": [{ "name": "Go", "intensity": "high", "duration": "2s" }] }
    """

  /// A home whose settings name a script.
  private func home(_ script: String, _ variables: [String] = []) throws -> TemporaryHome {
    let home = try TemporaryHome(variables)
    try home.write("#!/bin/sh\n" + script, to: "../home/bin/after")
    try home.write(#"{ "onFinished": ["sh", "~/bin/after", "word"] }"#, to: home.config + "/config.json")
    try home.write(Self.workout, to: "w.json")
    return home
  }

  @Test func `has the session on standard input, and its FIT file`() throws {
    let home = try home(#"cat > session; cp "$CUEBELL_FIT" done.fit; echo "$CUEBELL_FIT" > path; echo kept as $1"#)
    let run = try home.cuebell("run", "--silent", "w.json")
    #expect(run.code == 0 && run.err.hasSuffix("onFinished: kept as word\n"), "\(run)")
    #expect(try home.text(of: "session") == home.cuebell("history", "0", "--json").out)
    _ = try home.cuebell("history", "export", "0", "-o", "exported.fit")
    #expect(try home.bytes(of: "done.fit") == home.bytes(of: "exported.fit"))
    let path = try home.text(of: "path").dropLast()
    #expect(path.hasSuffix("/session-1.fit") && !FileManager.default.fileExists(atPath: String(path)))
  }

  @Test func `runs after a stop and a resume, not for a rehearsal, without a history or after a signal`() throws {
    let home = try home("jq -r .state >> states")
    let session = try home.start("run", "--silent", "--json", "w.json")
    try session.line { $0.contains(#""event": "phase""#) }
    #expect(try home.ctl("stop").code == 0 && session.finish().code == 4)
    let resumed = try home.cuebell("resume", "--silent", "--go-on-after", "0s")
    #expect(resumed.code == 0, "\(resumed)")
    #expect(try home.text(of: "states") == "stopped\ncompleted\n")
    _ = try home.cuebell("run", "--silent", "--speed", "10", "w.json")
    _ = try home.cuebell("run", "--silent", "--no-history", "w.json")
    let ended = try home.start("run", "--silent", "--json", "w.json")
    try ended.line { $0.contains(#""event": "phase""#) }
    ended.signal(15)
    #expect(try ended.finish().code == 143)
    #expect(try home.text(of: "states") == "stopped\ncompleted\n")
  }

  @Test(arguments: [
    ("exit 3", "it ended with status 3"), ("echo no >&2; exit 1", "it ended with status 1: no"),
    ("kill -9 $$", "it ended with status 137"),
  ])
  func `that fails is a message, and changes nothing else`(script: String, message: String) throws {
    let run = try home(script).cuebell("run", "--silent", "-q", "w.json")
    #expect(run.code == 0 && run.err == "onFinished: \(message)\n", "\(run)")
  }

  @Test func `that isn't there is a message`() throws {
    let home = try home("")
    try home.write(#"{ "onFinished": "no-such-program" }"#, to: home.config + "/config.json")
    let run = try home.cuebell("run", "--silent", "w.json")
    let message = "onFinished: it ended with status 127: no-such-program: not found\n"
    #expect(run.code == 0 && run.err.hasSuffix(message), "\(run)")
  }

  @Test func `may have any name, and nothing of another session in its environment`() throws {
    let home = try TemporaryHome(["CUEBELL_FIT=old"])
    try home.write("#!/bin/sh\necho ${CUEBELL_FIT-none}", to: "../home/a=b")
    _ = try home.shell("chmod +x \"$HOME/a=b\"")
    try home.write(#"{ "onFinished": "~/a=b" }"#, to: home.config + "/config.json")
    try home.write(Self.workout, to: "w.json")
    let run = try home.cuebell("run", "--silent", "w.json")
    #expect(run.code == 0 && run.err.contains(#/onFinished: \/.*\/session-1\.fit\n$/#), "\(run)")
  }

  @Test func `that hangs keeps nobody from the sound, and ends a minute later with all that it has started`() throws {
    let home = try home("echo $$ > pid; sleep 1000 & wait")
    let run = try home.start("run", "--silent", "w.json")
    try home.wait(for: "\n", in: "pid")
    let next = try home.start("run", "--silent", "--json", "w.json")
    try next.line { $0.contains(#""event": "finished""#) }
    // Only this one hangs again.
    next.signal(9)
    let result = try run.finish()
    #expect(result.code == 0 && result.err.contains("onFinished: the command took longer than 60 s"), "\(result)")
    #expect(try home.shell("pgrep -f 'sleep 1000' -s $(cat pid)").out.isEmpty)
  }

  @Test func `is read by the settings as a program with its arguments`() throws {
    let home = try TemporaryHome()
    for (value, shown) in [("null", "null"), (#"["sh", "-c", "true"]"#, #"["sh", "-c", "true"]"#)] {
      try home.write(#"{ "onFinished": \#(value) }"#, to: home.config + "/config.json")
      #expect(try home.cuebell("config", "--json").out.contains(#""onFinished": {"value": \#(shown)"#))
    }
    try home.write(#"{ "onFinished": [] }"#, to: home.config + "/config.json")
    let wrong = try home.cuebell("config")
    #expect(wrong.code == 65 && wrong.err.contains("onFinished: must have 1 to 100 words"), "\(wrong)")
  }
}

/// The scripts of the documents, each with a service that answers as the real one does.
@Suite struct `The scripts for the end of a session` {
  private static let service = """
    import http.server
    class Service(http.server.BaseHTTPRequestHandler):
      def do_POST(self):
        body = self.rfile.read(int(self.headers['Content-Length']))
        secret = self.headers['Authorization']
        open('asked', 'wb').write(f'{self.path}\\n{secret}\\n'.encode() + body)
        answer = {'/api/v1': b'{"id": "i55610271"}', '/api/v2': b'{"id": 7}',
          '/api/ev': b'{"message": "Event cuebell_finished fired."}'}[self.path[:7]]
        self.send_response(201)
        self.send_header('Content-Length', str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)
      def log_message(self, *words): pass
    server = http.server.HTTPServer(('127.0.0.1', 0), Service)
    print(server.server_port, flush=True)
    server.serve_forever()
    """

  /// The script of a paragraph, of SERVICE.
  private func script(_ title: String) throws -> String {
    let page = try String(contentsOfFile: Project.root + "/docs/SERVICE.md", encoding: .utf8)
    let part = try #require(page.firstRange(of: "**\(title)")).upperBound
    let blocks = page[part...].split(separator: "```")
    return String(try #require(blocks.dropFirst().first).drop { $0 != "#" })
  }

  @Test(arguments: [
    ("intervals.icu.", "https://intervals.icu", "uploaded as i55610271", "Basic QVBJX0tFWTp5b3VyLWtleQ=="),
    ("wger.", "https://wger.de", "kept as session 7", "Token your-key"),
    (
      "Home Assistant.", "http://homeassistant.local:8123", "Event cuebell_finished fired.", "Bearer your-token"
    ),
  ])
  func `send it to a service`(title: String, host: String, last: String, secret: String) throws {
    let home = try TemporaryHome()
    try home.write(Self.service, to: "service.py")
    let service = try Child(["/usr/bin/python3", "service.py"], in: home)
    let port = try service.line { !$0.isEmpty }
    let text = try script(title)
    #expect(text.contains(host))
    try home.write(text.replacing(host, with: "http://127.0.0.1:\(port)"), to: "../home/after-workout")
    try home.write(#"{ "onFinished": ["sh", "~/after-workout"] }"#, to: home.config + "/config.json")
    let workout = #"{ "name": "Short", "phases": [{ "name": "Go", "intensity": "high", "duration": "2s" }] }"#
    try home.write(workout, to: "w.json")
    let run = try home.cuebell("run", "--silent", "w.json")
    #expect(run.err.hasSuffix("onFinished: \(last)\n"), "\(run)")
    let asked = String(decoding: try home.bytes(of: "asked"), as: UTF8.self)
    #expect(asked.contains(secret) && asked.contains(title == "intervals.icu." ? ".FIT" : "Short"), "\(asked)")
  }

  @Test func `keep it in a folder under Git`() throws {
    let names = ["AUTHOR", "COMMITTER"].flatMap { ["GIT_\($0)_NAME=Ann", "GIT_\($0)_EMAIL=ann@example.org"] }
    let home = try TemporaryHome(names)
    try home.write(try script("A folder under Git"), to: "../home/after-workout")
    try home.write(#"{ "onFinished": ["sh", "~/after-workout"] }"#, to: home.config + "/config.json")
    let workout = #"{ "name": "Short", "phases": [{ "name": "Go", "intensity": "high", "duration": "2s" }] }"#
    try home.write(workout, to: "w.json")
    _ = try home.shell("git init -q ~/training")
    let run = try home.cuebell("run", "--silent", "w.json")
    #expect(run.err.contains(/onFinished: Workout [0-9-]+-1\n$/), "\(run)")
    let kept = try home.shell("cd ~/training && git ls-files | sed 's/.*-//'; git status --short")
    #expect(kept.out == "1.fit\n1.json\n", "\(kept)")
  }
}

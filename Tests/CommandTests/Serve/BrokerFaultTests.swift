import Glibc
import TestSupport
import Testing

/// What brokers and their clients can do to the bridge, and to the runs: nothing.
@Suite(.serialized) struct `A broker that fails` {
  private static let clicks = """
    { "name": "Clicks", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "woodblock" } ],
      "phases": [ { "sets": 26, "phases": [ { "name": "A", "duration": "300ms" } ] } ] }
    """

  /// The events of phases and cues with their moments from the first one on, but for how late the machine was.
  private func moments(_ run: Child) throws -> [String] {
    let result = try run.finish()
    #expect(result.code == 0)
    let phases = try EventRecord.all(in: result.out).filter { $0.event == "phase" }
    let start = try #require(phases.first?.t)
    return phases.map { "\($0.t - start) \($0.name ?? "")" }
      + (try EventRecord.cues(in: result.out)).map { "\($0.due - start) \($0.mark - start) \($0.isHeard)" }
  }

  @Test func `disturbs no run while it is killed, comes back and stands still, and hears of everything afterwards`()
    throws
  {
    let home = try TemporaryHome.withoutSound()
    try home.write(Self.clicks, to: "clicks.json")
    let broker = try MQTTBroker(home)
    let bridge = try broker.bridge()
    let other = try TemporaryHome.withoutSound()
    try other.write(Self.clicks, to: "clicks.json")
    let alone = try other.start("run", "--silent", "--json", "clicks.json")
    let run = try home.start("run", "--silent", "--json", "clicks.json")
    try run.waitForPhase()
    try broker.kill()
    try bridge.wait(forError: "No connection")
    try broker.restart()
    let messages = try broker.subscription("homeassistant/#")
    var told: Set<String> = []
    while told.count < 4 {
      told.insert(try messages.next().topic.split(separator: "/").suffix(2).joined(separator: "/"))
    }
    #expect(told.isSuperset(of: ["gym/status", "gym/state", "clicks/state"]), "\(told)")
    broker.process.signal(SIGSTOP)
    try run.line { $0.contains(#""set": 24,"#) && $0.contains(#""phase""#) }
    broker.process.signal(SIGCONT)
    try messages.next("/gym/state", with: #""running":false"#)
    let (disturbed, undisturbed) = (try moments(run), try moments(alone))
    #expect(disturbed == undisturbed)
    bridge.signal(SIGTERM)
    let result = try bridge.finish()
    // One line each way.
    #expect(result.code == 0 && result.err.split(separator: "\n").count == 1, "\(result)")
    #expect(result.lines.count == 2)
  }

  @Test func `brings ten thousand hostile payloads, of which each is harmless`() throws {
    let home = try TemporaryHome.withoutSound()
    try home.write(WorkoutText.slow, to: "w.json")
    let broker = try MQTTBroker(home)
    let bridge = try broker.bridge()
    let run = try home.start("run", "--silent", "--json", "w.json")
    try run.waitForPhase()
    var random = SplitMix64(seed: 38)
    let pieces = [
      "{", "}", "[", "\"", "do", ":", "pause", "\u{0}", "é", "\u{1B}[2J", "1e999", "-", "null", "../", "$(x)",
      "\\u0000",
      "{\"do\":\"stop\",", "watch", " ", "\u{202E}", "{{ value }}",
    ]
    func line() -> String {
      (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
    for topic in ["do", "start", "runs/w/do", "runs/\u{1F3CB}/do"] {
      let lines = (0..<2_500).map { _ in line() }.joined(separator: "\n")
      try broker.publish(lines + "\n", to: "cuebell/gym/\(topic)", byLine: true)
    }
    for payload in [
      String(repeating: "[", count: 100_000), "", "pause\nresume", String(repeating: "x", count: 1 << 20),
    ] {
      for topic in ["do", "start", "status", "runs/w/state"] { try broker.publish(payload, to: "cuebell/gym/\(topic)") }
    }
    let messages = try broker.subscription()
    // The bridge is busy for a second at most.
    var number = 0
    try bridge.wait {
      number += 1
      try broker.publish(#"{"id":"last \#(number)","do":"volume","to":-6}"#, to: "cuebell/gym/do")
      return try messages.next("/reply", with: #"{"id":"last \#(number)","#).contains(#""ok":true"#)
    }
    #expect(try bridge.peakKilobytes() < 65_536)
    broker.process.signal(SIGKILL)
    _ = try run.stop()
  }

  /// 200 MB, which no request needs, in the way of one that is needed.
  @Test func `keeps a payload of any size to itself`() throws {
    let home = try TemporaryHome.withoutSound()
    let broker = try MQTTBroker(home)
    let bridge = try broker.bridge()
    #expect(try home.shell("head -c 200000000 /dev/zero >zeros").code == 0)
    for topic in ["do", "start"] {
      let words = "mosquitto_pub -h 127.0.0.1 -p \(broker.port) -t cuebell/gym/\(topic) -f zeros"
      #expect(try home.shell(words).code == 0)
    }
    let messages = try broker.subscription()
    try broker.publish("pause", to: "cuebell/gym/do")
    try messages.next("/reply", with: #""error":"ending""#)
    #expect(try bridge.peakKilobytes() < 65_536)
  }

  @Test(
    arguments: [
      // A code that no version has, a part of an answer, none, and no MQTT.
      [0x20, 2, 0, 0xC8], [0x20, 3, 0, 0xC8, 0], [0x20, 2], [], Array("HTTP/1.1 400\r\n\r\n".utf8),
    ] as [[UInt8]])
  func `that answers rubbish is asked again`(answer: [UInt8]) throws {
    let home = try TemporaryHome.withoutSound()
    let (socket, port) = try LoopbackSocket.bound()
    let bridge = try home.start("mqtt", "--broker", "mqtt://127.0.0.1:\(port)", "--node", "gym")
    for _ in 0..<3 {
      let client = Descriptor(accept(socket.number, nil, nil))
      var bytes = [UInt8](repeating: 0, count: 1024)
      _ = unsafe recv(client.number, &bytes, bytes.count, 0)
      _ = unsafe send(client.number, answer, answer.count, Int32(MSG_NOSIGNAL))
    }
    bridge.signal(SIGTERM)
    #expect(try bridge.finish().code == 0)
  }

  /// It knows 3.1.1 alone, and says so as brokers of that version do.
  @Test func `of an older version is spoken to in its own`() throws {
    let home = try TemporaryHome.withoutSound()
    let (socket, port) = try LoopbackSocket.bound()
    let bridge = try home.start("mqtt", "--broker", "mqtt://127.0.0.1:\(port)", "--node", "gym")
    var versions: [UInt8] = []
    while versions.last != 4 {
      let client = Descriptor(accept(socket.number, nil, nil))
      var bytes = [UInt8](repeating: 0, count: 1024)
      #expect(unsafe recv(client.number, &bytes, bytes.count, 0) > 9)
      // The version follows the packet's length, of one byte or two, and the name of the protocol.
      versions.append(bytes[bytes[1] < 128 ? 8 : 9])
      let answer: [UInt8] = [0x20, 2, 0, versions.last == 4 ? 0 : 1]
      _ = unsafe send(client.number, answer, answer.count, Int32(MSG_NOSIGNAL))
      if versions.last == 4 { try bridge.line { $0.hasPrefix("Connected to ") } }
    }
    #expect(versions == [5, 4])
    bridge.signal(SIGTERM)
    #expect(try bridge.finish().code == 0)
  }

  // MARK: Who may come in

  /// Makes an authority, and a certificate of it for this machine.
  private func makeCertificates(in home: TemporaryHome) throws {
    let result = try home.shell(
      """
      set -e
      for name in right wrong; do
        openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=$name -keyout $name.key -out $name.pem
      done
      openssl req -newkey rsa:2048 -nodes -subj /CN=broker -keyout broker.key -out broker.csr
      echo subjectAltName=IP:127.0.0.1 >broker.ext
      openssl x509 -req -in broker.csr -CA right.pem -CAkey right.key -CAcreateserial -days 2 -extfile broker.ext \
        -out broker.pem
      mosquitto_passwd -b -c users gym secret
      printf 'secret\\n' >right.txt; printf 'other\\n' >wrong.txt; printf 'secret\\n' >open.txt
      chmod 600 right.txt wrong.txt; chmod 644 open.txt
      """)
    guard result.code == 0 else { throw Failure("\(result)") }
  }

  @Test func `or that isn't the right one is no broker, and one that refuses the password ends the bridge`() throws {
    let home = try TemporaryHome.withoutSound()
    try makeCertificates(in: home)
    let broker = try MQTTBroker(
      home,
      ["certfile", "keyfile", "password_file"].map {
        $0 + " " + home.path($0 == "certfile" ? "broker.pem" : $0 == "keyfile" ? "broker.key" : "users")
      })
    func words(_ password: String, _ authority: String, _ more: String...) -> [String] {
      [
        Project.command, "mqtt", "--broker", "mqtts://127.0.0.1:\(broker.port)", "--node", "gym", "--user", "gym",
        "--password-file", password, "--ca", authority,
      ] + more
    }
    let bridge = try Child(words("right.txt", "right.pem"), in: home)
    let (wrong, nowhere) = (
      try Child(words("right.txt", "wrong.pem", "--require-broker"), in: home),
      try home.start("mqtt", "--broker", "mqtt://127.0.0.1:\(try HTTPConnection.freePort())", "--require-broker")
    )
    try bridge.line { $0.hasPrefix("Connected to mqtts://") }
    let refused = try Child(words("wrong.txt", "right.pem"), in: home).finish()
    #expect(refused.code == 77 && refused.err.contains("refuses the connection"), "\(refused)")
    let open = try Child(words("open.txt", "right.pem"), in: home).finish()
    #expect(open.code == 64 && open.err.contains("others can read it"), "\(open)")
    for (words, code) in [
      (["--password-file", "right.txt"], Int32(64)), (["--ca", "missing.pem"], 64), (["--prefix", "a/#"], 64),
      (["--node", ""], 64),
      (["--user", "gym", "--password-file", "missing.txt"], 64),
    ] {
      let result = try home.cuebell(["mqtt", "--broker", "mqtts://127.0.0.1:1"] + words)
      #expect(result.code == code, "\(words): \(result)")
    }
    for address in ["localhost", "http://localhost", "mqtt://user:secret@localhost", "mqtt://localhost:0"] {
      #expect(try home.cuebell("mqtt", "--broker", address).code == 64)
    }
    let distrusted = try wrong.finish()
    #expect(distrusted.code == 69 && distrusted.err.contains("certificate verify failed"), "\(distrusted)")
    let absent = try nowhere.finish()
    #expect(absent.code == 69 && absent.err.contains("Connection refused"), "\(absent)")
    bridge.signal(SIGTERM)
    #expect(try bridge.finish().code == 0)
  }
}

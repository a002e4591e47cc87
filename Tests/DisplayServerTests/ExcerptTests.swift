#if Serve
import DisplayServer
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct `A piece of a workout's sound` {
  /// Lists workouts, of which one is broken; writes ten bytes as the sound of the others, or fails for one, and tells
  /// of each render, and of each that begins while another is being made.
  private static let script = """
    #!/bin/sh
    case "$1 $7" in
      list*)
        printf %s '{"workouts": [{"name": "a", "file": "FOLDER/library/a.json"},'
        printf %s '{"name": "broken", "file": "FOLDER/library/broken.json", "problem": "broken"},'
        echo '{"name": "mute", "file": "FOLDER/library/mute.json"}]}' ;;
      *mute.json) echo "Error: no voice" >&2; exit 69 ;;
      render*)
        echo "$*" >>FOLDER/renders
        mkdir FOLDER/busy || echo >>FOLDER/overlaps
        sleep 0.2
        rmdir FOLDER/busy
        printf 0123456789 >"$5" ;;
    esac
    """

  private let folder: TemporaryFolder
  private let test: TestServer
  private let token: String

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder["library"], withIntermediateDirectories: true)
    for name in ["a", "broken", "mute"] {
      try "{}".write(toFile: folder["library/\(name).json"], atomically: false, encoding: .utf8)
    }
    try Self.script.replacing("FOLDER", with: folder.path).write(
      toFile: folder["command"], atomically: false, encoding: .utf8)
    _ = unsafe chmod(folder["command"], 0o700)
    test = try TestServer(command: folder["command"])
    token = try #require(TestServer.tokens).control
  }

  private func ask(
    _ name: String = "a", _ method: String = "GET", range: String? = nil, query: String = ""
  ) async throws -> TestReply {
    try await test.send(
      method, "/api/workouts/\(name)/excerpt.mp3\(query)", token: token, fields: range.map { ["range": $0] } ?? [:])
  }

  private var renders: [String] {
    let text = try? String(contentsOfFile: folder["renders"], encoding: .utf8)
    return text?.split(separator: "\n").map(String.init) ?? []
  }

  @Test func `is rendered once for each state of its file, one at a time, and not for others`() async throws {
    let replies = try await withThrowingTaskGroup(of: TestReply.self) { group in
      for _ in 0..<6 { group.addTask { try await ask() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(replies.allSatisfy { $0.status == 200 && $0.text == "0123456789" }, "\(replies.map(\.text))")
    #expect(replies.allSatisfy { $0.field("content-type") == "audio/mpeg" })
    #expect(renders.count == 1)
    #expect(!FileManager.default.fileExists(atPath: folder["overlaps"]))
    // Nothing in a request reaches the command but the name of a workout that is listed.
    let path = try #require(renders.first?.split(separator: " ").dropFirst(4).first)
    #expect(renders == ["render --quiet --excerpt -o \(path) -- \(folder["library/a.json"])"])
    #expect(path.hasPrefix(test.folder["cache"]) && path.hasSuffix(".mp3"))
    for query in ["?start=1h&length=24h", "?-o=/tmp/x", "?%00"] { #expect(try await ask(query: query).status == 200) }
    #expect(renders.count == 1)
    try "{ }".write(toFile: folder["library/a.json"], atomically: false, encoding: .utf8)
    #expect(try await ask().status == 200)
    let kept = try FileManager.default.contentsOfDirectory(atPath: test.folder["cache/cuebell/pictures"])
    #expect(renders.count == 2 && kept.count == 1, "\(kept)")
    for name in ["..%2fa", "a%00", "%2Fetc%2Fpasswd", "nobody", "--help", "broken", "%ff"] {
      let reply = try await ask(name)
      #expect(reply.status == 404, "\(name): \(reply.text)")
    }
    #expect(renders.count == 2)
  }

  @Test func `says why there is none`() async throws {
    let reply = try await ask("mute")
    #expect(reply.status == 500 && reply.text.contains("Error: no voice"), "\(reply.text)")
  }

  @Test func `makes others wait or come again while it is made`() async throws {
    for index in 0..<12 {
      try "{}".write(toFile: folder["library/\(index).json"], atomically: false, encoding: .utf8)
    }
    let list = (0..<12).map { "{\"name\": \"\($0)\", \"file\": \"\(folder["library/\($0).json"])\"}" }
    let start = #"'{"workouts": ["#
    try Self.script.replacing(start, with: start + list.joined(separator: ",") + ",")
      .replacing("FOLDER", with: folder.path).write(toFile: folder["command"], atomically: false, encoding: .utf8)
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<12 { group.addTask { try await ask("\(index)").status } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == 200 }.count >= 8 && Set(statuses).isSubset(of: [200, 429]), "\(statuses)")
    #expect(!FileManager.default.fileExists(atPath: folder["overlaps"]))
  }

  @Test(
    arguments: [
      ("bytes=0-1", 206, "01", "bytes 0-1/10"), ("bytes=5-", 206, "56789", "bytes 5-9/10"),
      ("bytes=-3", 206, "789", "bytes 7-9/10"), ("bytes=0-99", 206, "0123456789", "bytes 0-9/10"),
      ("bytes=-99", 206, "0123456789", "bytes 0-9/10"), ("bytes=9-9", 206, "9", "bytes 9-9/10"),
      ("bytes=10-", 416, nil, "bytes */10"), ("bytes=-0", 416, nil, "bytes */10"),
      ("bytes=99999999999999999999-", 416, nil, "bytes */10"), ("bytes=5-2", 200, "0123456789", nil),
      ("bytes=0-1,3-4", 200, "0123456789", nil), ("bytes=-", 200, "0123456789", nil),
      ("bytes=", 200, "0123456789", nil),
      ("bytes=a-b", 200, "0123456789", nil), ("bytes=+1-2", 200, "0123456789", nil),
      ("lines=0-1", 200, "0123456789", nil),
    ] as [(String, Int, String?, String?)])
  func `is also given in parts`(range: String, status: Int, text: String?, place: String?) async throws {
    let reply = try await ask(range: range)
    #expect(reply.status == status && reply.field("content-range") == place, "\(reply.fields)")
    if let text { #expect(reply.text == text) }
    let head = try await ask("a", "HEAD", range: range)
    #expect(head.status == status && head.text.isEmpty)
  }
}
#endif

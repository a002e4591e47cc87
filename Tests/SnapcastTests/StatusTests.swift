import Snapcast
import StrictJSON
import TestSupport
import Testing

@Suite struct `The status of a Snapcast server` {
  /// Two rooms in a group and one alone, a stream of each kind, and the asker of an earlier buffer.
  private static let text = """
    {"server":{"groups":[
      {"id":"g1","stream_id":"Gym","clients":[
        {"id":"a","connected":true,"host":{"name":"pi"},"snapclient":{"version":"0.26.0"},
         "config":{"name":"Hall","latency":40,"volume":{"percent":60,"muted":true}}},
        {"id":"b","connected":false,"host":{"name":"pi"},"config":{"name":"","volume":{"percent":7}}}]},
      {"id":"g2","stream_id":"Net","clients":[{"id":"c","host":{"name":"pi"}},{"id":"cuebell"},{"no":"id"}]}],
     "streams":[
      {"id":"Gym","status":"idle","uri":{"scheme":"pipe","path":"/dev/null","query":{"sampleformat":"48000:16:2"}}},
      {"id":"Net","uri":{"scheme":"tcp","host":"0.0.0.0:5000","query":{"mode":"server","chunk_ms":"26"}}},
      {"id":"Own","uri":{"scheme":"tcp","host":"::","query":{}}},
      {"id":"Out","uri":{"scheme":"tcp","host":"1.2.3.4","query":{"mode":"client"}}},
      {"id":"CD","uri":{"scheme":"pipe","path":"/tmp/x","query":{"codec":"pcm","sampleformat":"44100:16:2"}}},
      {"id":"Radio","uri":{"scheme":"librespot","path":"/usr/bin/librespot"}}]}}
    """

  private static func status(_ text: String = text) throws -> SnapcastStatus {
    let line = text.replacing("\n", with: " ")
    return SnapcastStatus(try JSONReader.readLine(Array(line.utf8), maximumDepth: 32).root)
  }

  @Test func `has each room with its name or that of its machine, and its stream`() throws {
    let rooms = try Self.status().rooms
    #expect(rooms.map(\.id) == ["a", "b", "c"] && rooms.map(\.name) == ["Hall", "pi", "pi"])
    #expect(rooms.map(\.volume) == [60, 7, 100] && rooms.map(\.isMuted) == [true, false, false])
    #expect(rooms.map(\.latency) == [40, 0, 0] && rooms.map(\.isConnected) == [true, false, false])
    #expect(rooms.map(\.stream) == ["Gym", "Gym", "Net"] && rooms.map(\.group) == ["g1", "g1", "g2"])
  }

  @Test func `finds a room by its id or its name, if only one has that`() throws {
    let status = try Self.status()
    #expect(try status.room("Hall").id == "a" && status.room("c").id == "c")
    func reason(_ name: String) throws -> SnapcastFault {
      try #require(throws: SnapcastFault.self) { _ = try status.room(name) }
    }
    #expect(try reason("pi").kind == .ambiguous && reason("pi").reason.contains(#""b", "c""#))
    #expect(try reason("Hal").kind == .unknown && reason("Hal").reason.hasSuffix(#"; did you mean "Hall"?"#))
  }

  @Test func `tells where a stream takes the sound of a run`() throws {
    let status = try Self.status()
    #expect(try status.target(ofStream: "Net") == .tcp(port: 5_000, chunkFrames: 1_248))
    #expect(try status.target(ofStream: "Own") == .tcp(port: 4_953, chunkFrames: 960))
    #expect(status.streams.map(\.tcp) == [nil, "0.0.0.0:5000", "[::]:4953", nil, nil, nil])
    #expect(status.streams.map(\.fifo) == ["/dev/null", nil, nil, nil, "/tmp/x", nil])
    let folder = try TemporaryFolder()
    let here = Self.text.replacing("/dev/null", with: try folder.fifo())
    #expect(try Self.status(here).target(ofStream: "Gym") == .fifo(folder["fifo"]))
  }

  @Test(arguments: [
    (nil, SnapcastFault.Kind.ambiguous, #""Gym", "Net", "Own", "Out", "CD""#),
    ("Gim", .unknown, #"did you mean "Gym"?"#), ("Gym", .unsuitable, "this machine doesn't have"),
    ("Out", .unsuitable, "mode=server"), ("Radio", .unsuitable, "neither a pipe nor a tcp stream"),
    ("CD", .unsuitable, #""source = pipe:///tmp/x?name=CD&codec=pcm&sampleformat=48000:16:2""#),
  ])
  func `says what to change where a stream takes none`(name: String?, kind: SnapcastFault.Kind, words: String) throws {
    let fault = try #require(throws: SnapcastFault.self) { _ = try Self.status().target(ofStream: name) }
    #expect(fault.kind == kind && fault.reason.contains(words), "\(fault)")
  }

  private func expectPlain(_ fault: SnapcastFault) {
    let isPlain = fault.reason.unicodeScalars.allSatisfy(\.isPrintable)
    #expect(isPlain, "\(fault)")
  }

  /// Values of other types, missing ones, numbers out of range and names that would steer a terminal.
  @Test func `is read without harm whatever is in it`() throws {
    let strange = [
      "null", "{}", "[]", "-1e99", "99999999999999999999", #""\u001b[31m\n\u202e""#, "true", #""""#, "0.5",
    ]
    // A key ends with a colon.
    let values = #/"[^"]*":?|\d+|true|false/#
    let line = Self.text.replacing("\n", with: " ")
    let places = line.matches(of: values).filter { !$0.output.hasSuffix(":") }.map(\.range)
    var random = SplitMix64(seed: 38)
    for _ in 0..<10_000 {
      var text = line
      for place in places.reversed() where Int.random(in: 0..<8, using: &random) == 0 {
        text.replaceSubrange(place, with: strange.randomElement(using: &random) ?? "null")
      }
      let status = try Self.status(text)
      for name in [nil, "Gym", "CD", "Net"] {
        do throws(SnapcastFault) { _ = try status.target(ofStream: name) } catch {
          expectPlain(error)
        }
      }
      do throws(SnapcastFault) { _ = try status.room("Hall") } catch {
        expectPlain(error)
      }
    }
  }
}

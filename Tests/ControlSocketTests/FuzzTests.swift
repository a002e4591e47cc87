import ControlSocket
import Foundation
import Glibc
import SessionControl
import TestSupport
import Testing

@Suite struct `Lines from anyone` {
  private static let count = 10_000
  private static let samples = [
    #"{"id":1,"do":"extend","by":"15s"}"#, #"{"watch":["playback","phase","place"]}"#, #"{"do":"jump","to":{"set":3}}"#,
    #"{"events":["phase","cue"],"ahead":true}"#, #"{"clock":1e308}"#, #"{"as":"Küche","control":1}"#, "jump set 3",
    "volume =-6.5", "extend -15s", "watch phase cue",
  ]

  /// A line that begins as a request and is changed at some places; it holds no line break.
  private func line(_ random: inout SplitMix64) -> [UInt8] {
    var bytes = Array(Self.samples[random.below(Self.samples.count)].utf8)
    for _ in 0..<random.below(6) {
      let place = random.below(bytes.count)
      switch random.below(7) {
      case 0: bytes[place] = UInt8(random.below(256))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(UInt8(random.below(256)), at: place)
      case 3: bytes.insert(contentsOf: [UInt8](repeating: UInt8(ascii: "["), count: random.below(20)), at: place)
      case 4: bytes.insert(contentsOf: bytes, at: place)
      case 5: bytes = Array(bytes[..<max(1, place)])
      default: bytes[place] = 0
      }
      if bytes.isEmpty { bytes = [0xC3] }
    }
    return bytes.map { $0 == UInt8(ascii: "\n") ? 0 : $0 }
  }

  @Test func `are a request, nothing or an error`() {
    let seed = SplitMix64.seed(20_261_124)
    var random = SplitMix64(seed: seed)
    var (requests, errors) = (0, 0)
    for _ in 0..<Self.count {
      let line = line(&random)
      do throws(ControlRequest.Failure) {
        if try ControlRequest.read(line) != nil { requests += 1 }
      } catch {
        errors += 1
        #expect(!error.error.reason.isEmpty && error.error.reason.utf8.count < 1_000, "seed \(seed)")
      }
    }
    #expect(requests > 100 && errors > 1_000, "seed \(seed)")
  }

  @Test func `get a reply or a close each`() throws {
    let seed = SplitMix64.seed(20_261_124)
    var random = SplitMix64(seed: seed)
    let folder = try socketFolder()
    let session = try ControlledSession(in: folder.path)
    for _ in 0..<(Self.count / 100) {
      let connection = try ControlConnection(session.endpoint.path)
      var bytes: [UInt8] = []
      // A remark gets no reply.
      for _ in 0..<100 { bytes += line(&random) + Array("\n".utf8) }
      bytes += Array("{\"id\":\"last\",\"clock\":0}\n".utf8)
      try connection.client.send(raw: bytes)
      var reply = ""
      while !reply.contains("\"last\""), reply != "closed" {
        reply = try connection.next()
        #expect(reply.hasPrefix("{") || reply == "closed", "seed \(seed): \(reply)")
      }
    }
    #expect(try ControlConnection(session.endpoint.path).greeting.contains("control"), "seed \(seed)")
  }

  @Test func `may be a mebibyte long`() throws {
    let folder = try socketFolder()
    let session = try ControlledSession(in: folder.path)
    let connection = try ControlConnection(session.endpoint.path)
    try? connection.client.send(raw: [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20))
    #expect(try connection.next().contains("malformed"))
    #expect(try connection.next() == "closed")
  }
}

extension ControlClient {
  /// Sends bytes as they are.
  fileprivate func send(raw bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else {
        guard errno == EAGAIN else { throw Failure.closed }
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&polled, 1, Int32(Timeout.milliseconds))
      }
    }
  }
}

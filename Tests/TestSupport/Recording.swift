import Foundation

/// What a sound server plays, as it is written down by a program of its own.
public final class Recording: Sendable {
  private static let format = "--format=float32le --rate=48000 --channels=2 --raw"
  /// A level that nothing else has for so many samples on end.
  private static let (mark, markSamples) = (Float(0.8125), 4_800)

  private let server: SoundServer
  private let path: String
  private let recorder: pid_t

  /// Starts to record; it does when this returns.
  init(of server: SoundServer) throws {
    self.server = server
    path = server.setting["recording-\(UUID().uuidString).raw"]
    let latency = "--latency-msec=\(server.sink.recorderLatency)"
    recorder = try server.run("exec parec -d nul.monitor \(Self.format) \(latency) >\(quoted(path))")
    let begins = Patience.wait { [path] in (try? Data(contentsOf: URL(fileURLWithPath: path)).isEmpty) == false }
    guard begins else { throw SupportFailure("nothing is recorded") }
  }

  deinit { kill(recorder, SIGKILL) }

  /// What has been written down by now.
  public func soFar() throws -> [Float] { try floats(in: path) }

  /// Ends it, and returns all that was played before, as stereo frames.
  ///
  /// The server and the recorder are behind the player, by how much a busy machine decides: so a mark is played, and
  /// when that is in the recording so is everything before it. Nobody else may play meanwhile.
  public func finish() throws -> [Float] {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: Self.mark.bitPattern >> ($0 * 8)) }
    let sound = Data(Array(repeating: bytes, count: 2 * Self.markSamples).joined())
    let file = server.setting["mark.raw"]
    try sound.write(to: URL(fileURLWithPath: file))
    var heard: [Float] = []
    let isWhole = try Patience.wait {
      // A sink that has rendered ahead may lose what is as short as this: it is played until it is heard.
      try server.control("pacat --playback -d nul \(Self.format) \(quoted(file))")
      for _ in 0..<50 {
        usleep(100_000)
        heard = try soFar()
        if Self.trim(&heard) { return true }
      }
      return false
    }
    kill(recorder, SIGKILL)
    guard isWhole else { throw SupportFailure("the recorder doesn't hear what is played") }
    return heard
  }

  /// Leaves what is before the mark; `false` where there is none yet.
  private static func trim(_ heard: inout [Float]) -> Bool {
    var run = 0
    for (index, sample) in heard.enumerated() {
      run = sample == mark ? run + 1 : 0
      guard run == markSamples / 10 else { continue }
      heard.removeSubrange((index - run + 1)...)
      return true
    }
    return false
  }
}

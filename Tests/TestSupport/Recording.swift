import Foundation

/// A recording of what a sound server plays, made by a `parec` process.
public final class Recording: Sendable {
  private static let format = "--format=float32le --rate=48000 --channels=2 --raw"
  /// A level that no other sound holds for this number of consecutive samples.
  private static let (mark, markSamples) = (Float(0.8125), 4_800)

  private let server: SoundServer
  private let path: String
  private let recorder: pid_t

  /// Starts the recorder; returns once it has received sound.
  init(of server: SoundServer) throws {
    self.server = server
    path = server.configuration["recording-\(UUID().uuidString).raw"]
    let latency = "--latency-msec=\(server.sink.recorderLatency)"
    recorder = try server.run("exec parec -d nul.monitor \(Self.format) \(latency) >\(quoted(path))")
    let hasStarted = Timeout.wait { [path] in (try? Data(contentsOf: URL(fileURLWithPath: path)).isEmpty) == false }
    guard hasStarted else { throw TestSupportError("nothing is recorded") }
  }

  deinit { kill(recorder, SIGKILL) }

  /// The samples recorded so far, interleaved stereo.
  public func soFar() throws -> [Float] { try floats(in: path) }

  /// Ends the recording and returns everything played before this call, as interleaved stereo frames.
  ///
  /// Server and recorder lag behind the player, by more on a busy machine. A mark is therefore played: once it is in
  /// the recording, so is everything before it. Nothing else may play at the same time.
  public func finish() throws -> [Float] {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: Self.mark.bitPattern >> ($0 * 8)) }
    let sound = Data(Array(repeating: bytes, count: 2 * Self.markSamples).joined())
    let file = server.configuration["mark.raw"]
    try sound.write(to: URL(fileURLWithPath: file))
    var samples: [Float] = []
    var (searched, run) = (0, 0)
    let isComplete = try Timeout.wait {
      // A sink that has rendered ahead may lose a sound this short, so the mark is repeated until it is recorded.
      try server.control("pacat --playback -d nul \(Self.format) \(quoted(file))")
      for _ in 0..<50 {
        usleep(100_000)
        samples = try soFar()
        while searched < samples.count, run < Self.markSamples / 10 {
          run = samples[searched] == Self.mark ? run + 1 : 0
          searched += 1
        }
        if run == Self.markSamples / 10 { return true }
      }
      return false
    }
    kill(recorder, SIGKILL)
    guard isComplete else { throw TestSupportError("the recorder does not receive what is played") }
    return Array(samples[..<(searched - run)])
  }
}

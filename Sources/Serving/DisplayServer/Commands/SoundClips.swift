import LiveRuns
import Synchronization
import WorkoutModel

/// The built-in sounds and beds as pages play them, each of which the command encodes once.
final class SoundClips: Sendable {
  private let command: LimitedCommand
  private let queue = CommandQueue()
  private let clips = Mutex<[String: [UInt8]]>([:])

  init(_ command: String) { self.command = LimitedCommand(command: command, maximum: 4 << 20) }

  /// A sound as a JSON object: its `clip` as Opus in Base64, and the `length` that is heard, in nanoseconds.
  func clip(named name: String) async throws(Refusal) -> [UInt8] {
    guard BuiltInSound(rawValue: name) != nil || BuiltInBed(rawValue: name) != nil else { throw .unknown }
    if let clip = kept(name) { return clip }
    let command = command
    return try await queue.run { () throws(Refusal) in
      // Another request may have encoded it since.
      if let clip = self.kept(name) { return clip }
      let result = try command.result(["sounds", name, "--clip"])
      guard result.status == 0 else { throw Refusal(500, "failed", "the sound can't be encoded") }
      self.clips.withLock { $0[name] = result.output }
      return result.output
    }
  }

  private func kept(_ name: String) -> [UInt8]? { clips.withLock { $0[name] } }
}

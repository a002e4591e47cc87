import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport

/// Listens to what a sound server plays, and knows when it was played.
final class LiveEar: Sendable {
  private let hearing = Hearing()
  private let recorder: pid_t

  /// Begins to listen; the server plays in small portions from now on, as the recorder wants them soon.
  init(to server: SoundServer) throws {
    let path = server.setting["ear-\(UUID().uuidString)"]
    let isMade = unsafe mkfifo(path, 0o600) == 0
    guard isMade else { throw Failure("no FIFO: error \(errno)") }
    // Whoever opens one end of it waits for the other.
    DispatchQueue(label: "ear").async { [hearing] in hearing.listen(to: path) }
    let format = "--format=float32le --rate=48000 --channels=2 --raw --latency-msec=10"
    let text = try server.control("parec -d nul.monitor \(format) >\(quoted(path)) & echo $!")
    guard let recorder = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Failure("no recorder: \(text)")
    }
    self.recorder = recorder
  }

  /// Listens no more.
  func end() { kill(recorder, SIGKILL) }

  /// Seconds of the monotonic clock.
  static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The loudest sample of each whole millisecond from an instant on, as far as it has been heard.
  func peaks(from instant: Double) -> [Float] { hearing.peaks(from: instant) }
}

/// What has been heard.
private final class Hearing: Sendable {
  private struct Sound {
    /// The left side, at 48 kHz.
    var samples: [Float] = []
    /// When the first of them was played, in seconds of the monotonic clock: what came soonest after it was played
    /// tells best.
    var begin = Double.infinity
  }

  private let sound = Mutex(Sound())

  func peaks(from instant: Double) -> [Float] {
    sound.withLock { sound in
      guard !sound.samples.isEmpty else { return [] }
      let first = max(0, Int(((instant - sound.begin) * 48_000).rounded()))
      return stride(from: first, to: sound.samples.count - 47, by: 48).map { start in
        sound.samples[start..<start + 48].reduce(0) { max($0, abs($1)) }
      }
    }
  }

  func listen(to path: String) {
    let source = Descriptor(unsafe open(path, O_RDONLY | O_CLOEXEC))
    var (bytes, rest) = ([UInt8](repeating: 0, count: 65_536), [UInt8]())
    while case let count = unsafe read(source.number, &bytes, bytes.count), count > 0 {
      let instant = LiveEar.now()
      rest += bytes[..<count]
      let frames = rest.count / 8
      let samples = (0..<frames).map { frame in
        Float(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(rest[8 * frame + $1]) << (8 * $1) })
      }
      rest.removeFirst(8 * frames)
      sound.withLock { sound in
        sound.samples += samples
        sound.begin = min(sound.begin, instant - Double(sound.samples.count) / 48_000)
      }
    }
  }
}

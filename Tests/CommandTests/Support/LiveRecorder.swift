import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport

/// Records what a sound server plays, with the time at which it was played.
final class LiveRecorder: Sendable {
  private let recording = TimedRecording()
  private let recorder: pid_t

  /// Starts the recorder; its low latency makes the server render in small blocks from now on.
  init(of server: SoundServer) throws {
    let path = server.configuration["recording-\(UUID().uuidString)"]
    let isMade = unsafe mkfifo(path, 0o600) == 0
    guard isMade else { throw Failure("no FIFO: error \(errno)") }
    // Opening one end of a FIFO waits for the other.
    DispatchQueue(label: "recorder").async { [recording] in recording.read(path) }
    let format = "--format=float32le --rate=48000 --channels=2 --raw --latency-msec=10"
    let text = try server.control("parec -d nul.monitor \(format) >\(quoted(path)) & echo $!")
    guard let recorder = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Failure("no recorder: \(text)")
    }
    self.recorder = recorder
  }

  /// Stops the recorder.
  func end() { kill(recorder, SIGKILL) }

  /// Seconds of the monotonic clock.
  static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The loudest sample of each whole millisecond from an instant on that has been recorded.
  func peaks(from instant: Double) -> [Float] { recording.peaks(from: instant) }
}

/// The recorded samples and the time of the first.
private final class TimedRecording: Sendable {
  private struct Sound {
    /// The left side, at 48 kHz.
    var samples: [Float] = []
    /// When the first sample was played, in seconds of the monotonic clock: the minimum of all estimates, as each is
    /// late by the delay of its block.
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

  func read(_ path: String) {
    let source = Descriptor(unsafe open(path, O_RDONLY | O_CLOEXEC))
    var (bytes, rest) = ([UInt8](repeating: 0, count: 65_536), [UInt8]())
    while case let count = unsafe Glibc.read(source.number, &bytes, bytes.count), count > 0 {
      let instant = LiveRecorder.now()
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

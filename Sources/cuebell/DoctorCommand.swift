import ALSAOutput
import ArgumentParser
import AudioMixing
import CueAudio
import EspeakSpeech
import FoundationEssentials
import Glibc
import LiveHost

/// `doctor`: what works here, and the cure for what doesn't.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what works here, and the cure for what doesn't.",
    discussion: """
      Examples:
        cuebell doctor
        cuebell doctor && cuebell run Workouts/quick-start.json
      """)

  func run() throws {
    let findings = [sound(), speech(), clock(), session()]
    for finding in findings { try Streams.out(finding.text) }
    if findings.contains(where: { $0.isBroken }) { throw ExitCode(1) }
  }

  /// One thing that was looked at.
  private struct Finding {
    let name: String
    let state: String
    var cure: String?
    /// Whether a workout can't run as it should because of it.
    var isBroken = false

    var text: String {
      let mark = cure == nil ? "ok  " : isBroken ? "BAD " : "note"
      return "\(mark)  \(name): \(state)" + (cure.map { "\n      cure: \($0)" } ?? "")
    }
  }

  private func sound() -> Finding {
    do throws(SinkError) {
      let sink = try ALSASink(device: "default")
      try sink.finish()
      return Finding(name: "sound", state: "the default ALSA device opens")
    } catch {
      return Finding(
        name: "sound", state: "\(error.explanation); workouts keep time in silence",
        cure: "plug a sound card in, or see: cuebell devices; or make files: cuebell render FILE -o workout.flac")
    }
  }

  private func speech() -> Finding {
    let backend = Ensemble.speech()
    defer { backend.close() }
    do throws(SpeechError) {
      let spoken = try backend.synthesize(SpeechRequest(text: "three, two, one"))
      return Finding(name: "speech", state: "espeak-ng speaks (\(spoken.samples.count) samples for three words)")
    } catch {
      return Finding(
        name: "speech", state: error.explanation, cure: "apt-get install espeak-ng-data libespeak-ng1", isBroken: true)
    }
  }

  private func clock() -> Finding {
    let clock = BootClock()
    clock.wait(until: .milliseconds(20))
    let late = clock.now() - .milliseconds(20)
    let microseconds = late.components.attoseconds / 1_000_000_000_000
    return Finding(name: "clock", state: "boot-time clock; a 20 ms wait came \(microseconds) µs late")
  }

  private func session() -> Finding {
    do throws(SessionLock.Failure) {
      let path = try SessionLock.standardPath(ProcessInfo.processInfo.environment)
      _ = try SessionLock(at: path, holder: "doctor")
      return Finding(name: "session", state: "nobody holds the audio session (\(path))")
    } catch {
      switch error {
      case .held(let holder):
        return Finding(name: "session", state: "held by \(holder)", cure: "wait for it, or stop it")
      case .unavailable(let reason):
        return Finding(name: "session", state: reason, cure: "set XDG_RUNTIME_DIR or HOME")
      }
    }
  }
}

import AudioMixing
import AudioOutput
import CommandSupport
import Glibc
import HostSystem
import SessionReporting
import WorkoutModel

extension Diagnostic {
  /// The time limits, in milliseconds, for the sound system to answer, and then to play or to fail.
  private static let patienceMilliseconds: [Int32] = [3_000, 8_000]

  /// Opens `device`, tests whether it plays, and closes it again.
  static func sound(opening device: String, _ environment: AudioEnvironment) -> Diagnostic {
    // `nil` means a device that is open and not tested yet.
    let outcomes = Mailbox<ALSADeviceTest.Outcome?>(capacity: 2)
    var outcome: ALSADeviceTest.Outcome??
    do throws(NoThread) {
      try HostThread { outcomes.put(ALSADeviceTest.open(device) { outcomes.put(nil) }) }.detach()
      for limit in patienceMilliseconds {
        outcomes.wait(milliseconds: limit)
        outcome = outcomes.drain().messages.last
        guard case .some(nil) = outcome else { break }
      }
    } catch {
      let attempt = SoundAttempt.refused(code: error.code.rawValue, meaning: error.explanation, remarks: [])
      return .sound(device, attempt, environment)
    }
    let attempt: SoundAttempt =
      switch outcome.flatMap({ $0 }) {
      case nil: .refused(code: ETIMEDOUT, meaning: "the sound system doesn't answer", remarks: [])
      case .opened(let buffering):
        .opens(block: milliseconds(buffering.periodFrames), buffer: milliseconds(buffering.bufferFrames))
      case .refused(let error, let remarks):
        .refused(code: -error.rawValue, meaning: error.description, remarks: remarks)
      case .unusable(let error): .unusable(error.explanation)
      }
    return .sound(device, attempt, environment)
  }

  private static func milliseconds(_ frames: Int) -> Int { frames * 1_000 / Bus.sampleRate }
}

extension SettingsFile {
  static func examined() -> (settings: Settings, diagnostic: Diagnostic) {
    guard let path else {
      return (Settings(), .ok("settings", "none: HOME is not set"))
    }
    do {
      let settings = try read()
      let count = Counted.of(settings.places.count, "setting", "settings")
      return (settings, .ok("settings", isThere ? "\(count) in \(path)" : "none: \(path) doesn't exist"))
    } catch {
      let lines = "\(error)".split(separator: "\n")
      let others = lines.count > 1 ? ", and \(lines.count - 1) more" : ""
      let fix = "correct it, or move it away: mv \(ShellWord.quoted(path)) \(ShellWord.quoted(path + ".old"))"
      return (Settings(), .problem("settings", "\(lines.first ?? "")\(others)", fix: fix))
    }
  }
}

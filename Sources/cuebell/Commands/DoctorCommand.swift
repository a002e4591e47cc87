import ArgumentParser
import AudioOutput
import CommandSupport
import DesktopBus
import FoundationEssentials
import Glibc
import SoundFiles
import Speech
import StrictJSON
import WorkoutModel

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check this machine and suggest fixes.",
    discussion: """
      Examples:
        cuebell doctor
        cuebell doctor --sound

      With --sound it plays on the left, on the right and louder, asks what you hear, and says what to change. \
      The status is 1 if there is a problem, such as a missing voice, and otherwise 0. A missing sound card is only a \
      warning, because everything else works without one.
      """)

  @Option(help: ArgumentHelp("The audio device to test; see: cuebell devices", valueName: "name"), completion: .devices)
  var device: String?

  @Flag(help: "Play on each side and louder, and ask what is heard.")
  var sound = false

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    guard !(sound && json) else { throw ValidationError("--sound asks questions: leave out --json.") }
  }

  func run() throws {
    if sound { return try DoctorSound(device: device ?? SettingsFile.load().device).run() }
    let diagnostics = diagnostics(ProcessInfo.processInfo.environment)
    let worst = diagnostics.map(\.verdict).max() ?? .ok
    if json {
      let object: JSONFields = ["verdict": worst.rawValue, "checks": diagnostics.map(\.fields)]
      try Streams.out(object.line())
    } else {
      for diagnostic in diagnostics { try diagnostic.tell() }
    }
    if worst == .problem { throw ExitCode(1) }
  }

  private func diagnostics(_ environment: [String: String]) -> [Diagnostic] {
    let (settings, settingsDiagnostic) = SettingsFile.examined()
    let desktop = DesktopProbe.probe(environment)
    return Diagnostic.audibility(opening: device ?? settings.device, settings, environment)
      + [
        .clock(),
        .limits(),
        .terminal(environment),
        .folder(.runtime, environment),
        .folder(.state, environment),
        .folder(.cache, environment),
        .session(environment),
        .service(environment),
        .desktop(
          hasSessionBus: desktop.hasSessionBus, hasLogind: desktop.hasLogind, hasRestored: desktop.hasRestored),
        .bluetooth(lacking: desktop.bluetooth.lack, isWanted: settings.heartRate != .off),
        .notifications(environment, hasServer: desktop.hasNotifications),
        settingsDiagnostic,
        .versions([
          "cuebell \(Release.version)", "espeak-ng \(EspeakInstallation.version)",
          "alsa-lib \(ALSADeviceTest.libraryVersion)", SndfileVersion.text,
        ]),
      ]
  }
}

extension Diagnostic {
  /// Whether a workout can be heard: the device, the sound server and the voice.
  static func audibility(
    opening device: String, _ settings: Settings, _ environment: [String: String]
  ) -> [Diagnostic] {
    let server = ServerCheck.probe(environment)
    let audio = AudioEnvironment.probe(environment, hasServer: server.isReachable)
    return [.sound(opening: device, audio), server.diagnostic]
      + VoiceProbe.diagnostics(environment, settings.voice.speech)
  }

  /// Prints the lines for human readers: the diagnostic, and its fix.
  func tell() throws { try Streams.tell(lines, indent: Verdict.columns + 2) }

  private var lines: String {
    let mark = verdict.rawValue + String(repeating: " ", count: Verdict.columns - verdict.rawValue.count)
    let indent = String(repeating: " ", count: Verdict.columns)
    return SafeText.filtered("\(mark)  \(name): \(text)")
      + (fix.map { "\n\(indent)  fix: \(SafeText.filtered($0))" } ?? "")
  }

  fileprivate var fields: JSONFields { ["name": name, "verdict": verdict.rawValue, "text": text, "fix": fix] }
}

extension Diagnostic.Verdict {
  fileprivate static let columns = allCases.map(\.rawValue.count).max() ?? 0
}

import ArgumentParser
import DesktopBus
import FoundationEssentials
import Glibc
import HostDiagnostics
import SessionReporting
import WorkoutModel

/// `doctor`: diagnoses of this machine, with fixes.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what works here, and the cure for what doesn't.",
    discussion: """
      Examples:
        cuebell doctor
        cuebell doctor && cuebell run quick-start

      The status is 0 where workouts run as they should, if perhaps in silence: everything works without a sound card. \
      It is 1 where there is a problem, such as a missing voice.
      """)

  @Option(help: ArgumentHelp("The audio device to try; see: cuebell devices", valueName: "name"), completion: .devices)
  var device: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let findings = findings(ProcessInfo.processInfo.environment)
    let worst = findings.map(\.verdict).max() ?? .ok
    if json {
      var object = JSONText()
      object.add("verdict", worst.rawValue)
      object.add("checks", raw: "[" + findings.map(\.json).joined(separator: ", ") + "]")
      try Streams.out(object.object)
    } else {
      for finding in findings { try Streams.out(finding.lines) }
    }
    if worst == .problem { throw ExitCode(1) }
  }

  private func findings(_ environment: [String: String]) -> [Diagnostic] {
    let (settings, settingsFinding) = SettingsFile.examined()
    let server = ServerCheck.probe(environment)
    let desktop = BusCheck.probe(environment)
    let surroundings = AudioEnvironment.probe(environment, hasServer: server.isReachable)
    return [
      SoundCheck.probe(device ?? settings.device ?? Devices.standard, surroundings).finding,
      server.finding,
      VoiceCheck.probe(environment, settings.preference().command).finding,
      ClockCheck.probe().finding,
      LimitCheck.probe().finding,
      TerminalCheck.probe(environment, descriptor: STDOUT_FILENO).finding,
      FolderCheck.probe(.runtime, environment).finding,
      FolderCheck.probe(.state, environment).finding,
      FolderCheck.probe(.cache, environment).finding,
      SessionCheck.probe(environment).finding,
      ServiceCheck.probe(environment).finding,
      desktop.finding,
      NotificationCheck.probe(environment, hasServer: desktop.probe.hasNotifications).finding,
      settingsFinding,
      VersionCheck.probe(Cuebell.versions).finding,
    ]
  }
}

extension Diagnostic {
  /// The lines for human readers: the finding, and its fix.
  fileprivate var lines: String {
    let mark = verdict.rawValue + String(repeating: " ", count: Verdict.columns - verdict.rawValue.count)
    let indent = String(repeating: " ", count: Verdict.columns)
    return SafeText.filtered("\(mark)  \(name): \(text)")
      + (fix.map { "\n\(indent)  cure: \(SafeText.filtered($0))" } ?? "")
  }

  /// The JSON object for programs.
  fileprivate var json: String {
    var json = JSONText()
    json.add("name", name)
    json.add("verdict", verdict.rawValue)
    json.add("finding", text)
    json.add("cure", fix)
    return json.object
  }
}

extension Diagnostic.Verdict {
  fileprivate static let columns = allCases.map(\.rawValue.count).max() ?? 0
}

import ArgumentParser
import AudioMixing
import CommandSupport
import FoundationEssentials
import Glibc
import HostSystem
import ServerOptions
import WorkoutModel

/// `tour`: three minutes in which a new user hears it, presses its keys, writes a workout and sees the wall.
struct Tour: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take a tour of three minutes: sound, keys, a workout of your own, the wall.",
    discussion: """
      Examples:
        cuebell tour
        cuebell tour --device plughw:CARD=Headphones

      Asks questions, so it needs a terminal; where there is no sound it says why. Ctrl-C ends it at any time.
      """)

  @Option(help: ArgumentHelp("The audio device; see: cuebell devices", valueName: "name"), completion: .devices)
  var device: String?

  static let sixLines = """
    { "name": "Mine", "ambient": { "sound": "rain" }, "phases": [
      { "name": "Get ready", "intensity": "prepare", "duration": "10s" },
      { "sets": 8, "phases": [
        { "name": "Squats", "intensity": "high", "duration": "20s" },
        { "name": "Rest", "intensity": "rest", "duration": "10s", "skip": "last" }
    ] } ] }
    """

  func run() throws {
    try Question.require("cuebell tour")
    let settings = try SettingsFile.load()
    try Streams.tell("A tour of three minutes in four steps. Ctrl-C ends it at any time.")
    let isAudible = try hear(settings)
    try tryKeys(inSilence: !isAudible)
    try writeWorkout()
    try Streams.tell(Self.wall)
  }

  // MARK: Sound

  /// Plays a gong and a sentence; returns whether the user hears them.
  private func hear(_ settings: Settings) throws -> Bool {
    try Streams.tell("\n1. A gong and a voice\n")
    let device = device ?? settings.device
    let environment = ProcessInfo.processInfo.environment
    while true {
      let problems = Diagnostic.audibility(opening: device, settings, environment).filter { $0.verdict != .ok }
      for problem in problems { try problem.tell() }
      if problems.contains(where: { $0.name == "sound" }) {
        if try Question.choose("Try it again?", YesNo.self) == .yes { continue }
        try Streams.tell("The tour continues without sound; workouts keep time in silence, too.")
        return false
      }
      do throws(SinkError) {
        try SoundTrial(device: device).greet("This is Cuebell. Ready when you are.", settings)
      } catch {
        Streams.err("No sound: \(error.explanation).")
      }
      switch try Question.choose("Did you hear both?", YesNoAgain.self) {
      case .yes: return true
      case .again: continue
      case .no:
        if problems.isEmpty { try Diagnostic.sides(left: .nowhere, right: .nowhere).tell() }
        try Streams.tell("cuebell doctor checks this machine, cuebell doctor --sound each speaker.")
        if try Question.choose("Try it again?", YesNo.self) == .no { return false }
      }
    }
  }

  // MARK: Keys

  /// Lets the user try the keys in a run of a workout that names them.
  private func tryKeys(inSilence isSilent: Bool) throws {
    guard let folder = ShippedFiles.folder("Workouts") else {
      throw Exit.fail(.noInput, "The workouts are not installed: make install installs them.")
    }
    try Streams.tell("\n2. The keys\n\nA short workout asks for one key after another. q leaves it at any time.")
    _ = try Question.line("Press Enter to start it. ")
    let sound = isSilent ? ["--silent"] : device.map { ["--device", $0] } ?? []
    let arguments = [OwnProgram.path, "run", "\(folder)/tour.json", "--no-history", "--no-notify"] + sound
    // Ctrl-C reaches both: this process ends when the run has restored the terminal.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGINT, SIGQUIT] { unsafe sigaddset(&signals, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    defer { unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
    do throws(Errno) {
      let run = try ChildProcess(
        arguments, input: .descriptor(STDIN_FILENO), output: .descriptor(STDOUT_FILENO),
        errors: .descriptor(STDERR_FILENO))
      run.wait()
    } catch {
      Streams.err("The workout can't be started: \(error).")
    }
  }

  // MARK: A workout

  /// Shows a workout, and writes it where the user wants.
  private func writeWorkout() throws {
    try Streams.tell("\n3. A workout of your own is a file of six lines\n\n\(Self.sixLines)\n")
    while true {
      let typed = try Question.line("Save it as (Enter: mine.json, -: nowhere): ")
      if typed == "-" { return }
      let name = typed.isEmpty ? "mine.json" : typed.hasSuffix(".json") ? typed : "\(typed).json"
      // No shell has seen what was typed.
      let path = name.hasPrefix("~/") ? (ProcessInfo.processInfo.environment["HOME"] ?? "~") + name.dropFirst() : name
      // Another name may be possible where this one is not, and the reason has been printed.
      guard (try? OutputFile.write(Self.sixLines, to: path, replacing: false)) != nil else { continue }
      let word = ShellWord.quoted(path.hasPrefix("-") ? "./\(path)" : path)
      return try Streams.tell("Change it in any editor; then: cuebell show \(word), cuebell run \(word)")
    }
  }

  // MARK: The wall

  private static let wall = """

    4. The wall

      cuebell serve                        shows it at http://localhost:\(ListenAddress.standard.port)/wall
      cuebell serve --listen 0.0.0.0:\(ListenAddress.standard.port)  on televisions and phones, too
      cuebell run tabata --display         both, while one workout runs

    That was it. What comes with Cuebell: cuebell list. All commands: cuebell help.
    """
}

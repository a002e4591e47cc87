import ArgumentParser
import CommandSupport
import StrictJSON
import WorkoutModel

struct RunOptions: ParsableArguments {
  @OptionGroup var sound: SoundOptions

  @OptionGroup var control: ControlOptions

  @OptionGroup var verbosity: Verbosity

  @OptionGroup var mix: MixOptions

  @Option(help: ArgumentHelp("Start at this time in the plan.", valueName: "3:20"))
  var startAt: DurationArgument?

  @Option(
    help: ArgumentHelp(
      "The seed for random moments, orders, picks and lengths; by default a new one each time.", valueName: "n"))
  var seed: SeedArgument?

  @Option(
    help: ArgumentHelp(
      "How to treat time spent suspended: continue, freeze, or pause-if-over=2s (default).", valueName: "policy"),
    completion: .suspendPolicies)
  var whenSuspended: SuspendChoice?

  @Option(
    defaultAsFlag: .on,
    help: ArgumentHelp(
      "Read the heart rate from a Bluetooth strap: the nearest one, or that with this name or address; off for none.",
      valueName: "name"))
  var heartRate: StrapPreference?

  @Flag(help: "Take the audio session from another run, which pauses.")
  var takeOver = false

  @Option(help: ArgumentHelp("Run N times as fast, 1 to 1000; requires --silent.", valueName: "n"))
  var speed: Int = 1

  @Flag(help: "Print every event, one JSON object per line.")
  var json = false

  @Option(
    help: ArgumentHelp("Write the same events to a file; - for stdout, like --json.", valueName: "file"),
    completion: .file())
  var log: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Record the session in the history, so that it can be resumed.")
  var history = true

  @Option(help: ArgumentHelp("Colours: auto (default), always or never.", valueName: "when"))
  var color: ColorChoice?

  /// Whether stdout gets events instead of lines for human readers.
  var printsEvents: Bool { json || log == "-" }

  /// The command that continues the session; a rehearsal keeps its speed.
  var resumeCommand: String { "cuebell resume" + (speed == 1 ? "" : " --silent --speed \(speed)") }

  var logFile: String? { log == "-" ? nil : log }

  func validate() throws {
    for setting in Setting.all {
      if let problem = setting.chosen(self).flatMap(setting.problem) { throw ValidationError(problem) }
    }
    guard (1...1000).contains(speed) else { throw ValidationError("The speed must be 1 to 1000.") }
    guard !json || log != "-" else { throw ValidationError("--json and --log - both go to stdout.") }
    guard speed == 1 || sound.silent else { throw ValidationError("--speed requires --silent.") }
  }
}

struct MixOptions: ParsableArguments {
  @Flag(help: "Leave out speech.")
  var noSpeech = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Volume relative to the normal level, -60 to 12 dB; by default 0.", valueName: "dB"))
  var volume: Double?

  @Option(help: VoiceChange.help)
  var voice: VoiceChange?

  func validate() throws {
    if let problem = (volume?.json).flatMap(Setting.volume.problem) { throw ValidationError(problem) }
  }
}

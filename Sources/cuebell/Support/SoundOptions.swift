import ArgumentParser
import AudioMixing
import AudioOutput
import DesktopBus
import FoundationEssentials
import LivePlayback
import Logging
import WorkoutModel

/// The options for the sound output of a live session.
struct SoundOptions: ParsableArguments {
  @Option(help: "The audio device; see: cuebell devices", completion: .devices)
  var device: String?

  @Option(
    help: ArgumentHelp(
      "Write raw sound (S16LE, 48 kHz, stereo) to this FIFO, such as a Snapcast server's.", valueName: "path"),
    completion: .file())
  var fifo: String?

  @Flag(help: "Keep time without sound.")
  var silent = false

  @Flag(help: "Exit with status 69 if there is no sound.")
  var requireAudio = false

  @Option(help: "Other players during the run: mix (default), duck (12 dB lower under speech) or pause.")
  var others: OtherPrograms?

  @Option(
    help: "Buffered sound: low (40 ms), normal (120 ms, default) or power (500 ms, fewest wake-ups).")
  var latency: LatencyProfile?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Latency of the speakers in ms; sound is sent that much earlier. By default 0.", valueName: "ms"))
  var latencyOffset: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Milliseconds of faint noise before a sound that follows silence, for speakers that cut off its start; "
        + "by default 400 for a Bluetooth device, otherwise 0.", valueName: "ms"))
  var leadIn: Int?

  /// Whether the run shares no device with others, and so doesn't use the audio session.
  var isPrivate: Bool { silent || fifo != nil }

  func validate() throws {
    guard [device != nil, fifo != nil, silent].count(where: { $0 }) <= 1 else {
      throw ValidationError("--device, --fifo and --silent exclude each other.")
    }
    guard !(silent && requireAudio) else { throw ValidationError("--silent and --require-audio exclude each other.") }
    guard OptionLimits.latencyOffset.contains(latencyOffset ?? 0) else {
      throw ValidationError("The latency offset must be -1000 to 5000 ms.")
    }
    guard OptionLimits.leadIn.contains(leadIn ?? 0) else { throw ValidationError("The lead-in must be 0 to 1000 ms.") }
  }

  /// The length of the lead-in: by default none, unless the device has a name used by the Bluetooth plugins of ALSA or
  /// the sound servers.
  ///
  /// The device behind a sound server's default is unknown.
  var leadInTime: Duration {
    if let leadIn { return .milliseconds(leadIn) }
    let isWireless = device?.lowercased().contains("blue") == true
    return isWireless ? .milliseconds(400) : .zero
  }
}

extension RunOptions {
  /// These options, completed by the user's settings.
  func completed(by settings: Settings) -> RunOptions {
    var options = self
    // The output was chosen by another option.
    if !sound.isPrivate { options.sound.device = sound.device ?? settings.device }
    options.sound.latency = sound.latency ?? settings.latency
    options.sound.latencyOffset = sound.latencyOffset ?? settings.latencyOffset
    options.sound.leadIn = sound.leadIn ?? settings.leadIn
    options.sound.others = sound.others ?? settings.others
    options.volume = volume ?? settings.volume
    options.whenSuspended = whenSuspended ?? settings.whenSuspended
    options.color = color ?? settings.color
    options.control.notify = control.notify ?? settings.notify
    Diagnostics.log.debug(
      "sound",
      metadata: [
        "device": "\(options.sound.isPrivate ? "none" : options.sound.device ?? OutputDevice.standard)",
        "latency": "\((options.sound.latency ?? .normal).rawValue)", "offset": "\(options.sound.latencyOffset ?? 0)",
        "leadIn": "\(DurationText.write(options.sound.leadInTime))", "volume": "\(options.volume ?? 0)",
      ])
    return options
  }

  /// The user's preference for the voice.
  func preference(_ settings: Settings) -> VoicePreference {
    settings.preference(voice)
  }

  /// The treatment of other players: a run without speech has no reason to lower them.
  private var others: OtherPrograms {
    let others = sound.others ?? .mix
    return noSpeech && others == .duck ? .mix : others
  }

  /// The treatment of other players on the desktop; a run that shares no device with them leaves them alone.
  var desktopOthers: OthersPolicy { sound.isPrivate ? .mix : OthersPolicy(rawValue: others.rawValue) ?? .mix }

  /// The role for the sound server: none if players can be controlled over the bus, because they would be lowered
  /// twice.
  var roleOthers: OtherPrograms {
    DesktopIntegration.hasSession(ProcessInfo.processInfo.environment) ? .mix : others
  }

  /// The settings of the sound output.
  var soundSettings: LiveSound.Settings {
    var settings = LiveSound.Settings()
    settings.device = sound.device ?? OutputDevice.standard
    settings.fifo = sound.fifo
    settings.isSilent = sound.silent
    settings.needsDevice = sound.requireAudio
    settings.buffering = (sound.latency ?? .normal).buffering
    settings.savesPower = sound.latency == .power
    settings.latencyOffset = .milliseconds(sound.latencyOffset ?? 0)
    settings.speed = speed
    return settings
  }
}

/// The amount of sound buffered between the mix and the listener.
enum LatencyProfile: String, ExpressibleByArgument, CaseIterable {
  case low, normal, power

  var buffering: ALSASink.Buffering {
    switch self {
    case .low: .low
    case .normal: .normal
    case .power: .power
    }
  }
}

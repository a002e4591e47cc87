import ArgumentParser
import AudioOutput
import CommandSupport
import DesktopBus
import FoundationEssentials
import LivePlayback
import Logging
import SessionControl
import Snapcast
import StrictJSON
import WorkoutModel

struct SoundOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The ALSA device (see cuebell devices); the default device replaces one that can't be opened.",
      valueName: "name"),
    completion: .devices)
  var device: String?

  @Option(
    help: ArgumentHelp(
      "Write raw sound (S16LE, 48 kHz, stereo) to this existing FIFO.", valueName: "path"),
    completion: .file())
  var fifo: String?

  @Option(
    help: ArgumentHelp(
      "Play in all rooms of this Snapcast server; name its ports if they aren't 1705 and 1704.",
      valueName: "host[:control[:stream]]"))
  var snapcast: SnapcastAddress?

  @Option(help: ArgumentHelp("With --snapcast: the stream, if the server has several.", valueName: "name"))
  var stream: String?

  @Flag(help: "Keep time without sound.")
  var silent = false

  @Flag(help: "Exit with status 69 without a device, or without a voice for the words, at the start.")
  var requireAudio = false

  @Option(
    help: ArgumentHelp(
      "Other players during the run: mix (default), duck (12 dB lower under speech) or pause.", valueName: "how"))
  var others: OtherPrograms?

  @Option(
    help: ArgumentHelp(
      "Buffered sound: low (40 ms), normal (120 ms, default) or power (500 ms, fewest wake-ups).", valueName: "profile")
  )
  var latency: LatencyProfile?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Latency of the speakers, -1000 to 5000 ms; sound is sent that much earlier. By default 0.", valueName: "ms"))
  var latencyOffset: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Faint noise of 0 to 1000 ms before a sound that follows silence, for speakers that cut off its start; "
        + "by default 400 for a Bluetooth device, otherwise 0.", valueName: "ms"))
  var leadIn: Int?

  /// Whether the run shares no device with others, and so doesn't use the audio session.
  var isPrivate: Bool { silent || fifo != nil || snapcast != nil }

  /// When a run that begins in silence is heard, if that is up to another program; `nil` with a device.
  var beginning: String? {
    if snapcast != nil { return "The sound begins when the server answers." }
    return fifo == nil ? nil : "The sound begins when the FIFO is there and read."
  }

  func validate() throws {
    guard [device != nil, fifo != nil, silent].count(where: { $0 }) <= 1 else {
      throw ValidationError("--device, --fifo and --silent exclude each other.")
    }
    let hasOther = device != nil || fifo != nil || silent || latencyOffset != nil
    guard snapcast == nil || !hasOther else {
      throw ValidationError(
        "--snapcast excludes --device, --fifo, --silent and --latency-offset: the server says how long its buffer is.")
    }
    guard stream == nil || snapcast != nil else { throw ValidationError("--stream requires --snapcast.") }
    guard !(silent && requireAudio) else { throw ValidationError("--silent and --require-audio exclude each other.") }
  }
}

extension RunOptions {
  func sound(_ settings: Settings) -> LiveSound.Settings {
    Diagnostics.log.debug(
      "sound",
      metadata: [
        "device": "\(sound.isPrivate ? "none" : settings.device)", "latency": "\(settings.latency.rawValue)",
        "offset": "\(settings.latencyOffset)",
        "leadIn": "\(DurationText.write(settings.leadInTime(sound)))", "volume": "\(settings.volume)",
      ])
    var output = LiveSound.Settings()
    output.device = settings.device
    output.fifo = sound.fifo
    output.snapcast = sound.snapcast.map { SnapcastOutput($0, stream: sound.stream) }
    output.isSilent = sound.silent
    output.needsDevice = sound.requireAudio
    output.buffering = settings.latency.buffering
    output.isFollowed = printsEvents || logFile != nil
    output.savesPower = settings.latency == .power
    output.latencyOffset = .milliseconds(settings.latencyOffset)
    output.speed = speed
    return output
  }
}

extension Settings {
  /// The treatment of other players: a run without speech has no reason to lower them.
  private func others(_ options: RunOptions) -> OtherPrograms {
    options.mix.noSpeech && others == .duck ? .mix : others
  }

  /// The treatment of other players on the desktop; a run that shares no device with them leaves them alone.
  func desktopOthers(_ options: RunOptions) -> OtherPrograms {
    options.sound.isPrivate ? .mix : others(options)
  }

  /// The role for the sound server: none if players can be controlled over the bus, because they would be lowered
  /// twice.
  func roleOthers(_ options: RunOptions) -> OtherPrograms {
    DesktopIntegration.hasSession(ProcessInfo.processInfo.environment) ? .mix : others(options)
  }
}

extension SnapcastAddress: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

/// The amount of sound buffered between the mix and the listener.
enum LatencyProfile: String, ExpressibleByArgument, JSONConvertible, CaseIterable {
  case low, normal, power

  var buffering: ALSASink.Buffering {
    switch self {
    case .low: .low
    case .normal: .normal
    case .power: .power
    }
  }
}

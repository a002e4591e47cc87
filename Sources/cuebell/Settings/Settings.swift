import LivePlayback
import StrictJSON
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// The user's defaults of options; `nil` if the settings file doesn't set them.
struct Settings {
  /// The keys of the file.
  enum Key: String, CaseIterable {
    case device, latency, latencyOffset, leadIn, volume, voice, workouts, whenSuspended, others, color, notify
  }

  var device: String?
  var latency: LatencyProfile?
  /// The latency offset in milliseconds.
  var latencyOffset: Int?
  /// The lead-in in milliseconds.
  var leadIn: Int?
  /// The volume in dB.
  var volume: Double?
  /// The voice for workouts that don't choose their own.
  var voice = VoiceChange()
  /// The speech engine.
  var voiceEngine: VoiceEngine?
  /// The speech program and its arguments; `nil` if none is set.
  var voiceCommand: [String]?
  /// The additional folders, searched first.
  var workouts: [String] = []
  var whenSuspended: SuspendChoice?
  var others: OtherPrograms?
  var color: ColorChoice?
  /// Whether desktop notifications are shown.
  var notify: Bool?
  /// The location of each setting in the file.
  var places: [Key: TextLocation] = [:]

  /// The voice preference; `chosen` is that of the command line.
  func preference(_ chosen: VoiceChange? = nil) -> VoicePreference {
    VoicePreference(chosen: chosen, standard: voice, command: voiceEngine == .espeak ? nil : voiceCommand)
  }
}

/// The speech engines.
enum VoiceEngine: String, CaseIterable {
  case espeak = "espeak-ng"
  /// A user's program.
  case command
}

/// The limits of option values, on the command line and in the settings file.
enum OptionLimits {
  /// The range of the latency offset, in milliseconds.
  static let latencyOffset = -1_000...5_000
  /// The range of the lead-in, in milliseconds.
  static let leadIn = 0...1_000
  /// The range of the volume, in dB.
  static let volume = -60.0...12.0
}

import LivePlayback
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// The user's defaults of options; what the settings file leaves out is `nil`.
struct Settings {
  /// The keys of the file.
  enum Key: String, CaseIterable {
    case device, latency, latencyOffset, leadIn, volume, voice, workouts, whenSuspended, others, color, notify
  }

  var device: String?
  var latency: LatencyProfile?
  /// In milliseconds.
  var latencyOffset: Int?
  /// In milliseconds.
  var leadIn: Int?
  /// In dB.
  var volume: Double?
  /// What workouts leave out of their voices.
  var voice = VoiceChange()
  /// What speaks.
  var voiceEngine: VoiceEngine?
  /// The program that speaks and its arguments; `nil` if none is named.
  var voiceCommand: [String]?
  /// Folders, before the usual ones.
  var workouts: [String] = []
  var whenSuspended: SuspendChoice?
  var others: OtherPrograms?
  var color: ColorChoice?
  /// Whether desktop notifications are shown.
  var notify: Bool?
  /// Where in the file each setting is.
  var places: [Key: TextLocation] = [:]

  /// Who chooses voices besides the workouts; `chosen` is what the command line says.
  func preference(_ chosen: VoiceChange? = nil) -> VoicePreference {
    VoicePreference(chosen: chosen, standard: voice, command: voiceEngine == .espeak ? nil : voiceCommand)
  }
}

/// What speaks.
enum VoiceEngine: String, CaseIterable {
  case espeak = "espeak-ng"
  /// A program of the user's.
  case command
}

/// What the values of options are limited to, on the command line and in the settings file.
enum OptionLimits {
  /// In milliseconds.
  static let latencyOffset = -1_000...5_000
  /// In milliseconds.
  static let leadIn = 0...1_000
  /// In dB.
  static let volume = -60.0...12.0
}

import ArgumentParser
import CommandSupport
import LivePlayback
import SessionControl
import StrictJSON
import WorkoutFiles
import WorkoutModel

/// The defaults of options: those of the user, and otherwise the built-in ones.
struct Settings {
  var device = OutputDevice.standard
  var latency = LatencyProfile.normal
  /// The latency offset in milliseconds.
  var latencyOffset = 0
  /// The lead-in in milliseconds; `nil` if it depends on the device.
  var leadIn: Int?
  var volume = 0.0
  var voice = VoicePreference()
  /// The additional folders, searched first.
  var workouts: [String] = []
  var whenSuspended = SuspendChoice.standard
  var others = OtherPrograms.mix
  var color = ColorChoice.auto
  var notify = true
  /// The program for the end of a session, with its arguments; `nil` for none.
  var onFinished: [String]?
  var heartRate = StrapPreference.off
  var body = BodyProfile()
  /// The locations of the user's settings in their file, by key.
  var places: [String: TextLocation] = [:]

  /// The length of the lead-in: by default none, unless the device has a name used by the Bluetooth plugins of ALSA or
  /// the sound servers.
  ///
  /// The device behind a sound server's default is unknown.
  func leadInTime(_ sound: SoundOptions) -> Duration {
    let isWireless = !sound.isPrivate && device.lowercased().contains("blue")
    return .milliseconds(leadIn ?? (isWireless ? 400 : 0))
  }

  func overridden(by options: RunOptions) -> Settings {
    Setting.all.reduce(into: self) { settings, setting in setting.override(&settings, options) }
  }
}

/// A row of the table of settings: all that the settings file, the command line and `config` know of one.
struct Setting {
  static var all: [Setting] {
    [
      Setting("device", \.device, \.sound.device) { field, _ in field.text(in: 1...300) },
      Setting("latency", \.latency, \.sound.latency) { field, _ in field.choice() },
      Setting("latencyOffset", \.latencyOffset, \.sound.latencyOffset) { field, _ in
        field.integer(in: -1_000...5_000)
      },
      Setting("leadIn", \.leadIn, \.sound.leadIn) { field, _ in field.integer(in: 0...1_000).map(\.self) },
      volume,
      // The option overrides workouts, too: see `VoicePreference`.
      Setting("voice", \.voice) { VoicePreference($0, $1) },
      // The option adds folders: see `WorkoutFolders`.
      Setting("workouts", \.workouts) { $0.folders($1) },
      Setting("whenSuspended", \.whenSuspended, \.whenSuspended) { field, _ in field.suspendPolicy() },
      Setting("others", \.others, \.sound.others) { field, _ in field.choice() },
      Setting("color", \.color, \.color) { field, _ in field.choice() },
      Setting("notify", \.notify, \.control.notify) { field, _ in field.bool() },
      Setting("onFinished", \.onFinished) { $0.isNull ? nil : $0.command($1) },
      Setting("heartRate", \.heartRate, \.heartRate) { field, _ in StrapPreference(field) },
      Setting("body", \.body) { field, _ in BodyProfile(field) },
    ]
  }

  static var volume: Setting {
    Setting("volume", \.volume, \.mix.volume) { field, _ in field.number(in: Limits.volume) }
  }

  let key: String
  /// Replaces the value by that of the file; `absolute` is the path that one in the file means.
  let read: (inout Settings, Field, _ absolute: (String) -> String?) -> Void
  /// Replaces the value by that of the command line, if it has one.
  let override: (inout Settings, RunOptions) -> Void
  let value: (Settings) -> JSONOutput
  /// The value of the command line.
  let chosen: (RunOptions) -> JSONOutput?

  private init<Value: JSONConvertible>(
    _ key: String, _ property: WritableKeyPath<Settings, Value>,
    _ option: @escaping (RunOptions) -> Value? = { _ in nil },
    read: @escaping (Field, _ absolute: (String) -> String?) -> Value?
  ) {
    self.key = key
    self.read = { settings, field, absolute in
      settings.places[key] = field.value.location
      if let value = read(field, absolute) { settings[keyPath: property] = value }
    }
    override = { settings, options in if let value = option(options) { settings[keyPath: property] = value } }
    value = { $0[keyPath: property].json }
    chosen = { option($0)?.json }
  }

  /// The problem with a value of the command line, by the rules of the file.
  func problem(with value: JSONOutput) -> String? {
    let name = "--" + key.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
    guard let json = try? JSONReader.readLine(Array(value.line().utf8), maximumDepth: 1).root else {
      return "\(name) must be a number."
    }
    let problems = ProblemList()
    var settings = Settings()
    read(&settings, Field(json, at: .root, problems), \.self)
    return problems.problems.first.map { "\(name) \($0.message)." }
  }
}

/// The words of an option, which the settings file has as texts.
extension JSONConvertible where Self: ExpressibleByArgument {
  var json: JSONOutput { .text(defaultValueDescription) }
}

public import CueAudio
import Glibc

/// Names a session to the sound server: PulseAudio and PipeWire decide by these properties what is mixed, ducked or
/// stopped.
///
/// They read the properties when a device is opened, so a session is activated before its sink is made.
public struct LinuxAudioSession: AudioSessionConfiguring {
  /// Makes one.
  public init() {}

  /// Sets the properties that fit `category` and `options`.
  public func activate(_ category: AudioCategory, _ options: AudioSessionOptions) throws(AudioSessionError) {
    let role = Self.role(category, options)
    let properties = "application.name='Cuebell' application.id='cuebell' media.role='\(role)'"
    guard unsafe setenv("PULSE_PROP", properties, 1) == 0 else { throw .refused("the environment is full") }
    let pipeWire = "{ application.name = \"Cuebell\" media.role = \"\(role)\" }"
    guard unsafe setenv("PIPEWIRE_PROPS", pipeWire, 1) == 0 else { throw .refused("the environment is full") }
  }

  /// Takes the properties back.
  public func deactivate() {
    _ = unsafe unsetenv("PULSE_PROP")
    _ = unsafe unsetenv("PIPEWIRE_PROPS")
  }

  /// The media role that has the wanted effect: servers duck music and video for a phone call, and mix everything else.
  static func role(_ category: AudioCategory, _ options: AudioSessionOptions) -> String {
    if options.contains(.duckOthers) { return "phone" }
    switch category {
    case .playback: return "music"
    case .ambient: return "event"
    case .soloAmbient: return options.contains(.mixWithOthers) ? "music" : "production"
    }
  }
}

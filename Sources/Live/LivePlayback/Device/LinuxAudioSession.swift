package import CueAudio
import Glibc

/// Sets the role of a session for the sound server: by these properties PulseAudio and PipeWire decide what is mixed,
/// ducked or stopped.
///
/// They read the properties when a device is opened, so a session is activated before its sink is created.
package struct LinuxAudioSession: AudioSessionConfiguring {
  package init() {}

  package func activate(_ category: AudioCategory, _ options: AudioSessionOptions) throws(AudioSessionError) {
    let role = Self.role(category, options)
    let properties = "application.name='Cuebell' application.id='cuebell' media.role='\(role)'"
    try Self.set("PULSE_PROP", to: properties)
    try Self.set("PIPEWIRE_PROPS", to: "{ application.name = \"Cuebell\" media.role = \"\(role)\" }")
  }

  /// Sets a variable once: a source of the same run that takes the session over changes nothing.
  private static func set(_ name: String, to value: String) throws(AudioSessionError) {
    if let present = unsafe getenv(name), unsafe String(cString: present) == value { return }
    guard unsafe setenv(name, value, 1) == 0 else { throw .refused("the environment is full") }
  }

  /// Keeps the properties: they are only read when a device is opened, and changing the environment while other threads
  /// read it is not safe.
  package func deactivate() {}

  /// The media role with the wanted effect.
  ///
  /// PulseAudio's module-role-cork, which is loaded by default, pauses music and video while a stream of the role
  /// `phone` plays. The role `a11y` is for module-role-ducking, whose `trigger_roles` must name it. A stream of any
  /// other role is mixed with the others.
  static func role(_ category: AudioCategory, _ options: AudioSessionOptions) -> String {
    if options.contains(.duckOthers) { return "a11y" }
    if category == .ambient { return "event" }
    return options.contains(.mixWithOthers) ? "music" : "phone"
  }
}

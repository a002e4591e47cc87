package import AudioMixing
package import HostSystem

package struct LiveOutput: Sendable {
  /// Opens devices; `nil` for a session that is silent by choice.
  package var opener: (any DeviceOpening)?
  /// The frames of a block while there is no device.
  package var silentBlockFrames = Bus.sampleRate / 25
  /// The additional latency of the sound, beyond what the device reports.
  package var latencyOffset: Duration
  /// The silence that is sent before the session begins.
  package var openingSilence = Duration.zero
  /// The speed of the session's clock relative to real time; the time for work ahead shrinks by the same factor.
  package var speed = 1
  /// Whether a session whose device is lost before the workout begins fails; later it continues in silence.
  package var needsDevice = false
  /// Whether the session is stored as one that is heard or followed by a program, even in the background.
  package var isFollowed = true
  /// Whether the device is released during a long pause.
  package var releasesIdleDevice = true
  /// Wakes a session that is silent by choice, which sleeps from one deadline to the next; `nil` for one that has a
  /// device or waits for every block.
  package var wakeDescriptor: WakeDescriptor?

  package init(opener: (any DeviceOpening)?, latencyOffset: Duration = .zero) {
    self.opener = opener
    self.latencyOffset = latencyOffset
  }
}

package enum AudioChange: Equatable, Sendable {
  /// It is lost or has stalled, with the reason; the session continues in silence.
  case lost(SinkError)
  case restored
  /// The device ran dry; the total number of times.
  case ranDry(times: Int)
}

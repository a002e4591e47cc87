import ALSAOutput
import ArgumentParser
import AudioMixing
import CueAudio
import LiveHost
import SessionReporting

/// Where a live session is heard: the wished-for device, the default one, or nowhere until there is one.
struct LiveSound {
  /// The device to begin with; `nil` for none.
  let first: Parcel<any AudioSink>?
  let output: LiveSession.Output
  /// What the first event says of it.
  let report: SessionEvent.AudioReport
  /// What the events call the device, when it is there.
  let device: String
  let leadIn: Duration

  /// How long the sound system may take to answer, and a device to play, until the session begins without.
  private static let (answerMilliseconds, proofMilliseconds): (Int32, Int) = (1_500, 1_000)

  init(_ options: RunOptions, file: String, waking descriptor: Int32) throws {
    let sound = options.sound
    device = sound.device ?? "default"
    leadIn = sound.leadIn(for: device)
    let buffering = sound.latency.buffering
    guard !sound.silent else {
      first = nil
      output = LiveSession.Output(door: nil)
      report = Self.report("silent", nil)
      return
    }
    let door = SinkDoor { [device] isSuspect throws(SinkError) in
      let sink = try ALSASink(device: device, buffering: buffering, wakeDescriptor: descriptor)
      try sink.waitUntilPlaying(milliseconds: Self.proofMilliseconds, thoroughly: isSuspect)
      return Parcel(sink)
    }
    output = LiveSession.Output(
      door: door, silentBlockFrames: buffering.periodFrames, latencyOffset: .milliseconds(sound.latencyOffset))
    switch door.first(milliseconds: Self.answerMilliseconds) {
    case .opened(let parcel):
      first = parcel
      report = Self.report("alsa", device)
    case .refused(let error):
      if sound.requireAudio { throw Exit.fail(Exit.unavailable, "No sound: \(error.explanation)") }
      Streams.err(
        "No sound (\(error.explanation)): keeping time in silence. "
          + "To hear it, make a file: cuebell render \(file) -o workout.flac")
      first = nil
      report = Self.report("silent", nil)
    }
  }

  private static func report(_ sink: String, _ device: String?) -> SessionEvent.AudioReport {
    SessionEvent.AudioReport(sink: sink, device: device, state: .opened, xruns: 0)
  }
}

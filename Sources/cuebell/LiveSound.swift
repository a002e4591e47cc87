import ALSAOutput
import ArgumentParser
import AudioMixing
import CueAudio
import HostThreads
import LiveHost
import SessionReporting

/// Where a live session is heard: the wished-for device, the default one, a FIFO, or nowhere until there is one.
struct LiveSound {
  /// The device to begin with; `nil` for none.
  let first: Parcel<any AudioSink>?
  let output: LiveSession.Output
  /// What the first event says of it.
  let report: SessionEvent.AudioReport
  /// What the events call the sink and the device, when it is there.
  let sink: String
  let outlet: Outlet
  let leadIn: Duration

  /// How long the sound system may take to answer, and a device to play, until the session begins without.
  private static let (answerMilliseconds, proofMilliseconds): (Int32, Int) = (1_500, 1_000)

  /// Opens what the options name; a sink is woken by `descriptor`, and `tell` hears what becomes of a FIFO's reader.
  init(
    _ options: RunOptions, file: String, waking descriptor: Int32, clock: BootClock,
    report tell: @escaping @Sendable (LiveSession.Report) -> Void
  ) throws {
    let sound = options.sound
    sink = sound.fifo == nil ? "alsa" : "fifo"
    outlet = Outlet(wish: sound.fifo ?? sound.device ?? Outlet.standard)
    leadIn = sound.leadInTime
    guard !sound.silent else {
      first = nil
      var output = LiveSession.Output(door: nil)
      output.speed = options.speed
      // Nobody hears the difference, so it is only made where fewer wake-ups are asked for.
      if sound.latency == .power { output.silentBlockFrames = sound.latency.buffering.periodFrames }
      self.output = output
      report = Self.report("silent", nil)
      return
    }
    let door =
      if let fifo = sound.fifo { try Self.door(toFifo: fifo, clock, tell) } else {
        try Self.door(outlet, sound, waking: descriptor)
      }
    var output = LiveSession.Output(door: door, latencyOffset: .milliseconds(sound.latencyOffset))
    if sound.fifo == nil { output.silentBlockFrames = sound.latency.buffering.periodFrames }
    // Whoever reads a FIFO may take its end for the end of the workout.
    output.restsInPauses = sound.fifo == nil
    self.output = output
    switch door.first(milliseconds: Self.answerMilliseconds) {
    case .opened(let parcel):
      first = parcel
      report = Self.report(sink, outlet.device)
      if let refusal = outlet.refusal {
        Streams.err("\(refusal.explanation): playing on the device \"\(outlet.device)\" instead.")
      }
    case .refused(let error):
      if sound.requireAudio { throw Exit.fail(Exit.unavailable, "No sound: \(error.explanation)") }
      Streams.err(
        "No sound (\(error.explanation)): keeping time in silence. "
          + "To hear it, make a file: cuebell render \(file) -o workout.flac")
      first = nil
      report = Self.report("silent", nil)
    }
  }

  private static func door(
    _ outlet: Outlet, _ sound: SoundOptions, waking descriptor: Int32
  ) throws(NoThread) -> SinkDoor {
    let buffering = sound.latency.buffering
    return try SinkDoor { isSuspect throws(SinkError) in
      try outlet.open { device throws(SinkError) in
        let sink = try ALSASink(device: device, buffering: buffering, wakeDescriptor: descriptor)
        try sink.waitUntilPlaying(milliseconds: Self.proofMilliseconds, thoroughly: isSuspect)
        return Parcel(sink)
      }
    }
  }

  private static func door(
    toFifo path: String, _ clock: BootClock, _ tell: @escaping @Sendable (LiveSession.Report) -> Void
  ) throws(NoThread) -> SinkDoor {
    try SinkDoor { _ throws(SinkError) in
      Parcel(
        try FifoSink(path: path, clock: clock) { reader, instant in
          tell(.audio(reader.change(of: path), at: instant))
        })
    }
  }

  private static func report(_ sink: String, _ device: String?) -> SessionEvent.AudioReport {
    SessionEvent.AudioReport(sink: sink, device: device, state: .opened, xruns: 0)
  }
}

extension FifoSink.Reader {
  /// What it means for the session that hears itself through the FIFO at `path`.
  fileprivate func change(of path: String) -> LiveSession.AudioChange {
    switch self {
    case .present: .restored
    case .absent: .lost(.lost("\(path): nobody reads it"))
    case .stalled: .lost(.stalled("\(path): its reader takes nothing"))
    }
  }
}

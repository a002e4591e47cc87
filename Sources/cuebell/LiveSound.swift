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
  /// What the user should know of it before the session begins; `nil` for nothing.
  let remark: String?

  /// Whether the session can be heard from its beginning.
  var isHeard: Bool { first != nil && outlet.hasListener }

  /// How long the sound system may take to answer, until the session begins without; and a device that answers until
  /// it plays, which is no limit but for one that hangs: those that play nothing are noticed.
  private static let (answerMilliseconds, playMilliseconds): (Int32, Int32) = (1_500, 8_000)

  /// Opens what the options name; a sink is woken by `descriptor`, and `tell` hears what becomes of a FIFO's reader.
  init(
    _ options: RunOptions, file: String, waking descriptor: WakeDescriptor?, clock: BootClock,
    report tell: @escaping @Sendable (LiveSession.Report) -> Void
  ) throws {
    let sound = options.sound
    sink = sound.fifo == nil ? "alsa" : "fifo"
    let outlet = Outlet(wish: sound.fifo ?? sound.device ?? Outlet.standard)
    self.outlet = outlet
    leadIn = sound.leadInTime
    guard !sound.silent else {
      first = nil
      var output = LiveSession.Output(door: nil)
      output.speed = options.speed
      // Nobody hears the difference, so it is only made where fewer wake-ups are asked for.
      if sound.latency == .power { output.silentBlockFrames = sound.latency.buffering.periodFrames }
      self.output = output
      report = Self.report("silent", nil)
      remark = nil
      return
    }
    let door =
      if let fifo = sound.fifo { try Self.door(toFifo: fifo, outlet, clock, tell) } else {
        try Self.door(outlet, sound, waking: descriptor)
      }
    var output = LiveSession.Output(door: door, latencyOffset: .milliseconds(sound.latencyOffset))
    if sound.fifo == nil { output.silentBlockFrames = sound.latency.buffering.periodFrames }
    // Whoever reads a FIFO may take its end for the end of the workout.
    output.restsInPauses = sound.fifo == nil
    self.output = output
    do throws(SinkError) {
      first = try door.first(milliseconds: Self.answerMilliseconds, playing: Self.playMilliseconds)
      report = Self.report(sink, outlet.device)
      remark = outlet.refusal.map { refusal in
        "\(refusal.explanation): playing on the device \"\(outlet.device)\" instead."
      }
    } catch {
      let reason = error.explanation
      if sound.requireAudio { throw Exit.fail(Exit.unavailable, "No sound: \(reason)") }
      remark =
        "No sound (\(reason)): keeping time in silence. "
        + "To hear it, make a file: cuebell render \(file) -o workout.flac"
      first = nil
      report = Self.report("silent", nil, reason: reason)
    }
  }

  private static func door(
    _ outlet: Outlet, _ sound: SoundOptions, waking descriptor: WakeDescriptor?
  ) throws(NoThread) -> SinkDoor {
    let buffering = sound.latency.buffering
    return try SinkDoor { isSuspect, hasOpened throws(SinkError) in
      try outlet.open { device throws(SinkError) in
        let sink = try ALSASink(device: device, buffering: buffering, wakeDescriptor: descriptor?.number ?? -1)
        hasOpened()
        try sink.waitUntilPlaying(isRetry: isSuspect)
        return Parcel(sink)
      }
    }
  }

  private static func door(
    toFifo path: String, _ outlet: Outlet, _ clock: BootClock,
    _ tell: @escaping @Sendable (LiveSession.Report) -> Void
  ) throws(NoThread) -> SinkDoor {
    try SinkDoor { _, _ throws(SinkError) in
      let sink = try FifoSink(path: path, clock: clock) { reader, instant in
        tell(.audio(reader.change(of: path), at: instant))
      }
      outlet.hasListener = sink.reader == .present
      return Parcel(sink)
    }
  }

  private static func report(_ sink: String, _ device: String?, reason: String? = nil) -> SessionEvent.AudioReport {
    SessionEvent.AudioReport(sink: sink, device: device, state: .opened, xruns: 0, reason: reason)
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

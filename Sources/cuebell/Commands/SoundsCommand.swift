import ArgumentParser
import AudioMixing
import AudioOutput
import CueAudio
import Glibc
import HostSystem
import LivePlayback
import SoundFiles
import Synchronization
import WorkoutModel

/// `sounds`: the built-in sounds, to see and to hear.
struct Sounds: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the built-in sounds, or play one.",
    discussion: """
      Examples:
        cuebell sounds gong
        cuebell sounds ocean -o ocean.wav
      """)

  @Argument(help: "The sound or bed to play.", completion: .sounds)
  var name: String?

  @Option(name: .shortAndLong, help: "Write it to a file instead.", completion: .file())
  var output: String?

  @Option(help: "The audio device; see: cuebell devices", completion: .devices)
  var device: String?

  @Option(help: "Other programs' sound meanwhile: mix, the default, duck or pause, if the sound server can.")
  var others: OtherPrograms?

  @Flag(help: "Take the audio session from a run, which pauses meanwhile.")
  var takeOver = false

  func validate() throws {
    guard let name else { return }
    guard Instrument(rawValue: name) != nil || Bed(rawValue: name) != nil else {
      throw ValidationError("There is no sound \"\(name)\"; see: cuebell sounds")
    }
    guard let output, output != "-", SoundFileFormat(fileName: output) == nil else { return }
    throw ValidationError("\(output): \(RenderSink.unknownEnding).")
  }

  func run() throws {
    guard let name else {
      try Streams.out("Sounds for cues:   " + BuiltInSound.allCases.map(\.rawValue).joined(separator: " "))
      try Streams.out("Beds for ambient:  " + BuiltInBed.allCases.map(\.rawValue).joined(separator: " "))
      return
    }
    if let output {
      var sink = try RenderSink(output, tags: SoundTags(title: name, software: "Cuebell"))
      return try play(name, into: &sink)
    }
    let settings = try SettingsFile.load()
    let current = Mutex<AudioSessionOwnership?>(nil)
    try Exit.unlessExhausted("The sound can't be played") {
      // A run that was paused for the preview resumes, whatever ends the preview; SIGINT and SIGTERM do so at once.
      try SignalWatch.start([SIGUSR1, SIGUSR2]) { signal in
        let ownership = current.withLock { $0 }
        guard signal == SIGUSR1, let ownership, ownership.isRequested else { return }
        ownership.end()
        _exit(Exit.held.rawValue)
      }
    }
    let ownership = AudioSessionOwnership(
      try SessionLockManager.acquired(takeOver: takeOver, holder: "the preview of \"\(name)\""), isShared: true,
      source: .preview, others: others ?? settings.others ?? .mix)
    current.withLock { $0 = ownership }
    defer { ownership.end() }
    try ownership.requested()
    do throws(SinkError) {
      var sink = try ALSASink(device: device ?? settings.device ?? Devices.standard)
      try Self.play(name, into: &sink)
    } catch {
      throw Exit.fail(
        Exit.unavailable,
        "No sound: \(error.explanation). To hear it, make a file: cuebell sounds \(name) -o \(name).wav")
    }
  }

  private func play(_ name: String, into sink: inout RenderSink) throws {
    do throws(SinkError) { try Self.play(name, into: &sink) } catch {
      throw Exit.fail(Exit.cannotWrite, error.explanation)
    }
  }

  /// Plays a sound once, or ten seconds of a bed with its fades.
  private static func play(_ name: String, into sink: inout some AudioSink) throws(SinkError) {
    let mixer = Mixer()
    var end = 0
    if let clip = Instrument(rawValue: name)?.clip() {
      mixer.play(clip, at: 0, id: 1)
      end = clip.frames
    } else if let bed = Bed(rawValue: name) {
      let (length, fade) = (10 * Bus.sampleRate, Bus.sampleRate)
      mixer.startLayer(1, LoopSource(PackedLoop(bed.packedLoop())), at: 0, fade: fade)
      mixer.stopLayer(1, at: length - fade, over: fade)
      end = length
    }
    while mixer.position < end {
      let count = min(sink.blockFrames, end - mixer.position)
      var left = [Float](repeating: 0, count: count)
      var right = left
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      mixer.render(left: &leftSpan, right: &rightSpan)
      try sink.write(left: left.span, right: right.span)
    }
    try sink.finish()
  }
}

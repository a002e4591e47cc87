import ArgumentParser
import AudioMixing
import AudioOutput
import CommandSupport
import CueAudio
import Glibc
import HostSystem
import LivePlayback
import SessionControl
import SoundFiles
import Synchronization

/// The destination of a preview: the audio device, or a file.
struct PreviewOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write it to a file instead.", valueName: "file"), completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("The audio device; see: cuebell devices", valueName: "name"), completion: .devices)
  var device: String?

  @Option(
    help: ArgumentHelp(
      "Other programs' sound meanwhile: mix (default), duck or pause, if the sound server can.", valueName: "how"))
  var others: OtherPrograms?

  @Flag(help: "Take the audio session from a run, which pauses meanwhile.")
  var takeOver = false

  func validate() throws {
    guard let output, output != "-", SoundFileFormat(fileName: output) == nil else { return }
    throw ValidationError("\(output): \(RenderSink.unknownEnding).")
  }

  /// Plays the sound that `schedule` adds to a mixer, up to the frame that it returns, or writes a file with a title;
  /// `hint` is the command that does so.
  func play(_ title: String, holder: String, hint: String, _ settings: Settings, _ schedule: (MixGroup) -> Int) throws {
    let mixer = Mixer()
    let end = schedule(mixer.makeGroup())
    if let output {
      var sink = try RenderSink(output, tags: SoundTags(title: title, software: "Cuebell"))
      return try Exit.ifUnwritable { () throws(SinkError) in try mixer.play(until: end, into: &sink) }
    }
    let current = Mutex<AudioSessionOwnership?>(nil)
    try Exit.unlessExhausted("The sound can't be played") {
      // A run that was paused for the preview resumes when it ends for any reason; SIGINT and SIGTERM end it at once.
      try SignalWatch.start([SIGUSR1, SIGUSR2]) { signal in
        let ownership = current.withLock { $0 }
        guard signal == SIGUSR1, let ownership, ownership.isRequested else { return }
        ownership.end()
        _exit(ExitCode.held.rawValue)
      }
    }
    let ownership = AudioSessionOwnership(
      try SessionLockManager.acquired(takeOver: takeOver, holder: holder), isShared: true, source: .preview,
      others: others ?? settings.others)
    current.withLock { $0 = ownership }
    defer { ownership.end() }
    try ownership.requested()
    do throws(SinkError) {
      var sink = try ALSASink(device: device ?? settings.device)
      try mixer.play(until: end, into: &sink)
    } catch {
      throw Exit.fail(.unavailable, "No sound: \(error.explanation). To hear it, write a file: \(hint)")
    }
  }
}

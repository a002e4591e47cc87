import ArgumentParser
import AudioMixing
import CommandSupport
import StrictJSON
import WorkoutModel

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

  @OptionGroup var preview: PreviewOptions

  /// Prints it as pages play it.
  @Flag(help: .private) var clip = false

  func validate() throws {
    guard let name, Instrument(rawValue: name) == nil, Bed(rawValue: name) == nil else { return }
    throw ValidationError("There is no sound \"\(name)\"; see: cuebell sounds")
  }

  func run() throws {
    guard let name else {
      try Streams.out("Sounds for cues:   " + BuiltInSound.allCases.map(\.rawValue).joined(separator: " "))
      try Streams.out("Beds for ambient:  " + BuiltInBed.allCases.map(\.rawValue).joined(separator: " "))
      return
    }
    if clip { return try Streams.out(Self.webClip(name).fields().line(.compact)) }
    let hint = "cuebell sounds \(name) -o \(name).wav"
    let settings = preview.output == nil ? try SettingsFile.load() : Settings()
    try preview.play(name, holder: "the preview of \"\(name)\"", hint: hint, settings) { group in
      Self.schedule(name, in: group)
    }
  }

  private static func webClip(_ name: String) -> WebClip {
    if let clip = Instrument(rawValue: name)?.clip() { return WebClip(clip) }
    return WebClip(repeating: BedSource((Bed(rawValue: name) ?? .rain).sound()))
  }

  /// Schedules a sound once, or ten seconds of a bed with its fades; returns the frame at which it is over.
  private static func schedule(_ name: String, in group: MixGroup) -> Int {
    if let clip = Instrument(rawValue: name)?.clip() {
      group.play(clip, at: 0, id: 1)
      return clip.frames
    }
    guard let bed = Bed(rawValue: name) else { return 0 }
    let (length, fade) = (10 * Bus.sampleRate, Bus.sampleRate)
    group.startLayer(1, BedSource(bed.sound()), at: 0, fade: fade)
    group.stopLayer(1, at: length - fade, over: fade)
    return length
  }
}

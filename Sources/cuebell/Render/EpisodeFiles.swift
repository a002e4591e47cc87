import AudioMixing
import CommandSupport
import CueAudio
import HostSystem
import SessionReporting
import SharedLinks
import SoundFiles
import StrictJSON
import WorkoutExchange
import WorkoutFiles
import WorkoutModel

/// The files of a workout as an episode of a podcast: the sound with chapters and a picture, and beside it the picture,
/// the chapters, and the words with their times.
struct EpisodeFiles {
  /// The extensions; the sound is finished last.
  static let endings = ["png", "json", "vtt", "mp3"]

  let timeline: Timeline
  /// A part of the names, by what the files are made of: equal marks mean equal bytes.
  let mark: String
  private let source: WorkoutSource
  /// The name of the programme.
  private let album: String
  private let mix: OfflineMix

  init(_ source: WorkoutSource, album: String, mix: OfflineMix, voice: VoicePreference) throws {
    (self.source, self.album, self.mix) = (source, album, mix)
    timeline = try Exit.ifInvalid(source.timeline())
    let recordings = source.recordings?.fileNames.map { "\(source.workout.recordings ?? "")/\($0)" } ?? []
    let sounds = Set(source.sounds.paths + recordings).sorted().map { file in
      let bytes = try? ConfinedFileOpener.bytes(file, below: source.folder, atMost: Int(Int32.max))
      return "\(file) \(ContentHash.text(of: bytes ?? []))"
    }
    let parts = [Release.version, album, timeline.digest, voice.json.line(), "\(mix)"] + sounds
    mark = ContentHash.text(of: parts.joined(separator: "\n").utf8)
  }

  var length: Duration { RenderProgress.length(of: timeline, mix.doneAfter) }

  static func picture(of timeline: Timeline) -> [UInt8] {
    PNGImage.bytes(CoverPicture(timeline).rows, colours: CoverPicture.colours, scale: 10)
  }

  /// Writes the files with a path before their extensions, each whole or not at all.
  func render(to path: String, _ progress: RenderProgress?) throws {
    let speech = WorkoutSpeech(source.speech, hasStandIn: source.speech.isResident)
    defer { speech.close() }
    let prepared = try PreparedWorkout(source, speech)
    func fail(_ missing: MissingVoice) -> any Error {
      Exit.fail(.unavailable, missing.line("--no-speech renders the sounds alone"))
    }
    if mix.speaks, let missing = MissingVoice(source, in: timeline, prepared.phrases) { throw fail(missing) }
    var tags = SoundTags(timeline.workout, from: source.document.file)
    (tags.album, tags.picture) = (SafeText.filtered(album), Self.picture(of: timeline))
    var sink = try RenderSink(path + ".mp3", tags: tags, progress: progress)
    let log = RenderLog(timeline, draws: false)
    try mix.render(prepared, into: &sink, { Streams.err($0) }, observe: log.add)
    // An episode is kept, and made once.
    if mix.speaks, speech.standIn == nil, let lost = prepared.phrases.lostVoice {
      throw fail(MissingVoice(source, lost.error, lost.voice))
    }
    // The last chapter ends with the sound, as in the sound file.
    let starts = (log.chapters.map(\.start) + [sink.frames]).map { FrameClock.duration(of: $0) }
    let chapters = zip(log.chapters, zip(starts, starts.dropFirst())).map {
      MediaTrack.Span($0.name, from: $1.0, to: $1.1)
    }
    let track = try ExportRehearsal(prepared, doneAfter: mix.doneAfter, speaks: mix.speaks)
      .track(audio: "", chapters: chapters)
    try OutputFile.write(tags.picture ?? [], to: path + ".png")
    try OutputFile.write(ChapterWriters.podcast(track), to: path + ".json")
    try OutputFile.write(CaptionWriters.vtt(track), to: path + ".vtt")
    try Exit.ifUnwritable { () throws(SinkError) in try sink.finish(chapters: log.chapters) }
  }
}

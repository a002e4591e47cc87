import ArgumentParser
import CommandSupport
import Glibc
import HostSystem
import SessionReporting
import StrictJSON
import WorkoutFiles
import WorkoutModel

/// `feed`: a programme as a podcast.
struct Feed: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a podcast of a programme, with an episode for each session.",
    discussion: """
      Examples:
        cuebell feed couch-to-5k -o podcast
        cuebell feed couch-to-5k -o podcast --url https://example.org/podcast

      Writes feed.xml and, for each session, an MP3 file with chapters, its picture, its chapters and its words, for a \
      podcast app on a phone. --url is the address at which the folder can be read; without it, links are relative. \
      Only what has changed is rendered again. cuebell serve offers the same to the phones at home.
      """)

  @Argument(help: "A programme file or name; - for stdin.", completion: .programmes)
  var file: String

  @OptionGroup var folders: FolderOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder of the podcast, which is created if necessary.", valueName: "folder"),
    completion: .directory)
  var output: String

  @Option(
    help: ArgumentHelp("The address of the folder on the web; without it, links are relative.", valueName: "address"))
  var url: String?

  @Option(help: ArgumentHelp("Only this many sessions, from the next one by the history.", valueName: "n"))
  var next: Int?

  @OptionGroup var doneAfter: DoneAfterOption

  @OptionGroup var mix: MixOptions

  @OptionGroup var verbosity: Verbosity

  /// A session with its files, and their path without extensions.
  private struct Session {
    let number: Int
    let step: Programme.Session
    let files: EpisodeFiles
    let path: String

    var name: String { String(path.split(separator: "/").last ?? "") }

    var isComplete: Bool { EpisodeFiles.endings.allSatisfy { RegularFile.problem(at: "\(path).\($0)") == nil } }

    /// Takes over the files of the same workout in another session; false where that can't be done.
    func share(_ other: String) -> Bool {
      EpisodeFiles.endings.allSatisfy { unsafe link("\(other).\($0)", "\(path).\($0)") == 0 || errno == EEXIST }
    }
  }

  func validate() throws {
    guard output != "-" else { throw ValidationError("A podcast has several files: name a folder with -o.") }
    if let url, url.wholeMatch(of: /https?:\/\/[^\s?#"<>\\]+/) == nil {
      throw ValidationError("--url must be an address such as https://example.org/podcast.")
    }
    if let next, next < 1 { throw ValidationError("--next must be at least 1.") }
  }

  func run() throws { try RenderProgress.show(unless: verbosity.quiet, write) }

  private func write(_ progress: RenderProgress?) throws {
    let settings = try SettingsFile.load()
    let source = try ProgrammeSource.open(folders.path(of: file, as: .programme, settings))
    // Every workout is read before anything is rendered.
    let sessions = try sessions(of: source, settings)
    _ = try OutputFolder.make(output)
    let rendered = try render(sessions, progress)
    try OutputFile.write(
      EpisodeFiles.picture(of: sessions[0].files.timeline), to: "\(output)/\(PodcastFeed.cover)")
    let base = url.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    try OutputFile.write(feed(of: source.programme, sessions).text(at: base), to: "\(output)/\(PodcastFeed.file)")
    UnfinishedFiles.forget(output)
    // Episodes that are no longer in the feed.
    let kept = Set(sessions.map(\.name))
    for file in FolderNames.list(output) {
      let episode = file.wholeMatch(of: /(session-[0-9]{3,4}-[0-9a-z]{1,13})\.(?:mp3|png|json|vtt)/)?.output.1
      if let episode, !kept.contains(String(episode)) { unsafe unlink("\(output)/\(file)") }
    }
    guard !verbosity.quiet else { return }
    let counts = "\(Counted.of(sessions.count, "episode", "episodes")), \(rendered) rendered"
    try Streams.out("\(SafeText.filtered(output))/\(PodcastFeed.file): \(counts)")
  }

  private func sessions(of source: ProgrammeSource, _ settings: Settings) throws -> [Session] {
    let voice = settings.voice.choosing(mix.voice)
    let mix = OfflineMix(
      doneAfter: doneAfter.duration, speaks: !mix.noSpeech, volume: mix.volume ?? settings.volume, body: settings.body)
    let first = try next == nil ? 1 : source.progress().next ?? 1
    let all = source.numbers.upperBound
    let last = min(first - 1 + min(next ?? all, all), all)
    var known: [String: EpisodeFiles] = [:]
    return try (first...last).map { number in
      let step = source.programme.sessions[number - 1]
      let files =
        try known[step.workout]
        ?? EpisodeFiles(
          source.workout(of: number, voice: voice), album: source.programme.name, mix: mix, voice: voice)
      known[step.workout] = files
      let path = "\(output)/session-\(number.padded(to: 3))-\(files.mark)"
      return Session(number: number, step: step, files: files, path: path)
    }
  }

  /// Renders each workout that isn't there yet, once for all its sessions; returns how many it rendered.
  private func render(_ sessions: [Session], _ progress: RenderProgress?) throws -> Int {
    let missing = sessions.filter { !$0.isComplete }
    var known = Dictionary(
      sessions.filter(\.isComplete).map { ($0.files.mark, $0.path) }, uniquingKeysWith: { first, _ in first })
    let lengths = missing.filter { known[$0.files.mark] == nil }.map { ($0.files.mark, $0.files.length) }
    progress?.begin(Dictionary(lengths, uniquingKeysWith: { first, _ in first }).values.reduce(.zero, +))
    var rendered = 0
    for session in missing {
      if let other = known.updateValue(session.path, forKey: session.files.mark), session.share(other) { continue }
      try session.files.render(to: session.path, progress)
      rendered += 1
    }
    return rendered
  }

  private func feed(of programme: Programme, _ sessions: [Session]) throws -> PodcastFeed {
    let language = sessions[0].files.timeline.workout.voice.language
    let (words, texts) = (ScreenWords(tag: language), programme.translations.texts(in: language))
    func translated(_ text: String) -> String { texts[text] ?? text }
    let episodes = try sessions.map { session in
      let (step, workout) = (session.step, session.files.timeline.workout)
      let place = words("weekDay", ["week": "\(step.week)", "day": "\(step.day)"])
      let sound = RegularFile.size(of: session.path + ".mp3")
      // The last chapter ends with the sound.
      let chapters = try? JSONReader.readFile(InputFile.bytes(of: session.path + ".json")).root["chapters"]
      let end = chapters?.list?.last?["endTime"]?.number ?? session.files.length / .seconds(1)
      guard let sound else { throw Exit.fail(.cannotWrite, "\(session.path).mp3: it is gone") }
      return PodcastFeed.Episode(
        number: session.number, week: step.week, day: step.day,
        title: "\(place): \(step.name.map(translated) ?? workout.spokenName)",
        notes: [step.notes.map(translated), workout.spokenDescription].compactMap(\.self), name: session.name,
        size: sound, seconds: Int(end.rounded(.up)))
    }
    return PodcastFeed(
      title: translated(programme.name), description: programme.description.map(translated), author: programme.author,
      language: language, identity: ContentHash.text(of: programme.name.utf8), episodes: episodes)
  }
}

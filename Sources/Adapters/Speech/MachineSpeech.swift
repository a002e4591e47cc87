package import AudioMixing
package import HostSystem
import Synchronization

package enum SpeechEngine: Equatable, Hashable, Sendable {
  case espeak
  /// A program and its arguments, started for each phrase.
  case command([String])
  case wyoming(WyomingService)

  package var name: String {
    switch self {
    case .espeak: "espeak-ng"
    case .command(let arguments): arguments.first ?? ""
    case .wyoming(let service): service.name
    }
  }
}

/// The engines that a user has chosen: one for each of some languages, and one for all others.
package struct SpeechChoice: Equatable, Sendable {
  /// The engine for all other languages.
  package var standard: SpeechEngine
  /// The engines by BCP 47 tag.
  package var languages: [String: SpeechEngine]

  /// Makes a choice; by default espeak-ng speaks all languages.
  package init(_ standard: SpeechEngine = .espeak, languages: [String: SpeechEngine] = [:]) {
    self.standard = standard
    self.languages = languages
  }

  /// All engines, each once: the standard one first.
  package var engines: [SpeechEngine] {
    var seen: Set<SpeechEngine> = []
    let others = languages.sorted { $0.key < $1.key }.map(\.value)
    return ([standard] + others).filter { seen.insert($0).inserted }
  }

  /// The engine for a language: that of its tag, or else of the longest tag that its own begins with.
  package func engine(for language: String) -> SpeechEngine {
    let chosen = Dictionary(languages.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
    var tag = language.lowercased()
    while true {
      if let engine = chosen[tag] { return engine }
      guard let end = tag.lastIndex(of: "-") else { return standard }
      tag = String(tag[..<end])
    }
  }
}

/// The speech of this machine: each phrase is spoken by the engine that is chosen for its language.
///
/// A language that a Wyoming service has no voice for is spoken by espeak-ng.
package final class MachineSpeech: SpeechBackend {
  private final class Member: Sendable {
    let backend: SpeechWorkerBackend
    /// The voices of a Wyoming service, as soon as it has told them.
    let voices = Mutex<VoiceList?>(nil)

    init(_ backend: SpeechWorkerBackend) { self.backend = backend }
  }

  package let choice: SpeechChoice
  private let files: [String]
  private let members: [SpeechEngine: Member]
  private let identities = Mutex<[SpeechEngine: String?]>([:])

  /// Speaks by workers, which are the program at the path `executable`; with a `limit`, an engine of the user's that
  /// doesn't answer within it isn't asked again. What a resident program writes to stderr goes to `errors`.
  package init(
    _ choice: SpeechChoice, executable: String, limit: Duration? = nil, errors: ChildProcess.Stream = .nothing
  ) {
    self.choice = choice
    files = [executable]
    var members: [SpeechEngine: Member] = [:]
    for engine in choice.engines + [.espeak] where members[engine] == nil {
      members[engine] = Member(SpeechWorkerBackend(engine, executable: executable, limit: limit, errors: errors))
    }
    self.members = members
  }

  package func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    prepare(for: request)
    return try synthesize(request, by: engine(for: request.language))
  }

  /// Speaks by one of the engines; a sound that can't be the words is a failure.
  package func synthesize(_ request: SpeechRequest, by engine: SpeechEngine) throws(SpeechError) -> SpokenAudio {
    guard let member = members[engine] else { throw .unavailable("\(engine.name) isn't one of the engines") }
    let speech = try member.backend.synthesize(request)
    if engine != .espeak, let fault = SpokenLength.fault(of: speech, for: request) {
      throw .unavailable("\(engine.name) \(fault)")
    }
    return speech
  }

  /// Asks a Wyoming service for its voices, once it has answered.
  package func prepare(for request: SpeechRequest) {
    let engine = choice.engine(for: request.language)
    guard case .wyoming = engine, let member = members[engine], member.voices.withLock({ $0 == nil }) else { return }
    if let list = try? member.backend.voices() { member.voices.withLock { $0 = list } }
  }

  /// `true` for the engines of the user's: each phrase may have a level of its own.
  package func levelsEachPhrase(like request: SpeechRequest) -> Bool { engine(for: request.language) != .espeak }

  /// The engine that speaks a language, if it has told its voices already; otherwise the chosen one.
  package func engine(for language: String) -> SpeechEngine {
    let engine = choice.engine(for: language)
    guard case .wyoming(let service) = engine, let list = members[engine]?.voices.withLock({ $0 }),
      !list.voices.isEmpty,
      service.voice.map(list.has) ?? true, list.voice(named: service.voice, for: language) == nil
    else { return engine }
    return .espeak
  }

  package func voices(of engine: SpeechEngine = .espeak) throws(SpeechError) -> VoiceList {
    guard let member = members[engine] else { throw .unavailable("\(engine.name) isn't one of the engines") }
    return try member.backend.voices()
  }

  /// What tells the phrases of the engine that speaks a request from those of others; `nil` as long as that is unknown.
  package func identity(for request: SpeechRequest) -> String? {
    let engine = engine(for: request.language)
    if case .wyoming(let service) = engine {
      guard let list = members[engine]?.voices.withLock({ $0 }) else { return nil }
      let voice = list.voice(named: service.voice, for: request.language)
      return "wyoming \(voice?.name ?? service.voice ?? "") \(voice?.version ?? "") \(service.speaker ?? "")"
    }
    return identities.withLock { known in
      if let identity = known[engine] { return identity }
      let identity =
        if case .command(let arguments) = engine {
          CommandWorker.identity(of: arguments, with: files)
        } else {
          EspeakInstallation.identity(with: files)
        }
      known[engine] = .some(identity)
      return identity
    }
  }

  /// Ends the workers, and with them a request in progress.
  package func close() { for member in members.values { member.backend.close() } }
}

extension SpeechWorkerBackend {
  /// The host waits so much longer for an answer than the worker for the engine.
  private static let margin = Duration.seconds(5)

  /// Speech by an engine. The worker is the program at the path `executable`, which must run the worker that its
  /// arguments name; what a resident program writes to stderr goes to `errors`.
  ///
  /// An engine of the user's that doesn't answer within `limit` isn't asked again; without a limit, this holds for a
  /// command that doesn't within its own.
  package convenience init(
    _ engine: SpeechEngine = .espeak, executable: String, limit: Duration? = nil,
    errors: ChildProcess.Stream = .nothing
  ) {
    let (arguments, own, giveUp): ([String], Duration, Duration?) =
      switch engine {
      case .espeak: ([SpeechWorker.argument], .zero, nil)
      case .command(let arguments):
        ([CommandWorker.argument] + arguments, CommandWorker.wall, limit ?? CommandWorker.wall)
      case .wyoming(let service): ([WyomingWorker.argument] + service.arguments, WyomingClient.firstLimit, limit)
      }
    let isEspeak = engine == .espeak
    let reason = giveUp.map { "\(engine.name) didn't answer within \($0.components.seconds) s" }
    let patience = Patience(answer: isEspeak ? Self.margin : limit ?? own + Self.margin, reasonToGiveUp: reason)
    self.init(
      executable: executable, arguments: arguments, patience: patience, errors: isEspeak ? .nothing : errors,
      speakable: isEspeak ? EspeakTextSanitizer.speakable : Self.spoken)
  }
}

/// A speech synthesiser: libespeak-ng in its own process, or a host's replacement.
///
/// Its functions may block until they are done, and are never called from the audio loop.
///
/// ```swift
/// struct Clicks: SpeechBackend {
///   func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
///     SpokenAudio(samples: request.text.utf8.map { Int16($0) << 7 }, sampleRate: 22_050)
///   }
/// }
/// ```
public protocol SpeechBackend: Sendable {
  /// Speaks one phrase.
  func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio

  /// Finds out whatever a store must know to tell the phrases of this synthesiser from those of others.
  func prepare(for request: SpeechRequest)

  /// Whether a phrase is set to the loudness of speech by itself; otherwise a sample sets the level of its voice.
  func levelsEachPhrase(like request: SpeechRequest) -> Bool
}

extension SpeechBackend {
  /// Does nothing: one version of one synthesiser speaks.
  public func prepare(for request: SpeechRequest) {}

  /// `false`: the synthesiser speaks all phrases at one level.
  public func levelsEachPhrase(like request: SpeechRequest) -> Bool { false }
}

/// A phrase and its voice settings.
///
/// ```swift
/// let spoken = try backend.synthesize(SpeechRequest(text: "Halfway", language: "en-GB", rate: 150))
/// report(spoken.samples.count / spoken.sampleRate, "seconds")
/// ```
public struct SpeechRequest: Equatable, Hashable, Sendable {
  /// The text to speak.
  public var text: String
  /// A BCP 47 tag.
  public var language: String
  /// A variant of the language's voice, such as `f3`.
  public var variant: String?
  /// Words per minute, 80 to 450.
  public var rate: Int
  /// The pitch, 0 to 99; 50 is the voice's default.
  public var pitch: Int

  /// Makes a request; by default the voice speaks with its own settings.
  public init(text: String, language: String = "en", variant: String? = nil, rate: Int = 165, pitch: Int = 50) {
    self.text = text
    self.language = language
    self.variant = variant
    self.rate = rate
    self.pitch = pitch
  }
}

/// Speech from a backend: mono, at the backend's own rate.
public struct SpokenAudio: Equatable, Sendable {
  /// The samples in order.
  public let samples: [Int16]
  /// Samples per second.
  public let sampleRate: Int

  /// Makes speech from its samples.
  public init(samples: [Int16], sampleRate: Int) {
    self.samples = samples
    self.sampleRate = sampleRate
  }
}

/// The reason why a phrase could not be spoken.
public enum SpeechError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Speech is not available on this machine, with the reason.
  case unavailable(String)
  /// No voice speaks the language.
  case noVoice(language: String)
  /// No voice has a variant of this name.
  case noVariant(String)
  /// The text made the synthesiser crash.
  case crashed
  /// The synthesiser exceeded its time limit.
  case timedOut
  /// The text contains nothing that can be spoken.
  case nothingToSay
}

extension SpeechError {
  /// The reason alone, for a message about one synthesiser of several.
  package var reason: String { if case .unavailable(let reason) = self { reason } else { explanation } }

  /// The message for the user.
  public var description: String { explanation }

  package var explanation: String {
    switch self {
    case .unavailable(let reason): "speech is not available on this machine: \(reason)"
    case .noVoice(let language): "no voice on this machine speaks \"\(language)\""
    case .noVariant(let variant): "no voice on this machine has the variant \"\(variant)\""
    case .crashed: "the synthesiser crashed on this text"
    case .timedOut: "the synthesiser took too long for this text"
    case .nothingToSay: "this text has nothing that can be spoken"
    }
  }

  /// The command that lists the alternatives; `nil` if the text is the reason.
  package var remedy: String? {
    switch self {
    case .unavailable: "cuebell doctor"
    case .noVoice, .noVariant: "cuebell voices"
    case .crashed, .timedOut, .nothingToSay: nil
    }
  }

  /// Whether the synthesiser is the reason, and not the voice or the text.
  package var isUnavailable: Bool { if case .unavailable = self { true } else { false } }

  /// Whether the text is the reason, so that other texts may be spoken.
  package var concernsTextAlone: Bool {
    switch self {
    case .unavailable, .noVoice, .noVariant: false
    case .crashed, .timedOut, .nothingToSay: true
    }
  }
}

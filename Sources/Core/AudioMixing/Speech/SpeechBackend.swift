/// What turns text into sound: libespeak-ng in a process of its own, or whatever a host puts in its place.
public protocol SpeechBackend: Sendable {
  /// Speaks one phrase. It may block for as long as synthesis takes and is never called from the audio loop.
  func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio
}

/// A phrase and how it is spoken.
public struct SpeechRequest: Equatable, Hashable, Sendable {
  /// What is said.
  public var text: String
  /// A BCP 47 tag.
  public var language: String
  /// A variant of the language's voice, such as `f3`.
  public var variant: String?
  /// Words a minute, 80 to 450.
  public var rate: Int
  /// 0 to 99; 50 is the voice's own.
  public var pitch: Int

  /// Makes a request; what is left out is spoken as a voice does by itself.
  public init(text: String, language: String = "en", variant: String? = nil, rate: Int = 165, pitch: Int = 50) {
    self.text = text
    self.language = language
    self.variant = variant
    self.rate = rate
    self.pitch = pitch
  }
}

/// Speech as it comes from a backend: mono, at the backend's own rate.
public struct SpokenAudio: Equatable, Sendable {
  /// What is heard, first sample first.
  public let samples: [Int16]
  /// Samples a second.
  public let sampleRate: Int

  /// Makes speech of its samples.
  public init(samples: [Int16], sampleRate: Int) {
    self.samples = samples
    self.sampleRate = sampleRate
  }
}

/// Why a phrase could not be spoken.
public enum SpeechError: Error, Equatable, Sendable {
  /// There is no speech at all here, and why.
  case unavailable(String)
  /// No voice speaks the language.
  case noVoice(language: String)
  /// The voices have no variant of this name.
  case noVariant(String)
  /// The text made the synthesiser crash.
  case crashed
  /// The synthesiser took longer than it may.
  case timedOut
  /// The text holds nothing that can be spoken.
  case nothingToSay
}

extension SpeechError {
  /// The message for the user.
  public var explanation: String {
    switch self {
    case .unavailable(let reason): "nothing can be spoken on this machine: \(reason)"
    case .noVoice(let language): "no voice on this machine speaks \"\(language)\""
    case .noVariant(let variant): "no voice on this machine has the variant \"\(variant)\""
    case .crashed: "the synthesiser crashed on this text"
    case .timedOut: "the synthesiser took too long for this text"
    case .nothingToSay: "this text has nothing that can be spoken"
    }
  }

  /// The command that shows what there is instead; `nil` if the reason is the text.
  public var remedy: String? {
    switch self {
    case .unavailable: "cuebell doctor"
    case .noVoice, .noVariant: "cuebell voices"
    case .crashed, .timedOut, .nothingToSay: nil
    }
  }

  /// Whether the reason is the text, so that others may well be spoken.
  public var concernsTextAlone: Bool {
    switch self {
    case .unavailable, .noVoice, .noVariant: false
    case .crashed, .timedOut, .nothingToSay: true
    }
  }
}

public import AudioMixing

extension SpeechError {
  /// What a user is told.
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

  /// The command that shows what there is instead; `nil` where the reason is the text.
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

extension SinkError {
  /// What a user is told.
  public var explanation: String {
    switch self {
    case .unavailable(let reason), .lost(let reason), .stalled(let reason), .cannotWrite(let reason): reason
    }
  }
}

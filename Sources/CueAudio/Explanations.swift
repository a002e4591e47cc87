public import AudioMixing

extension SpeechError {
  /// What a user is told.
  public var explanation: String {
    switch self {
    case .unavailable(let reason): "there is no speech here: \(reason)"
    case .noVoice(let language): "no voice speaks \"\(language)\"; see: cuebell voices"
    case .crashed: "the synthesiser crashed on this text"
    case .timedOut: "the synthesiser took too long for this text"
    case .nothingToSay: "there is nothing in it to speak"
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

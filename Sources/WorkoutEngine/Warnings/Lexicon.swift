/// How long phrases and sounds last: what the engine must know to end speech at a moment.
///
/// A plain value that the host fills as phrases are made; what isn't in it yet is estimated.
public struct Lexicon: Equatable, Sendable {
  /// From the audible onset to the audible end, by text.
  public private(set) var phrases: [String: Duration] = [:]
  /// Why a phrase can't be spoken, by text.
  public private(set) var failures: [String: String] = [:]
  /// From the first sample to the audible end, by the name of the sound.
  public var sounds: [String: Duration] = [:]

  /// A lexicon that knows nothing: all lengths are estimates.
  public init() {}

  /// Notes how long a phrase is.
  public mutating func learn(_ text: String, length: Duration) {
    failures[text] = nil
    phrases[text] = length
  }

  /// Notes that a phrase can't be spoken.
  public mutating func learn(_ text: String, failure: String) { failures[text] = failure }

  /// Notes what is known of a phrase; nothing changes where that is nothing.
  public mutating func learn(_ text: String, _ measure: PhraseMeasure) {
    switch measure {
    case .length(let length): learn(text, length: length)
    case .failure(let reason): learn(text, failure: reason)
    case .unknown: break
    }
  }

  /// Whether nothing is known of a phrase.
  public func lacks(_ text: String) -> Bool { phrases[text] == nil && failures[text] == nil }

  /// How long a phrase is; for an unknown one a guess at the usual pace of speech, 13 characters a second.
  public func length(of text: String) -> Duration {
    phrases[text] ?? .milliseconds(200 + 75 * text.unicodeScalars.count)
  }

  /// How long a sound is; 1 s where nobody has said.
  public func length(ofSound name: String) -> Duration { sounds[name] ?? .seconds(1) }
}

/// What is known of a phrase.
public enum PhraseMeasure: Equatable, Sendable {
  /// From its audible onset to its audible end.
  case length(Duration)
  /// It can't be spoken, and why.
  case failure(String)
  /// Nothing; the engine's guess holds.
  case unknown
}

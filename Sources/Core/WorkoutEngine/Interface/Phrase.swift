public import WorkoutModel

/// A text and the voice that speaks it.
///
/// The same text in another voice is another phrase, because it sounds different and has another length. Built-in words
/// in English are spoken in English where the language of the workout has none; the rest of their phrase is not.
///
/// ```swift
/// let phrase = Phrase("Set 3", voice: Voice(language: "en-GB"))
/// ```
public struct Phrase: Hashable, Sendable {
  /// A stretch of a text in one language.
  public struct Part: Equatable, Sendable {
    /// The text.
    public let text: String
    /// Whether it is English, whatever the language of the voice.
    public let isEnglish: Bool
  }

  /// The text, as written.
  public var text: String { content.text }
  /// The voice; `nil` for that of the workout.
  public var voice: Voice? { content.voice }
  private var content: Content

  /// Shared by all copies, because plans, effects and events hold many.
  private final class Content: Hashable, Sendable {
    let text: String
    let voice: Voice?
    /// The built-in words in English, as ranges of the text in UTF-8, in order.
    let english: [Range<Int>]

    init(_ text: String, _ voice: Voice?, english: [Range<Int>] = []) {
      (self.text, self.voice, self.english) = (text, voice, english)
    }

    static func == (a: Content, b: Content) -> Bool {
      a === b || (a.text == b.text && a.voice == b.voice && a.english == b.english)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(text)
      hasher.combine(voice)
    }
  }

  /// Makes a phrase, by default in the voice of the workout.
  public init(_ text: String, voice: Voice? = nil) { content = Content(text, voice) }

  /// Makes a phrase with built-in words in English, which are ranges of the text in UTF-8, in order.
  package init(_ text: String, voice: Voice?, english: [Range<Int>]) {
    content = Content(text, voice, english: english)
  }

  /// The built-in words in English, as ranges of the text in UTF-8.
  package var english: [Range<Int>] { content.english }

  /// The stretches of the text that are spoken one after the other.
  public var parts: [Part] {
    if content.english.isEmpty { return [Part(text: text, isEnglish: false)] }
    var (parts, end) = ([Part](), 0)
    func add(_ range: Range<Int>, isEnglish: Bool) {
      let bytes = text.utf8.dropFirst(range.lowerBound).prefix(range.count)
      if !range.isEmpty { parts.append(Part(text: String(bytes) ?? "", isEnglish: isEnglish)) }
    }
    for range in content.english {
      add(end..<range.lowerBound, isEnglish: false)
      add(range, isEnglish: true)
      end = range.upperBound
    }
    add(end..<text.utf8.count, isEnglish: false)
    return parts
  }

  /// Appends words of the author, or built-in ones.
  mutating func append(_ words: String, inEnglish: Bool = false) {
    let start = text.utf8.count
    let text = text + words
    var english = content.english
    if inEnglish, !words.isEmpty {
      let isContinued = english.last?.upperBound == start
      english.append((isContinued ? english.removeLast().lowerBound : start)..<text.utf8.count)
    }
    content = Content(text, voice, english: english)
  }

  /// Appends a number, which belongs to the words before it.
  mutating func appendNumber(_ number: Int) {
    append("\(number)", inEnglish: content.english.last?.upperBound == text.utf8.count)
  }
}

extension Phrase: ExpressibleByStringLiteral {
  /// A phrase in the voice of the workout.
  public init(stringLiteral text: String) { self.init(text) }
}

extension Phrase: CustomStringConvertible {
  /// The text alone.
  public var description: String { text }
}

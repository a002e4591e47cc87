public import AudioMixing
import Synchronization
import TextNormalization
public import WorkoutModel

/// The author's own recordings of phrases, found by the names of their files.
///
/// A file is for the phrases that are called as it is, whatever the case of the letters and the signs between the
/// words: `last-set.flac` is for "Last set!". A number is found by its digits or, up to 99, by its words:
/// `three.flac`. All recordings get one gain, so that they keep their levels among each other.
public final class RecordedPhrases: Sendable {
  /// Reads a file of the folder, by its name.
  public typealias Loader = @Sendable (_ file: String) throws(SoundLoadError) -> Clip

  /// How much of the recordings, in frames, the gain is measured by.
  private static let measured = 60 * Bus.sampleRate

  /// The names of all files, in order.
  public let fileNames: [String]
  private let files: [String: String]
  private let names: PhraseFileNames
  private let load: Loader
  /// What brings the recordings to the loudness of speech.
  private let gain = Mutex<Decibels>(.unity)

  /// Recordings by the names of their files; of two for one phrase, the first by the alphabet counts.
  public init(files: [String], language: String, load: @escaping Loader) {
    fileNames = files.sorted()
    let keys = fileNames.map { file in
      (
        PhraseFileNames.cut(
          PhraseFileNames.key(of: String(file.prefix(upTo: file.lastIndex(of: ".") ?? file.endIndex)))), file
      )
    }
    self.files = Dictionary(keys.filter { !$0.0.isEmpty }) { first, _ in first }
    names = PhraseFileNames(language: language)
    self.load = load
  }

  /// The file with the recording of a text.
  public func file(for text: String) -> String? { names.keys(for: text).lazy.compactMap { self.files[$0] }.first }

  /// Reads the recordings of these texts, so that they are known to be whole before anything plays, and measures them.
  public func check(for texts: [String]) throws(SoundLoadError) {
    var samples: [Float] = []
    for file in Set(texts.compactMap(file)).sorted() {
      let clip = try load(file)
      if samples.count < Self.measured { samples += clip.middle }
    }
    gain.withLock { $0 = SpeechClip.gain(ofVoiceLike: samples) }
  }

  /// The recording of a text, once all were checked, at the loudness of speech and trimmed like it; `nil` if there
  /// is none, or where it has nothing to hear.
  func clip(of text: String) -> Clip? {
    guard let file = file(for: text), let recording = try? load(file) else { return nil }
    let clip = SpeechClip.make(from: recording.middle, gain: gain.withLock { $0 })
    return clip.frames > 0 ? clip : nil
  }
}

/// What the files with recordings of phrases are called.
public struct PhraseFileNames: Sendable {
  /// The longest name, in characters; a longer text is cut, and ends with a checksum, so that no other is mistaken for
  /// it.
  private static let longest = 60
  private let numbers: NumberNames

  /// Names in the language of a BCP 47 tag.
  public init(language: String) { numbers = NumberNames(tag: language) }

  /// The name that a recording of a text should have, without an ending; empty for a text without letters and digits.
  public func name(for text: String) -> String { keys(for: text).last ?? "" }

  /// Every name by which a recording of a text is found: with its digits, and with numbers in words.
  func keys(for text: String) -> [String] {
    let written = Self.key(of: text)
    let spelt = written.split(separator: "-").map { word in
      Int(word).flatMap { numbers.name(of: $0) }.map(Self.key) ?? String(word)
    }
    return [written, spelt.joined(separator: "-")].map(Self.cut)
  }

  /// A text as a part of a file's name: its words in small letters, with hyphens between them.
  static func key(of text: String) -> String {
    let letters = text.lowercased().filter { $0 != "'" && $0 != "’" }
    return letters.split { !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }

  static func cut(_ key: String) -> String {
    if key.count <= longest { return key }
    // FNV-1a of 32 bits.
    let checksum = key.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let words = key.prefix(longest - 9).split(separator: "-").dropLast()
    return (words.map(String.init) + [String(checksum, radix: 16)]).joined(separator: "-")
  }
}

extension Clip {
  /// Both sides mixed into one.
  fileprivate var middle: [Float] { left == right ? left : zip(left, right).map { ($0 + $1) / 2 } }
}

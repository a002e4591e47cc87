public import AudioMixing
import Synchronization
import TextNormalization

/// The author's recordings of phrases, found by their file names.
///
/// A file is for the phrases with its name, ignoring case and the characters between words: `last-set.flac` is for
/// "Last set!". A number is found by its digits or, up to 99, by its words: `three.flac`. All recordings get the same
/// gain, so that their relative levels are kept.
public final class RecordedPhrases: Sendable {
  /// Reads a file of the folder by its name.
  public typealias Loader = @Sendable (_ file: String) throws(SoundLoadError) -> Clip

  /// The number of frames of the recordings that are measured for the gain.
  private static let measured = 60 * Bus.sampleRate

  /// The names of all files, in order.
  package let fileNames: [String]
  private let files: [String: String]
  private let names: PhraseFileNames
  private let load: Loader
  /// The gain that sets the recordings to the loudness of speech.
  private let gain = Mutex<Decibels>(.unity)

  /// Recordings by their file names; if two match a phrase, the first in alphabetical order counts.
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
  package func file(for text: String) -> String? { names.keys(for: text).lazy.compactMap { self.files[$0] }.first }

  /// Reads and measures the recordings of these texts, so that damaged files are found before anything plays.
  package func check(for texts: [String]) throws(SoundLoadError) {
    var samples: [Float] = []
    for file in Set(texts.compactMap(file)).sorted() {
      let clip = try load(file)
      if samples.count < Self.measured { samples += clip.middle }
    }
    gain.withLock { $0 = SpeechClip.gain(ofVoiceLike: samples) }
  }

  /// The recording of a text, after all were checked, at the loudness of speech and trimmed like it; `nil` if there is
  /// none, or it contains nothing audible.
  func clip(of text: String) -> Clip? {
    guard let file = file(for: text), let recording = try? load(file) else { return nil }
    let clip = SpeechClip.make(from: recording.middle, gain: gain.withLock { $0 })
    return clip.frames > 0 ? clip : nil
  }
}

/// The file names for recordings of phrases.
///
/// ```swift
/// PhraseFileNames(language: "en").name(for: "Set 3 completing in")   // "set-three-completing-in"
/// ```
package struct PhraseFileNames: Sendable {
  /// The maximum length of a name, in characters; a longer text is cut and ends with a checksum, so that no two texts
  /// share a name.
  private static let longest = 60
  private let numbers: NumberNames

  /// Names in the language of a BCP 47 tag.
  package init(language: String) { numbers = NumberNames(tag: language) }

  /// The file name, without extension, for a recording of a text; empty for a text without letters and digits.
  package func name(for text: String) -> String { keys(for: text).last ?? "" }

  /// All names that match a text: with its digits, and with numbers in words.
  func keys(for text: String) -> [String] {
    let written = Self.key(of: text)
    let spelt = written.split(separator: "-").map { word in
      Int(word).flatMap { numbers.name(of: $0) }.map(Self.key) ?? String(word)
    }
    return [written, spelt.joined(separator: "-")].map(Self.cut)
  }

  /// A text as a part of a file name: its words in lower case, joined by hyphens.
  static func key(of text: String) -> String {
    let letters = text.lowercased().filter { !"'’\u{AD}".contains($0) }
    return letters.split { !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }

  static func cut(_ key: String) -> String {
    if key.count <= longest { return key }
    // 32-bit FNV-1a.
    let checksum = key.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let words = key.prefix(longest - 9).split(separator: "-").dropLast()
    return (words.map(String.init) + [String(checksum, radix: 16)]).joined(separator: "-")
  }
}

extension Clip {
  /// The mean of both sides.
  fileprivate var middle: [Float] { left == right ? left : zip(left, right).map { ($0 + $1) / 2 } }
}

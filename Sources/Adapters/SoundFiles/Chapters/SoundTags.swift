internal import CSndfile
import WorkoutModel

package struct SoundTags: Equatable, Sendable {
  package var title: String?
  package var artist: String?
  package var workout: String?
  /// The program that wrote the file; the library adds its own name.
  package var software: String?
  package var comment: String?
  /// The name of what the file is a part of, such as a programme.
  package var album: String?
  /// A picture for players, as PNG; MP3 files alone have it.
  package var picture: [UInt8]?

  package init(
    title: String? = nil, artist: String? = nil, workout: String? = nil, software: String? = nil,
    comment: String? = nil
  ) {
    self.title = title
    self.artist = artist
    self.workout = workout
    self.software = software
    self.comment = comment
  }

  var entries: [(kind: Int32, text: String)] {
    [
      (Int32(SF_STR_TITLE), title), (Int32(SF_STR_ARTIST), artist), (Int32(SF_STR_SOFTWARE), software),
      (Int32(SF_STR_COMMENT), comment), (Int32(SF_STR_ALBUM), album),
    ].compactMap { kind, text in text.map { (kind, $0) } }
  }
}

/// A part of a sound file that a player can jump to.
package struct SoundChapter: Equatable, Sendable {
  /// The maximum number of chapters of a file: the field names have three digits.
  package static let maximum = 999

  package let start: Int
  package let name: String

  /// Makes a chapter that ends at the next one or at the end of the file.
  package init(start: Int, name: String) {
    self.start = start
    self.name = name
  }

  static func milliseconds(before frame: Int, sampleRate: Int) -> Int {
    let (whole, rest) = frame.quotientAndRemainder(dividingBy: sampleRate)
    return whole * 1000 + (rest * 1000 + sampleRate / 2) / sampleRate
  }

  /// The fields of the comment of a FLAC, Ogg Vorbis or Opus file that libsndfile doesn't write: the workout, and the
  /// chapters as `CHAPTER001=00:01:30.000` and `CHAPTER001NAME=Work`, which players read in all three formats
  /// (wiki.xiph.org, "Chapter Extension").
  static func comments(_ tags: SoundTags, _ chapters: [SoundChapter], sampleRate: Int) -> [String] {
    let workout = tags.workout.map { ["WORKOUT=\($0)"] } ?? []
    return workout
      + chapters.prefix(maximum).enumerated().flatMap { index, chapter in
        let name = "CHAPTER" + (index + 1).padded(to: 3)
        let start = ClockText.padded(milliseconds: milliseconds(before: chapter.start, sampleRate: sampleRate))
        return ["\(name)=\(start)", "\(name)NAME=\(chapter.name)"]
      }
  }
}

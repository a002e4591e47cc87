import WorkoutModel

/// A field of the comment of a FLAC, Ogg Vorbis or Opus file, such as `TITLE=Tabata`, in UTF-8.
struct CommentField {
  let bytes: [UInt8]

  init(_ name: String, _ text: String) { bytes = Array("\(name)=\(text)".utf8) }

  /// The fields that libsndfile doesn't write: the workout, and the chapters as `CHAPTER001=00:01:30.000` and
  /// `CHAPTER001NAME=Work`, which players read in all three formats (wiki.xiph.org, "Chapter Extension").
  static func fields(_ tags: SoundTags, _ chapters: [SoundChapter], sampleRate: Int) -> [CommentField] {
    let workout = tags.workout.map { [CommentField("WORKOUT", $0)] } ?? []
    return workout
      + chapters.prefix(SoundChapter.maximum).enumerated().flatMap { index, chapter in
        let name = "CHAPTER" + (index + 1).padded(to: 3)
        return [
          CommentField(name, time(chapter.start, sampleRate)), CommentField(name + "NAME", chapter.name),
        ]
      }
  }

  /// Hours, minutes, seconds and milliseconds, rounded to the nearest.
  private static func time(_ frame: Int, _ sampleRate: Int) -> String {
    let (whole, rest) = frame.quotientAndRemainder(dividingBy: sampleRate)
    let milliseconds = whole * 1000 + (rest * 1000 + sampleRate / 2) / sampleRate
    let seconds = milliseconds / 1000
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.padded(to: 2) }.joined(separator: ":")
    return "\(clock).\((milliseconds % 1000).padded(to: 3))"
  }
}

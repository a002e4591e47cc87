import WorkoutModel

/// Writes the phases of a rendered workout as chapters of its file.
enum ChapterWriters {
  /// A CUE sheet has 99 tracks at most, as compact discs do.
  private static let mostTracks = 99

  /// A CUE sheet, whose times are in frames of 1/75 s.
  static func cue(_ track: MediaTrack, _ log: inout ExchangeLog) -> String {
    var lines = ["TITLE \"\(cueText(track.title))\""]
    if let author = track.author { lines.insert("PERFORMER \"\(cueText(author))\"", at: 0) }
    lines.append("FILE \"\(cueText(track.audio))\" WAVE")
    for (index, chapter) in track.chapters.prefix(mostTracks).enumerated() {
      let frames = MediaTime.units(chapter.start, perSecond: 75)
      let time = [frames / 75 / 60, frames / 75 % 60, frames % 75].map { MediaTime.padded($0) }.joined(separator: ":")
      lines += [
        "  TRACK \(MediaTime.padded(index + 1)) AUDIO", "    TITLE \"\(cueText(chapter.title))\"",
        "    INDEX 01 \(time)",
      ]
    }
    let rest = track.chapters.count - mostTracks
    if rest > 0 {
      log.lose(
        ExchangeRemark(.file, "phases", that: "\(rest) phases behind the first \(mostTracks)", "are in the last track"))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func cueText(_ text: String) -> String { SafeText.filtered(text).replacing("\"", with: "'") }

  /// The labels of Audacity: begin, end and name, parted by tabs.
  static func labels(_ track: MediaTrack) -> String {
    track.chapters.map { chapter in
      let times = [chapter.start, chapter.end].map(MediaTime.seconds).joined(separator: "\t")
      return "\(times)\t\(SafeText.filtered(chapter.title))\n"
    }.joined()
  }

  /// The metadata of FFmpeg, in nanoseconds.
  static func metadata(_ track: MediaTrack) -> String {
    var lines = [";FFMETADATA1", "title=\(metadataText(track.title))"]
    if let author = track.author { lines.append("artist=\(metadataText(author))") }
    for chapter in track.chapters {
      lines += [
        "[CHAPTER]", "TIMEBASE=1/1000000000", "START=\(chapter.start.inNanoseconds)",
        "END=\(chapter.end.inNanoseconds)", "title=\(metadataText(chapter.title))",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func metadataText(_ text: String) -> String {
    SafeText.filtered(text).reduce(into: "") { result, character in
      if "=;#\\".contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  /// Chapters of podcasts (JSON Chapters 1.2.0), in seconds.
  static func podcast(_ track: MediaTrack) -> String {
    let chapters = track.chapters.map { chapter in
      "    {\"startTime\": \(MediaTime.seconds(chapter.start)), \"endTime\": \(MediaTime.seconds(chapter.end)), "
        + "\"title\": \(SafeText.jsonString(chapter.title))}"
    }
    return """
      {
        "version": "1.2.0",
        "title": \(SafeText.jsonString(track.title)),
        "chapters": [
      \(chapters.joined(separator: ",\n"))
        ]
      }

      """
  }
}

import StrictJSON
import WorkoutModel

/// Writes the phases of a rendered workout as chapters.
package enum ChapterWriters {
  /// CUE sheets have at most 99 tracks, like compact discs.
  private static let mostTracks = 99

  /// A CUE sheet, whose times are in frames of 1/75 s.
  package static func cue(_ track: MediaTrack, _ log: ExchangeLog) -> String {
    var lines = ["TITLE \"\(cueText(track.title, in: "name", log))\""]
    if let author = track.author {
      lines.insert("PERFORMER \"\(cueText(author, in: "author", log))\"", at: 0)
    }
    lines.append("FILE \"\(cueText(track.audio, in: "FILE", log))\" WAVE")
    for (index, chapter) in track.chapters.prefix(mostTracks).enumerated() {
      let frames = MediaTime.units(chapter.start, perSecond: 75)
      let time = [frames / 75 / 60, frames / 75 % 60, frames % 75].map { $0.padded(to: 2) }.joined(separator: ":")
      lines += [
        "  TRACK \((index + 1).padded(to: 2)) AUDIO", "    TITLE \"\(cueText(chapter.text, in: "phases", log))\"",
        "    INDEX 01 \(time)",
      ]
    }
    let rest = track.chapters.count - mostTracks
    if rest > 0 {
      log.warn(.file("phases"), that: "\(rest) phases after the first \(mostTracks)", "are in the last track")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func cueText(_ text: String, in path: String, _ log: ExchangeLog) -> String {
    MediaText.substituted(text, in: path, log) { $0 == "\"" ? "'" : nil }
  }

  /// Audacity labels: start, end and name, separated by tabs.
  package static func labels(_ track: MediaTrack) -> String {
    track.chapters.map { chapter in
      let times = [chapter.start, chapter.end].map(MediaTime.seconds).joined(separator: "\t")
      return "\(times)\t\(MediaText.line(chapter.text))\n"
    }.joined()
  }

  /// FFmpeg metadata, in nanoseconds.
  package static func metadata(_ track: MediaTrack) -> String {
    var lines = [";FFMETADATA1", "title=\(metadataText(track.title))"]
    if let author = track.author { lines.append("artist=\(metadataText(author))") }
    for chapter in track.chapters {
      lines += [
        "[CHAPTER]", "TIMEBASE=1/1000000000", "START=\(MediaTime.units(chapter.start, perSecond: 1_000_000_000))",
        "END=\(MediaTime.units(chapter.end, perSecond: 1_000_000_000))", "title=\(metadataText(chapter.text))",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func metadataText(_ text: String) -> String {
    MediaText.escaped(MediaText.line(text), "=;#\\")
  }

  /// Podcast chapters (JSON Chapters 1.2.0), in seconds.
  package static func podcast(_ track: MediaTrack) -> String {
    let chapters = track.chapters.map { chapter in
      let fields: JSONFields = [
        "startTime": JSONOutput.raw(MediaTime.seconds(chapter.start)),
        "endTime": JSONOutput.raw(MediaTime.seconds(chapter.end)), "title": MediaText.line(chapter.text),
      ]
      return "    " + fields.line()
    }
    return """
      {
        "version": "1.2.0",
        "title": \(MediaText.line(track.title).json.line()),
        "chapters": [
      \(chapters.joined(separator: ",\n"))
        ]
      }

      """
  }
}

import WorkoutModel

/// Writes the phrases of a rendered workout as subtitles.
///
/// Overlapping phrases are kept: players show subtitles together, and of lyrics the latest. Phrases without words are
/// omitted.
package enum CaptionWriters {
  /// WebVTT, with a resolution of 1 ms.
  package static func vtt(_ track: MediaTrack) -> String {
    let cues = track.captions.compactMap { caption -> String? in
      // Unlike in XML, `"` isn't escaped: players know few references.
      let words = SafeText.mapped(MediaText.line(caption.text)) { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] }
      return words.isEmpty ? nil : "\(times(of: caption, sign: "."))\n\(words)\n"
    }
    return (["WEBVTT\n"] + cues).joined(separator: "\n")
  }

  /// SubRip, with a resolution of 1 ms. It has no escapes, so markup characters are replaced by similar ones.
  package static func srt(_ track: MediaTrack, _ log: ExchangeLog) -> String {
    var cues: [String] = []
    for caption in track.captions {
      let words = MediaText.substituted(caption.text, in: "say", log) {
        ["<": "\u{2039}", ">": "\u{203A}", "{": "(", "}": ")"][$0]
      }
      if !words.isEmpty { cues.append("\(cues.count + 1)\n\(times(of: caption, sign: ","))\n\(words)\n") }
    }
    return cues.joined(separator: "\n")
  }

  /// LRC lyrics, with a resolution of 10 ms, and an empty line for silence until the next phrase.
  package static func lrc(_ track: MediaTrack, _ log: ExchangeLog) -> String {
    var lines = ["[ti:\(lyric(track.title, in: "name", log))]"]
    if let author = track.author { lines.append("[ar:\(lyric(author, in: "author", log))]") }
    var said: [(words: String, start: Int, end: Int)] = []
    for caption in track.captions {
      let words = lyric(caption.text, in: "say", log)
      let start = MediaTime.units(caption.start, perSecond: 100)
      if !words.isEmpty { said.append((words, start, max(MediaTime.units(caption.end, perSecond: 100), start + 1))) }
    }
    for (index, line) in said.enumerated() {
      lines.append("[\(lyricTime(line.start))]\(line.words)")
      // Compares rounded times: otherwise an empty line could hide the words that begin with it.
      if index + 1 == said.count || said[index + 1].start > line.end { lines.append("[\(lyricTime(line.end))]") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Start and end; a caption lasts at least 1 ms because players reject empty ones.
  private static func times(of caption: MediaTrack.Span, sign: String) -> String {
    let end = max(caption.end, max(.zero, caption.start) + .milliseconds(1))
    return "\(MediaTime.clock(caption.start, sign)) --> \(MediaTime.clock(end, sign))"
  }

  private static func lyric(_ text: String, in path: String, _ log: ExchangeLog) -> String {
    MediaText.substituted(text, in: path, log) { ["[": "(", "]": ")"][$0] }
  }

  private static func lyricTime(_ units: Int) -> String {
    [units / 6000, units / 100 % 60].map { $0.padded(to: 2) }.joined(separator: ":")
      + "." + (units % 100).padded(to: 2)
  }
}

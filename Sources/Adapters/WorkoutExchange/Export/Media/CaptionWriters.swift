import WorkoutModel

/// Writes the phrases of a rendered workout as subtitles.
///
/// Phrases that sound at once are kept as they are: players show subtitles together, and lyrics the one that began
/// last. Those without words are left out.
package enum CaptionWriters {
  /// WebVTT, to the thousandth of a second.
  package static func vtt(_ track: MediaTrack) -> String {
    let cues = track.captions.compactMap { caption -> String? in
      // No `&quot;` as in XML: players know but few references.
      let words = MediaText.mapped(MediaText.line(caption.text)) { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] }
      return words.isEmpty ? nil : "\(times(of: caption, sign: "."))\n\(words)\n"
    }
    return (["WEBVTT\n"] + cues).joined(separator: "\n")
  }

  /// SubRip, to the thousandth of a second; as it has no escapes, signs of its markup become similar ones.
  package static func srt(_ track: MediaTrack, _ log: inout ExchangeLog) -> String {
    var cues: [String] = []
    for caption in track.captions {
      let words = MediaText.substituted(caption.text, in: "say", &log) {
        ["<": "\u{2039}", ">": "\u{203A}", "{": "(", "}": ")"][$0]
      }
      if !words.isEmpty { cues.append("\(cues.count + 1)\n\(times(of: caption, sign: ","))\n\(words)\n") }
    }
    return cues.joined(separator: "\n")
  }

  /// The lyrics of a song, to the hundredth of a second, with an empty line where nothing is said until the next one.
  package static func lrc(_ track: MediaTrack, _ log: inout ExchangeLog) -> String {
    var lines = ["[ti:\(lyric(track.title, in: "name", &log))]"]
    if let author = track.author { lines.append("[ar:\(lyric(author, in: "author", &log))]") }
    var said: [(words: String, start: Int, end: Int)] = []
    for caption in track.captions {
      let words = lyric(caption.text, in: "say", &log)
      let start = MediaTime.units(caption.start, perSecond: 100)
      if !words.isEmpty { said.append((words, start, max(MediaTime.units(caption.end, perSecond: 100), start + 1))) }
    }
    for (index, line) in said.enumerated() {
      lines.append("[\(lyricTime(line.start))]\(line.words)")
      // Rounded moments are compared, or an empty line could wipe out the words that begin with it.
      if index + 1 == said.count || said[index + 1].start > line.end { lines.append("[\(lyricTime(line.end))]") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Begin and end; a caption is shown for a thousandth of a second at least, or players refuse it.
  private static func times(of caption: MediaTrack.Caption, sign: String) -> String {
    let end = max(caption.end, max(.zero, caption.start) + .milliseconds(1))
    return "\(MediaTime.clock(caption.start, sign)) --> \(MediaTime.clock(end, sign))"
  }

  private static func lyric(_ text: String, in path: String, _ log: inout ExchangeLog) -> String {
    MediaText.substituted(text, in: path, &log) { ["[": "(", "]": ")"][$0] }
  }

  private static func lyricTime(_ units: Int) -> String {
    [units / 6000, units / 100 % 60].map { MediaTime.padded($0) }.joined(separator: ":")
      + "." + MediaTime.padded(units % 100)
  }
}

import WorkoutModel

/// Writes the phrases of a rendered workout as subtitles.
enum CaptionWriters {
  /// WebVTT.
  static func vtt(_ track: MediaTrack) -> String {
    let cues = track.captions.map { caption in
      "\(MediaTime.clock(caption.start, ".")) --> \(MediaTime.clock(shownEnd(of: caption), "."))\n"
        + "\(XMLText.escaped(caption.text))\n"
    }
    return (["WEBVTT\n"] + cues).joined(separator: "\n")
  }

  /// SubRip.
  static func srt(_ track: MediaTrack) -> String {
    track.captions.enumerated().map { index, caption in
      "\(index + 1)\n\(MediaTime.clock(caption.start, ",")) --> \(MediaTime.clock(shownEnd(of: caption), ","))\n"
        + "\(SafeText.filtered(caption.text).replacing("-->", with: "->"))\n"
    }.joined(separator: "\n")
  }

  /// The lyrics of a song, with an empty line where nothing is said until the next one.
  static func lrc(_ track: MediaTrack) -> String {
    var lines = ["[ti:\(lyric(track.title))]"]
    if let author = track.author { lines.append("[ar:\(lyric(author))]") }
    for (index, caption) in track.captions.enumerated() {
      lines.append("[\(lyricTime(caption.start))]\(lyric(caption.text))")
      let next = index + 1 < track.captions.count ? track.captions[index + 1].start : nil
      if next.map({ $0 > caption.end }) ?? true { lines.append("[\(lyricTime(caption.end))]") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A caption is shown for a thousandth of a second at least, or players refuse it.
  private static func shownEnd(of caption: MediaTrack.Caption) -> Duration {
    max(caption.end, caption.start + .milliseconds(1))
  }

  private static func lyric(_ text: String) -> String {
    SafeText.filtered(text).replacing("[", with: "(").replacing("]", with: ")")
  }

  private static func lyricTime(_ time: Duration) -> String {
    let units = MediaTime.units(time, perSecond: 100)
    return [units / 6000, units / 100 % 60].map { MediaTime.padded($0) }.joined(separator: ":")
      + "." + MediaTime.padded(units % 100)
  }
}

/// The chapters of a WAV file, after its sound: a `cue ` chunk with their positions, and a list of type `adtl` with the
/// label and length of each (IBM and Microsoft, "Multimedia Programming Interface and Data Specifications 1.0",
/// 1991).
enum WaveChapters {
  /// The maximum length of a name in bytes; longer ones are truncated.
  static let maximumNameBytes = 1_000

  /// The chunks for a file of `frames` frames, with other entries of its `INFO` list.
  static func chunks(_ chapters: [SoundChapter], info: [(name: String, text: String)], frames: Int) -> [UInt8] {
    let chapters = Array(chapters.prefix(SoundChapter.maximum))
    var result: [UInt8] = []
    let entries = info.flatMap { chunk($0.name, terminated($0.text)) }
    if !entries.isEmpty { result += chunk("LIST", Array("INFO".utf8) + entries) }
    guard !chapters.isEmpty else { return result }
    var points = [UInt8](number: chapters.count, bytes: 4)
    // Names come first, because some readers stop at the first length.
    var (labels, lengths): ([UInt8], [UInt8]) = ([], [])
    for (index, chapter) in chapters.enumerated() {
      let id = [UInt8](number: index + 1, bytes: 4)
      let start = [UInt8](number: chapter.start, bytes: 4)
      points += id + start + Array("data".utf8) + [UInt8](repeating: 0, count: 8) + start
      labels += chunk("labl", id + terminated(chapter.name))
      let end = index + 1 < chapters.count ? chapters[index + 1].start : frames
      let length = [UInt8](number: max(0, end - chapter.start), bytes: 4)
      lengths += chunk("ltxt", id + length + Array("rgn ".utf8) + [UInt8](repeating: 0, count: 8))
    }
    return result + chunk("cue ", points) + chunk("LIST", Array("adtl".utf8) + labels + lengths)
  }

  private static func chunk(_ name: String, _ contents: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [UInt8](number: contents.count, bytes: 4) + contents + (contents.count % 2 == 0 ? [] : [0])
  }

  /// A zero-terminated text; one that is too long is cut at a character.
  private static func terminated(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in text where bytes.count + character.utf8.count <= maximumNameBytes { bytes += character.utf8 }
    return bytes + [0]
  }
}

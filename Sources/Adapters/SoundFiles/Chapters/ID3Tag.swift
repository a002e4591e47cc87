/// The metadata of an MP3 file, before its sound: an ID3v2.4 tag with UTF-8 texts, and chapters as in the "ID3v2
/// Chapter Frame Addendum" (id3.org, 2005).
enum ID3Tag {
  /// The maximum number of chapters in the table of contents: the count has one byte.
  ///
  /// Players that ignore the table find the other chapters, too.
  private static let listed = 255
  /// The code of UTF-8.
  private static let encoding: UInt8 = 3
  /// The flags of a root table with ordered entries.
  private static let orderedRoot: UInt8 = 3
  /// The code for an unspecified byte position.
  private static let noOffset = [UInt8](repeating: .max, count: 8)

  /// The tag of a file of `frames` frames; empty if it has no content.
  static func bytes(_ tags: SoundTags, _ chapters: [SoundChapter], frames: Int, sampleRate: Int) -> [UInt8] {
    let texts = [("TIT2", tags.title), ("TPE1", tags.artist), ("TALB", tags.album), ("TSSE", tags.software)]
    var body = texts.flatMap { name, text in text.map { frame(name, [encoding] + $0.utf8) } ?? [] }
    if let comment = tags.comment { body += frame("COMM", [encoding] + Array("und\0".utf8) + comment.utf8) }
    if let workout = tags.workout { body += frame("TXXX", [encoding] + Array("WORKOUT\0".utf8) + workout.utf8) }
    // The third byte is the code of a front cover, and its description is empty.
    if let picture = tags.picture { body += frame("APIC", [encoding] + Array("image/png\0\u{3}\0".utf8) + picture) }
    body += self.chapters(Array(chapters.prefix(SoundChapter.maximum)), frames: frames, sampleRate: sampleRate)
    return body.isEmpty ? [] : Array("ID3".utf8) + [4, 0, 0] + synchsafe(body.count) + body
  }

  /// A table of contents, and a frame for each chapter.
  private static func chapters(_ chapters: [SoundChapter], frames: Int, sampleRate: Int) -> [UInt8] {
    guard !chapters.isEmpty else { return [] }
    func name(_ index: Int) -> [UInt8] { Array("chapter\(index + 1)\0".utf8) }
    func time(_ frame: Int) -> [UInt8] {
      [UInt8](
        number: SoundChapter.milliseconds(before: frame, sampleRate: sampleRate), bytes: 4, bigEndian: true)
    }
    let children = chapters.indices.prefix(listed)
    let contents = Array("contents\0".utf8) + [orderedRoot, UInt8(children.count)] + children.flatMap(name)
    return frame("CTOC", contents)
      + chapters.enumerated().flatMap { index, chapter in
        let end = index + 1 < chapters.count ? chapters[index + 1].start : max(frames, chapter.start)
        let title = frame("TIT2", [encoding] + chapter.name.utf8)
        return frame("CHAP", name(index) + time(chapter.start) + time(end) + noOffset + title)
      }
  }

  private static func frame(_ name: String, _ contents: [UInt8]) -> [UInt8] {
    Array(name.utf8) + synchsafe(contents.count) + [0, 0] + contents
  }

  /// A number in four bytes of seven bits each.
  private static func synchsafe(_ number: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: number >> $0 & 0x7F) }
  }
}

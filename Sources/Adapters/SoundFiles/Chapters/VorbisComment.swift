/// The comment of a FLAC, Ogg Vorbis or Opus file: a vendor, and fields such as `TITLE=Tabata`.
///
/// The layout is that of the Vorbis I specification, section 5: a 32-bit little-endian length before each text.
struct VorbisComment: Equatable {
  /// The name of the encoder.
  var vendor: [UInt8]
  var fields: [[UInt8]]

  /// A comment without fields.
  init(vendor: String) {
    self.vendor = Array(vendor.utf8)
    fields = []
  }

  /// Decodes a comment; bytes after it, such as padding, are ignored. `nil` where it is truncated.
  init?(_ bytes: some Collection<UInt8>) {
    var rest = Array(bytes)[...]
    func text() -> [UInt8]? {
      guard let length = Array(rest.prefix(4)).number(at: 0, bytes: 4, bigEndian: false) else { return nil }
      let text = rest.dropFirst(4).prefix(length)
      guard text.count == length else { return nil }
      rest = rest[text.endIndex...]
      return Array(text)
    }
    guard let vendor = text(), let count = Array(rest.prefix(4)).number(at: 0, bytes: 4, bigEndian: false) else {
      return nil
    }
    rest = rest.dropFirst(4)
    var fields: [[UInt8]] = []
    for _ in 0..<count {
      guard let field = text() else { return nil }
      fields.append(field)
    }
    self.vendor = vendor
    self.fields = fields
  }

  mutating func add(_ name: String, _ text: String) { fields.append(Array("\(name)=\(text)".utf8)) }

  /// Adds chapters as `CHAPTER001=00:01:30.000` and `CHAPTER001NAME=Work`, which players read in all three formats
  /// (wiki.xiph.org, "Chapter Extension").
  mutating func add(_ chapters: [SoundChapter], sampleRate: Int) {
    for (index, chapter) in chapters.prefix(SoundChapter.maximum).enumerated() {
      let name = "CHAPTER" + "\(1001 + index)".dropFirst()
      add(name, Self.time(chapter.start, sampleRate))
      add(name + "NAME", chapter.name)
    }
  }

  /// Hours, minutes, seconds and milliseconds, rounded to the nearest.
  private static func time(_ frame: Int, _ sampleRate: Int) -> String {
    let (whole, rest) = frame.quotientAndRemainder(dividingBy: sampleRate)
    let milliseconds = whole * 1000 + (rest * 1000 + sampleRate / 2) / sampleRate
    let seconds = milliseconds / 1000
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let clock = "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    return "\(clock).\("\(1000 + milliseconds % 1000)".dropFirst())"
  }

  /// The encoded comment.
  var bytes: [UInt8] {
    ([vendor] + fields).enumerated().reduce(into: []) { bytes, part in
      // The number of fields follows the vendor.
      if part.offset == 1 { bytes += [UInt8](number: fields.count, bytes: 4) }
      bytes += [UInt8](number: part.element.count, bytes: 4) + part.element
    } + (fields.isEmpty ? [UInt8](number: 0, bytes: 4) : [])
  }
}

extension [UInt8] {
  /// The bytes of a number, little-endian by default.
  init(number: Int, bytes count: Int, bigEndian: Bool = false) {
    let little = (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    self = bigEndian ? little.reversed() : little
  }
}

/// Changes the comment of a FLAC file.
enum FLACComment {
  private static let commentKind: UInt8 = 4
  /// Lengths have 24 bits.
  private static let maximumLength = 1 << 24 - 1
  private static let maximumBlocks = 128

  /// Rewrites the file with a changed comment; returns `false` where the file is malformed.
  ///
  /// The frames of sound are copied (RFC 9639, section 8: "fLaC", then blocks of a kind, whose highest bit marks the
  /// last one, a length and contents).
  static func rewrite(_ file: inout FileRewriter, _ change: (inout VorbisComment) -> Void) throws(FileRewriter
    .Failure) -> Bool
  {
    guard try file.read(4, at: 0) == Array("fLaC".utf8) else { return false }
    var blocks: [(kind: UInt8, contents: [UInt8])] = []
    var offset = 4
    var isLast = false
    while !isLast {
      let head = try file.read(4, at: offset)
      guard blocks.count < maximumBlocks, let length = head.number(at: 1, bytes: 3, bigEndian: true) else {
        return false
      }
      let contents = try file.read(length, at: offset + 4)
      guard contents.count == length else { return false }
      isLast = head[0] & 0x80 != 0
      blocks.append((head[0] & 0x7F, contents))
      offset += 4 + length
    }
    let place = blocks.firstIndex { $0.kind == commentKind }
    guard var comment = place.map({ VorbisComment(blocks[$0].contents) }) ?? VorbisComment(vendor: "Cuebell") else {
      return false
    }
    change(&comment)
    let block = (kind: commentKind, contents: comment.bytes)
    guard block.contents.count <= maximumLength else { return false }
    if let place { blocks[place] = block } else { blocks.append(block) }
    try file.put(Array("fLaC".utf8))
    for (index, block) in blocks.enumerated() {
      let kind = block.kind | (index == blocks.count - 1 ? 0x80 : 0)
      try file.put([kind] + [UInt8](number: block.contents.count, bytes: 3, bigEndian: true) + block.contents)
    }
    try file.copy(from: offset)
    return true
  }
}

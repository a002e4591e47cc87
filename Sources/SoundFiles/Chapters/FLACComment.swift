/// Changes the comment of a FLAC file.
enum FLACComment {
  private static let commentKind: UInt8 = 4
  /// A length has 24 bits.
  private static let maximumLength = 1 << 24 - 1
  private static let maximumBlocks = 128

  /// Writes the file anew with a comment as `change` makes it; `false` where the file isn't as it should be.
  ///
  /// The frames of sound stay as they are (RFC 9639, section 8: "fLaC", then blocks of a kind, whose highest bit marks
  /// the last one, a length and contents).
  static func rewrite(_ splice: inout Splice, _ change: (inout VorbisComment) -> Void) throws(Splice.Failure) -> Bool {
    guard try splice.read(4, at: 0) == Array("fLaC".utf8) else { return false }
    var blocks: [(kind: UInt8, contents: [UInt8])] = []
    var offset = 4
    var isLast = false
    while !isLast {
      let head = try splice.read(4, at: offset)
      guard blocks.count < maximumBlocks, let length = head.number(at: 1, bytes: 3, bigEndian: true) else {
        return false
      }
      let contents = try splice.read(length, at: offset + 4)
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
    try splice.put(Array("fLaC".utf8))
    for (index, block) in blocks.enumerated() {
      let kind = block.kind | (index == blocks.count - 1 ? 0x80 : 0)
      try splice.put([kind] + [UInt8](number: block.contents.count, bytes: 3, bigEndian: true) + block.contents)
    }
    try splice.copy(from: offset)
    return true
  }
}

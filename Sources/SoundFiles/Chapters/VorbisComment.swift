/// What FLAC, Ogg Vorbis and Opus files say about themselves: a vendor, and fields such as `TITLE=Tabata`.
///
/// The layout is that of the Vorbis I specification, section 5: lengths of 32 bits, little-endian, before each text.
struct VorbisComment: Equatable {
  /// What made the encoder.
  var vendor: [UInt8]
  var fields: [[UInt8]]

  /// A comment without fields.
  init(vendor: String) {
    self.vendor = Array(vendor.utf8)
    fields = []
  }

  /// Reads one; what follows it, such as padding, is passed over. `nil` where it breaks off.
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

  /// Adds chapters as `CHAPTER001=00:01:30.000` and `CHAPTER001NAME=Work`, which players read in all three containers
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

  /// As it stands in a file.
  var bytes: [UInt8] {
    ([vendor] + fields).enumerated().reduce(into: []) { bytes, part in
      // The number of fields stands behind the vendor.
      if part.offset == 1 { bytes += [UInt8](number: fields.count, bytes: 4) }
      bytes += [UInt8](number: part.element.count, bytes: 4) + part.element
    } + (fields.isEmpty ? [UInt8](number: 0, bytes: 4) : [])
  }
}

extension [UInt8] {
  /// A number of so many bytes, little-endian unless told otherwise.
  init(number: Int, bytes count: Int, bigEndian: Bool = false) {
    let little = (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    self = bigEndian ? little.reversed() : little
  }
}

/// An MP3 file is a chain of frames, which tells all that its decoder only guesses.
///
/// How long it plays stands in no header, unless the encoder has put a tally first; the decoder takes the first frame
/// for the measure of all, and reads no further than that. Between the frames and behind them lie what it stumbles on:
/// tags, of which it tells whoever reads stderr. So the frames are counted here, and it sees nothing else.
extension HeaderCheck {
  /// How much may follow the last frame that nobody knows.
  private static let maximumTail = 1 << 17

  /// Walks the frames from `start` on.
  ///
  /// - Returns: The frames, behind a tally where they had none that is right.
  /// - Throws: `Refusal` where the chain breaks and goes on behind that, and where frames are missing.
  func frames(from start: Int) throws(Refusal) -> View {
    var window = Window(bytes, size)
    // What tells no length by its heads is left to the decoder.
    guard let first = window.head(at: start) else { return View(range: start..<size) }
    var (end, count) = (start, 0)
    var place = start
    while let head = window.head(at: place), head.kind == first.kind, place + head.length <= size {
      count += 1
      place += head.length
      end = place
      place = window.skipTags(at: place)
    }
    guard count > 0 else { throw Self.brokenOff }
    if window.chainGoesOn(behind: place, as: first.kind, atMost: Self.maximumTail) {
      let seconds = count * first.samples / first.rate
      throw Refusal(reason: "it is damaged \(seconds) s from its beginning")
    }
    if size - place > Self.maximumTail { throw Self.brokenOff }
    guard let tally = window.tally(at: start, first, of: end - start) else {
      return View(head: first.tally(of: count), range: start..<end)
    }
    // Encoders differ on whether the first frame counts.
    if count < tally { throw Self.brokenOff }
    if count - 1 <= tally { return View(range: start..<end) }
    return View(head: first.tally(of: count - 1), range: start + first.length..<end)
  }
}

/// The bytes of a file, of which some at a time are held.
private struct Window {
  private static let length = 1 << 16

  private let bytes: HeaderCheck.Bytes
  private let size: Int
  private var held: [UInt8] = []
  private var start = 0

  init(_ bytes: @escaping HeaderCheck.Bytes, _ size: Int) {
    self.bytes = bytes
    self.size = size
  }

  /// Holds at least `count` bytes from `place` on, if there are so many; returns where they are.
  private mutating func hold(_ count: Int, at place: Int) -> Int {
    if place < start || place + count > start + held.count {
      held = place < size ? bytes(place, Self.length) : []
      start = place
    }
    return place - start
  }

  mutating func head(at place: Int) -> MPEGHead? {
    let place = hold(4, at: place)
    return MPEGHead(held, at: place)
  }

  /// How many frames the tally in the frame at `place` says there are, if there is one; none for a tally that isn't of
  /// so many bytes, within a hundredth.
  mutating func tally(at place: Int, _ head: MPEGHead, of length: Int) -> Int? {
    let tally = hold(MPEGHead.maximumLength, at: place) + head.tallyPlace
    guard held.matches("Xing", at: tally) || held.matches("Info", at: tally),
      let flags = held.number(at: tally + 4, bytes: 4, bigEndian: true), flags & 1 == 1
    else { return nil }
    if flags & 2 == 2, let bytes = held.number(at: tally + 12, bytes: 4, bigEndian: true),
      abs(bytes - length) > length / 100
    {
      return 0
    }
    return held.number(at: tally + 8, bytes: 4, bigEndian: true)
  }

  /// Passes over the tags that follow a file or stand between two that were put together: ID3, APE and Lyrics3.
  mutating func skipTags(at place: Int) -> Int {
    var place = place
    while place < size {
      let here = hold(32, at: place)
      if held.matches("TAG", at: here) {
        place += 128
      } else if held.matches("ID3", at: here), held.count >= here + 10 {
        place += 10 + held[here + 6..<here + 10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
      } else if held.matches("APETAGEX", at: here),
        let length = held.number(at: here + 12, bytes: 4, bigEndian: false)
      {
        // The length counts the tag's end, but not its beginning, which is as long.
        place += 32 + length
      } else {
        return place
      }
    }
    return min(place, size)
  }

  /// Whether two frames of a kind follow each other within so many bytes.
  mutating func chainGoesOn(behind place: Int, as kind: UInt32, atMost limit: Int) -> Bool {
    for place in place..<max(place, min(place + limit, size)) {
      let here = hold(2 * MPEGHead.maximumLength, at: place)
      guard here < held.count, held[here] == 0xFF, let head = MPEGHead(held, at: here), head.kind == kind else {
        continue
      }
      if let next = MPEGHead(held, at: here + head.length), next.kind == kind { return true }
    }
    return false
  }
}

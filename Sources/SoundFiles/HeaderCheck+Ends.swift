/// Whether a file goes on to where its container says that it ends: one that was cut would fall silent in the middle of
/// a workout.
extension HeaderCheck {
  /// Refuses a file of which only `there` of `wanted` bytes of sound have come.
  static func broken(_ there: Int, of wanted: Int, bytesASecond: Int) -> Refusal {
    let (some, all) = (seconds(there, bytesASecond), seconds(wanted, bytesASecond))
    return Refusal(reason: "it breaks off: of \(all) s only \(some) s are there", isConvertible: false)
  }

  static let brokenOff = Refusal(reason: "it breaks off before its end", isConvertible: false)

  /// With one decimal, rounded down.
  private static func seconds(_ bytes: Int, _ bytesASecond: Int) -> String {
    let tenths = max(bytes, 0) * 10 / max(bytesASecond, 1)
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// The last page of an Ogg stream must be whole (RFC 3533, section 6).
  func checkLastPage() throws(Refusal) {
    // A page has at most 65 307 bytes.
    let start = max(0, size - 65_536)
    let tail = bytes(start, size - start)
    let mark = Array("OggS".utf8)
    let last = tail.indices.dropLast(3).last { tail[$0] == mark[0] && tail[$0..<$0 + 4].elementsEqual(mark) }
    guard let last else { throw Self.brokenOff }
    let page = tail[last...]
    guard page.count > 26, page.count >= 27 + Int(page[last + 26]) else { throw Self.brokenOff }
    let contents = page[(last + 27)..<(last + 27 + Int(page[last + 26]))].reduce(0) { $0 + Int($1) }
    guard page.count >= 27 + Int(page[last + 26]) + contents else { throw Self.brokenOff }
  }

  /// An MP3 file may say in its first frame how many bytes it has: behind the side information stand "Xing" or "Info",
  /// flags, the number of frames and that of bytes, big-endian.
  func checkTally(at start: Int) throws(Refusal) {
    let frame = bytes(start, 4 + 32 + 16)
    guard frame.count == 52 else { throw Self.brokenOff }
    let (isFirstVersion, isMono) = (frame[1] & 0x08 != 0, frame[3] & 0xC0 == 0xC0)
    let place = 4 + (isFirstVersion ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
    guard frame.matches("Xing", at: place) || frame.matches("Info", at: place),
      let flags = frame.number(at: place + 4, bytes: 4, bigEndian: true), flags & 3 == 3,
      let tally = frame.number(at: place + 12, bytes: 4, bigEndian: true)
    else { return }
    // Encoders differ on whether the first frame counts; none has more than 1 441 bytes.
    if size - start < tally - 1_441 { throw Self.brokenOff }
  }
}

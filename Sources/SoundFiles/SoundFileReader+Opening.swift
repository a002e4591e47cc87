internal import CSndfile
import Glibc

extension SoundFileReader {
  /// Starts the decoder, once the header has been found good.
  static func open(_ bytes: VirtualFile, _ path: String) throws(SoundFileError) -> (OpaquePointer, SoundFileInfo) {
    do throws(HeaderCheck.Refusal) {
      try HeaderCheck(size: bytes.length) { bytes.read(at: $0, count: $1) }.check()
      var description = SF_INFO()
      var functions = VirtualFile.functions()
      let owner = unsafe Unmanaged.passUnretained(bytes).toOpaque()
      guard let sound = unsafe sf_open_virtual(&functions, Int32(SFM_READ), &description, owner) else {
        let reason = unsafe sf_strerror(nil).map { unsafe String(cString: $0) } ?? "it can't be decoded"
        throw HeaderCheck.Refusal(reason: "it is damaged: \(reason)", isConvertible: false)
      }
      do throws(HeaderCheck.Refusal) {
        let info = try SoundFileInfo(description)
        try unsafe probeEnd(of: sound, info)
        return unsafe (sound, info)
      } catch {
        unsafe sf_close(sound)
        throw error
      }
    } catch {
      throw .refused(path: path, reason: error.isConvertible ? "\(error.reason); \(cure(for: path))" : error.reason)
    }
  }

  /// Reads the last frame that the header speaks of, and comes back: a file that was cut, or whose header lies, has
  /// none.
  private static func probeEnd(of sound: OpaquePointer, _ info: SoundFileInfo) throws(HeaderCheck.Refusal) {
    guard let frames = info.frames, frames > 0 else { return }
    let last = max(0, frames - 1 - (info.isExact ? 0 : inexactFrames))
    var frame = [Float](repeating: 0, count: info.channels)
    let isThere = unsafe frame.withUnsafeMutableBufferPointer { buffer in
      unsafe sf_seek(sound, sf_count_t(last), Int32(SEEK_SET)) == last
        && sf_readf_float(sound, buffer.baseAddress, 1) == 1
    }
    guard unsafe isThere && sf_seek(sound, 0, Int32(SEEK_SET)) == 0 else { throw HeaderCheck.brokenOff }
  }

  /// By so many frames the length of an MP3 file may be off: its first and last block, and what a decoder holds back.
  private static let inexactFrames = 4 * 1_152

  private static func cure(for path: String) -> String {
    let stem = path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
    return "convert it with: sox \(quoted(path)) -c 2 -r 48000 \(quoted(stem + ".flac"))"
  }

  /// The word as a shell reads it.
  private static func quoted(_ word: some StringProtocol) -> String {
    let plain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-/+,".contains($0)) }
    return plain ? String(word) : "'" + word.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
  }

  /// How many bytes a file has.
  static func size(of file: Int32) -> Int {
    var status = stat()
    return unsafe fstat(file, &status) == 0 ? Int(status.st_size) : 0
  }
}

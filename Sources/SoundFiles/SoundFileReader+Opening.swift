internal import CSndfile
import Glibc

extension SoundFileReader {
  /// Starts the decoder, once the header has been found good, and the rest too where it is looked at `wholly`.
  static func open(
    _ bytes: VirtualFile, _ path: String, wholly: Bool
  ) throws(SoundFileError) -> (OpaquePointer, SoundFileInfo) {
    do throws(HeaderCheck.Refusal) {
      let check = HeaderCheck(size: bytes.length) { bytes.read(at: $0, count: $1) }
      bytes.show(try check.check(wholly: wholly))
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
      let cure = error.isConvertible ? "; \(cure(for: path, by: error.converter))" : ""
      throw .refused(path: path, reason: error.reason + cure)
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

  private static func cure(for path: String, by converter: HeaderCheck.Converter) -> String {
    let stem = path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
    let name = stem + ".flac" == path ? "\(stem)-48000.flac" : "\(stem).flac"
    let command =
      switch converter {
      case .ffmpeg: "ffmpeg -i \(quoted(path)) -ac 2 -ar 48000 \(quoted(name))"
      case .sox: "sox \(quoted(path)) -c 2 -r 48000 \(quoted(name))"
      }
    return "convert it with: " + command
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

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
        return unsafe (sound, try SoundFileInfo(description))
      } catch {
        unsafe sf_close(sound)
        throw error
      }
    } catch {
      throw .refused(path: path, reason: error.isConvertible ? "\(error.reason); \(cure(for: path))" : error.reason)
    }
  }

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

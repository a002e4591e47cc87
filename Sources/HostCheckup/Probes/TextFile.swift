import Glibc

/// Small files that the kernel and the system's configuration tell of themselves in.
enum TextFile {
  /// What the file at `path` holds, at most 64 KiB of it; `nil` where it can't be read.
  static func read(_ path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var text: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while text.count < 65_536 {
      let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return count == 0 ? String(decoding: text, as: UTF8.self) : nil }
      text += bytes[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The names in a folder, sorted; none where it can't be read.
  static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

import Glibc

package enum FolderNames {
  /// The names in the folder at `path`, sorted; none if it can't be read.
  package static func list(_ path: String) -> [String] { (try? list(opening: path)) ?? [] }

  package static func list(opening path: String) throws(Errno) -> [String] {
    let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .last }
    return try list(closing: folder)
  }

  /// The names in an open folder, which is closed then, sorted.
  package static func list(closing folder: Int32) throws(Errno) -> [String] {
    guard let stream = unsafe fdopendir(folder) else {
      defer { close(folder) }
      throw .last
    }
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

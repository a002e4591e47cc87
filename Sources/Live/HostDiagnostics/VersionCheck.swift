import Glibc

/// Reads small files of the kernel and of the system's configuration.
enum TextFile {
  /// The first 64 KiB of the file at `path`; `nil` if it can't be read.
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

  /// The names in a folder, sorted; empty if it can't be read.
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

/// Lists the versions of the software, for support requests.
public struct VersionCheck: Equatable, Sendable {
  /// The names and versions, the command first.
  public var parts: [String]

  /// A list of versions.
  public init(parts: [String]) { self.parts = parts }

  /// The diagnostic, which is always `ok`.
  public var diagnostic: Diagnostic { .ok("versions", parts.joined(separator: ", ")) }
}

extension VersionCheck {
  /// The versions in `parts`, and those of the system.
  public static func probe(_ parts: [String]) -> VersionCheck {
    var system = utsname()
    unsafe uname(&system)
    let release = unsafe withUnsafeBytes(of: &system.release) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return VersionCheck(
      parts: parts + ["Linux \(release)"] + (TextFile.read("/etc/os-release").flatMap(name).map { [$0] } ?? []))
  }

  /// The name of the system (os-release(5)): `PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"`.
  package static func name(in release: String) -> String? {
    let key = "PRETTY_NAME="
    guard let line = release.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else { return nil }
    return String(line.dropFirst(key.count).filter { $0 != "\"" && $0 != "'" })
  }
}

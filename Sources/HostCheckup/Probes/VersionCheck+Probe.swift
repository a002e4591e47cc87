import Glibc

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

  /// What a system calls itself (os-release(5)): `PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"`.
  package static func name(in release: String) -> String? {
    let key = "PRETTY_NAME="
    guard let line = release.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else { return nil }
    return String(line.dropFirst(key.count).filter { $0 != "\"" && $0 != "'" })
  }
}

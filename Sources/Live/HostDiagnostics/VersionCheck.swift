import Glibc
import HostSystem

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
      parts: parts + ["Linux \(release)"] + (RegularFile.text(of: "/etc/os-release").flatMap(name).map { [$0] } ?? []))
  }

  /// The name of the system (os-release(5)): `PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"`.
  package static func name(in release: String) -> String? {
    let key = "PRETTY_NAME="
    guard let line = release.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else { return nil }
    return String(line.dropFirst(key.count).filter { $0 != "\"" && $0 != "'" })
  }
}

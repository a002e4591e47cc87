import Glibc
import HostSystem

extension Diagnostic {
  /// The versions in `parts` and those of the system, for support requests.
  package static func versions(_ parts: [String]) -> Diagnostic {
    var system = utsname()
    unsafe uname(&system)
    let release = unsafe withUnsafeBytes(of: &system.release) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let name = RegularFile.text(of: "/etc/os-release").flatMap(systemName)
    return .ok("versions", (parts + ["Linux \(release)"] + [name].compactMap { $0 }).joined(separator: ", "))
  }

  /// The name of the system (os-release(5)): `PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"`.
  package static func systemName(in release: String) -> String? {
    let key = "PRETTY_NAME="
    guard let line = release.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else { return nil }
    return String(line.dropFirst(key.count).filter { $0 != "\"" && $0 != "'" })
  }
}

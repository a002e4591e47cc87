import Foundation

/// A temporary folder with an ALSA configuration for one test.
public final class ALSAConfiguration: Sendable {
  /// The path of the folder.
  public let path: String

  /// Creates the folder; `configuration` follows the system's own, with `FOLDER` replaced by the folder's path.
  public init(_ configuration: String) throws {
    var template = Array("/tmp/cuebell-sound-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw TestSupportError("no temporary folder") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let text = "</usr/share/alsa/alsa.conf>\n" + configuration.replacingOccurrences(of: "FOLDER", with: path)
    try text.write(toFile: self["alsa.conf"], atomically: false, encoding: .utf8)
  }

  /// Deletes the folder.
  public func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  public subscript(name: String) -> String { "\(path)/\(name)" }

  /// The variables that make a process use the configuration, and no sound server except one in the folder.
  public static func environment(_ path: String) -> [(name: String, value: String)] {
    [
      ("HOME", path), ("XDG_RUNTIME_DIR", path), ("XDG_CONFIG_HOME", path), ("ALSA_CONFIG_PATH", "\(path)/alsa.conf"),
      ("PULSE_SERVER", "unix:\(path)/pulse/native"),
    ]
  }

  /// Makes this process use the configuration.
  public static func use(_ path: String) {
    for (name, value) in environment(path) { unsafe setenv(name, value, 1) }
  }
}

/// Why a test cannot continue.
public struct TestSupportError: Error, CustomStringConvertible {
  /// What failed.
  public let description: String

  /// An error with a description.
  public init(_ description: String) { self.description = description }
}

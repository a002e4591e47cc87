import Foundation

/// A folder with an ALSA configuration of a test's own, gone when it is removed.
public final class Setting: Sendable {
  /// Where it is.
  public let path: String

  /// Makes the folder; `configuration` is put after the system's own, and `FOLDER` in it stands for the folder.
  public init(_ configuration: String) throws {
    var template = Array("/tmp/cuebell-sound-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw SupportFailure("no temporary folder") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let text = "</usr/share/alsa/alsa.conf>\n" + configuration.replacingOccurrences(of: "FOLDER", with: path)
    try text.write(toFile: self["alsa.conf"], atomically: false, encoding: .utf8)
  }

  /// Takes the folder away.
  public func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  public subscript(name: String) -> String { "\(path)/\(name)" }

  /// What a process has to find in its environment to use the configuration, and no sound server but one in the folder.
  public static func environment(_ path: String) -> [(name: String, value: String)] {
    [
      ("HOME", path), ("XDG_RUNTIME_DIR", path), ("XDG_CONFIG_HOME", path), ("ALSA_CONFIG_PATH", "\(path)/alsa.conf"),
      ("PULSE_SERVER", "unix:\(path)/pulse/native"),
    ]
  }

  /// Has this process use the configuration.
  public static func enter(_ path: String) {
    for (name, value) in environment(path) { unsafe setenv(name, value, 1) }
  }
}

/// Why a test can't go on.
public struct SupportFailure: Error, CustomStringConvertible {
  /// What failed.
  public let description: String

  /// A failure that says so.
  public init(_ description: String) { self.description = description }
}

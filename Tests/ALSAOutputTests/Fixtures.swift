import Foundation
import Testing

/// A folder with an ALSA configuration of a test's own, gone when it is removed.
final class Setting {
  let path: String

  /// Makes the folder; `configuration` is put after the system's own, and `FOLDER` in it stands for the folder.
  init(_ configuration: String) throws {
    var template = Array("/tmp/alsa-output-XXXXXX".utf8CString)
    let made = unsafe mkdtemp(&template) != nil
    try #require(made)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let text = "</usr/share/alsa/alsa.conf>\n" + configuration.replacingOccurrences(of: "FOLDER", with: path)
    try text.write(toFile: self["alsa.conf"], atomically: false, encoding: .utf8)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  subscript(name: String) -> String { "\(path)/\(name)" }

  /// Has this process use the configuration, the folder as home, and no sound server but one in it.
  static func enter(_ path: String) {
    for name in ["HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"] { unsafe setenv(name, path, 1) }
    unsafe setenv("ALSA_CONFIG_PATH", "\(path)/alsa.conf", 1)
    unsafe setenv("PULSE_SERVER", "unix:\(path)/pulse/native", 1)
  }
}

/// A sound server without a card, whose output can be listened to.
final class SoundServer {
  let setting: Setting
  let process: pid_t

  /// Starts the server; it answers when this returns.
  init() throws {
    setting = try Setting("pcm.!default { type pulse handle_underrun 1 }\n")
    let modules = [
      "module-native-protocol-unix auth-anonymous=1",
      "module-null-sink sink_name=nul rate=48000 channels=2 format=float32le norewinds=1",
    ]
    let options = ["-n", "--exit-idle-time=-1"] + modules.flatMap { ["-L", $0] }
    process = try Self.start(
      "PULSE_SERVER= pulseaudio \(options.map(quoted).joined(separator: " ")) >/dev/null", in: setting)
    try shell("\(Self.environment(setting)); for i in $(seq 500); do pactl info >/dev/null && exit 0; done; exit 1")
  }

  /// Ends the server and takes its folder away.
  func end() {
    kill(process, SIGKILL)
    setting.remove()
  }

  /// Records what the server plays, as stereo frames of floating point, until `work` is done.
  func recording(during work: () async throws -> Void) async throws -> [Float] {
    let file = setting["recording.raw"]
    let format = "--format=float32le --rate=48000 --channels=2 --raw --latency-msec=20"
    let recorder = try Self.start("parec -d nul.monitor \(format) >\(quoted(file))", in: setting)
    defer { kill(recorder, SIGKILL) }
    try await work()
    return try floats(in: file)
  }

  /// Starts a program that runs until it is killed, and returns its process.
  ///
  /// The system adopts it: while a child of this process is dead and not yet waited for, no exit test sees its end.
  private static func start(_ command: String, in setting: Setting) throws -> pid_t {
    let text = try shell("\(environment(setting)); \(command) & echo $!")
    return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  private static func environment(_ setting: Setting) -> String {
    let folder = quoted(setting.path)
    return "export PATH=/usr/bin:/bin HOME=\(folder) XDG_RUNTIME_DIR=\(folder) XDG_CONFIG_HOME=\(folder) "
      + "PULSE_SERVER=unix:\(quoted(setting["pulse/native"]))"
  }
}

/// Runs a line of shell and returns what it prints.
///
/// Not by Foundation's `Process`, whose end goes unnoticed when another child of the process outlives it.
@discardableResult
func shell(_ line: String) throws -> String {
  let stream = unsafe popen("exec 2>/dev/null </dev/null; " + line, "re")
  let isOpen = unsafe stream != nil
  try #require(isOpen)
  var text: [UInt8] = []
  while case let byte = unsafe getc(stream), byte != EOF { text.append(UInt8(byte)) }
  let status = unsafe pclose(stream)
  try #require(status == 0, "\(line) failed")
  return String(decoding: text, as: UTF8.self)
}

/// The word as the shell takes it.
func quoted(_ word: String) -> String { "'" + word.replacingOccurrences(of: "'", with: #"'\''"#) + "'" }

/// The little-endian numbers in a file.
func floats(in file: String) throws -> [Float] {
  let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
  return stride(from: 0, to: data.count / 4 * 4, by: 4).map { start in
    Float(bitPattern: data[start..<start + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
  }
}

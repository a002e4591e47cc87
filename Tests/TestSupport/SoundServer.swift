public import Foundation
import Synchronization

/// A PulseAudio server without a card, whose output can be listened to.
public final class SoundServer: Sendable {
  /// Where it lives; the default device of ALSA is the server.
  public let setting: Setting
  private let running = Mutex<pid_t>(0)
  /// How its sink fetches.
  public let sink: Sink

  /// How the sink of a server fetches sound.
  public enum Sink: String, CaseIterable, Sendable {
    /// In small blocks, the first of them at once.
    case prompt
    /// As PulseAudio's own: it has rendered up to 2 s ahead when a stream begins, and fetches for the first time after
    /// that.
    case stock

    fileprivate var option: String { self == .prompt ? " norewinds=1" : "" }

    /// What a recorder may ask for, in milliseconds, without having the sink fetch otherwise than it would.
    var recorderLatency: Int { self == .prompt ? 20 : 2_000 }
  }

  /// Starts the server; it answers when this returns.
  public init(_ sink: Sink = .prompt) throws {
    self.sink = sink
    setting = try Setting("pcm.!default { type pulse handle_underrun 1 }\n")
    try start()
  }

  /// The server's process.
  public var process: pid_t { running.withLock { $0 } }

  /// Starts a server after the last one was killed.
  public func start() throws {
    let modules = [
      "module-native-protocol-unix auth-anonymous=1",
      "module-null-sink sink_name=nul rate=48000 channels=2 format=float32le\(sink.option)",
    ]
    let options = ["-n", "--exit-idle-time=-1"] + modules.flatMap { ["-L", $0] }
    let command = options.map(quoted).joined(separator: " ")
    // The number of one that was killed would keep another from starting as long as nobody has reaped it.
    let process = try run("rm -f \(quoted(setting["pulse/pid"])); PULSE_SERVER= pulseaudio \(command) >/dev/null")
    running.withLock { $0 = process }
    let answers = Patience.wait { (try? control("pactl info >/dev/null")) != nil }
    guard answers else { throw SupportFailure("the sound server doesn't answer") }
  }

  /// Sends the server a signal.
  public func signal(_ number: Int32) { kill(process, number) }

  /// Ends the server and takes its folder away.
  public func end() {
    signal(SIGKILL)
    setting.remove()
  }

  /// Runs a line of shell in the server's environment, such as `pactl suspend-sink nul 1`, and returns what it prints.
  @discardableResult
  public func control(_ line: String) throws -> String { try shell("\(exports); \(line)") }

  /// Starts to write down what the server plays; what is played from now on is in it.
  public func record() throws -> Recording { try Recording(of: self) }

  /// What the server plays until `work` is done.
  public func recording(during work: () async throws -> Void) async throws -> [Float] {
    let recording = try record()
    try await work()
    return try recording.finish()
  }

  /// Starts a program that runs until it is killed, and returns its process.
  ///
  /// The system adopts it: while a child of this process is dead and not yet waited for, no exit test sees its end.
  func run(_ command: String) throws -> pid_t {
    let text = try shell("\(exports); \(command) & echo $!")
    guard let process = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw SupportFailure("no process: \(text)")
    }
    return process
  }

  private var exports: String {
    let variables = Setting.environment(setting.path).filter { $0.name != "ALSA_CONFIG_PATH" }
    return "export PATH=/usr/bin:/bin " + variables.map { "\($0.name)=\(quoted($0.value))" }.joined(separator: " ")
  }
}

/// Runs a line of shell and returns what it prints.
///
/// Not by Foundation's `Process`, whose end goes unnoticed when another child of the process outlives it.
@discardableResult
public func shell(_ line: String) throws -> String {
  let stream = unsafe popen("exec 2>/dev/null </dev/null; " + line, "re")
  guard let stream = unsafe stream else { throw SupportFailure("no shell") }
  var text: [UInt8] = []
  while case let byte = unsafe getc(stream), byte != EOF { text.append(UInt8(byte)) }
  guard unsafe pclose(stream) == 0 else { throw SupportFailure("\(line) failed") }
  return String(decoding: text, as: UTF8.self)
}

/// The word as the shell takes it.
public func quoted(_ word: String) -> String { "'" + word.replacingOccurrences(of: "'", with: #"'\''"#) + "'" }

/// The little-endian numbers in a file.
public func floats(in file: String) throws -> [Float] {
  let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
  return stride(from: 0, to: data.count / 4 * 4, by: 4).map { start in
    Float(bitPattern: data[start..<start + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
  }
}

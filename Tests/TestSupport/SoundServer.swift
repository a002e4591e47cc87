public import Foundation
import Synchronization

/// A PulseAudio server with a null sink whose output can be recorded.
public final class SoundServer: Sendable {
  /// Its folder, with an ALSA configuration whose default device is this server.
  public let configuration: ALSAConfiguration
  private let running = Mutex<pid_t>(0)
  /// How its sink requests sound.
  public let sink: Sink

  /// How the sink of a server requests sound from its clients.
  public enum Sink: String, CaseIterable, Sendable {
    /// In small blocks, starting immediately.
    case prompt
    /// As PulseAudio's default: it has rendered up to 2 s ahead when a stream begins, and makes its first request
    /// after that.
    case stock

    fileprivate var option: String { self == .prompt ? " norewinds=1" : "" }

    /// The shortest latency that a recorder can request without changing how the sink renders, in milliseconds.
    var recorderLatency: Int { self == .prompt ? 20 : 2_000 }
  }

  /// Starts the server and waits until it responds.
  public init(_ sink: Sink = .prompt) throws {
    self.sink = sink
    configuration = try ALSAConfiguration("pcm.!default { type pulse handle_underrun 1 }\n")
    try start()
  }

  /// The server's process.
  public var process: pid_t { running.withLock { $0 } }

  /// Starts a new server after the previous one was killed.
  public func start() throws {
    let modules = [
      "module-native-protocol-unix auth-anonymous=1",
      "module-null-sink sink_name=nul rate=48000 channels=2 format=float32le\(sink.option)",
    ]
    let options = ["-n", "--exit-idle-time=-1"] + modules.flatMap { ["-L", $0] }
    let command = options.map(quoted).joined(separator: " ")
    // The pid file of a killed server that has not been reaped would prevent a start.
    let process = try run("rm -f \(quoted(configuration["pulse/pid"])); PULSE_SERVER= pulseaudio \(command) >/dev/null")
    running.withLock { $0 = process }
    let answers = Timeout.wait { (try? control("pactl info >/dev/null")) != nil }
    guard answers else { throw TestSupportError("the sound server does not respond") }
  }

  /// Sends the server a signal.
  public func signal(_ number: Int32) { kill(process, number) }

  /// Ends the server and deletes its folder.
  public func end() {
    signal(SIGKILL)
    configuration.remove()
  }

  /// Runs a line of shell in the server's environment, such as `pactl suspend-sink nul 1`, and returns what it prints.
  @discardableResult
  public func control(_ line: String) throws -> String { try shell("\(exports); \(line)") }

  /// Starts a recording that contains everything played from now on.
  public func record() throws -> Recording { try Recording(of: self) }

  /// What the server plays while `work` runs.
  public func recording(during work: () async throws -> Void) async throws -> [Float] {
    let recording = try record()
    try await work()
    return try recording.finish()
  }

  /// Starts a program that runs until it is killed, and returns its process.
  ///
  /// Init adopts it: an exit test does not see its process end while this process has an unreaped child.
  func run(_ command: String) throws -> pid_t {
    let text = try shell("\(exports); \(command) & echo $!")
    guard let process = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw TestSupportError("no process: \(text)")
    }
    return process
  }

  private var exports: String {
    let variables = ALSAConfiguration.environment(configuration.path).filter { $0.name != "ALSA_CONFIG_PATH" }
    return "export PATH=/usr/bin:/bin " + variables.map { "\($0.name)=\(quoted($0.value))" }.joined(separator: " ")
  }
}

/// Runs a line of shell and returns what it prints.
///
/// It avoids Foundation's `Process`, whose end goes unnoticed when another child of this process outlives it.
@discardableResult
public func shell(_ line: String) throws -> String {
  let stream = unsafe popen("exec 2>/dev/null </dev/null; " + line, "re")
  guard let stream = unsafe stream else { throw TestSupportError("no shell") }
  var text: [UInt8] = []
  while case let byte = unsafe getc(stream), byte != EOF { text.append(UInt8(byte)) }
  guard unsafe pclose(stream) == 0 else { throw TestSupportError("\(line) failed") }
  return String(decoding: text, as: UTF8.self)
}

/// The word, quoted for the shell.
public func quoted(_ word: String) -> String { "'" + word.replacingOccurrences(of: "'", with: #"'\''"#) + "'" }

/// The little-endian numbers in a file, without an incomplete one at its end.
public func floats(in file: String) throws -> [Float] {
  try numbers(in: Data(contentsOf: URL(fileURLWithPath: file)))
}

/// The little-endian numbers in bytes, without an incomplete one at their end.
public func numbers<Number: BitwiseCopyable>(in bytes: Data) -> [Number] {
  let size = MemoryLayout<Number>.size
  return unsafe bytes.withUnsafeBytes { bytes in
    // Copied as a whole, as recordings have millions of numbers.
    unsafe Array(UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / size * size)).bindMemory(to: Number.self))
  }
}

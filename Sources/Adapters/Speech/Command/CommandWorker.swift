import AudioMixing
import Glibc
import HostSystem
import SoundFiles

/// The speech worker for a user-supplied program, which is started once for each phrase.
///
/// The program reads the text as UTF-8 from stdin and writes a WAV file to stdout. Its environment has
/// `CUEBELL_LANGUAGE`, `CUEBELL_VARIANT`, `CUEBELL_RATE` (words per minute) and `CUEBELL_PITCH` (0 to 99). Its time,
/// memory and output are limited, and it ends with the worker.
package enum CommandWorker {
  /// The first argument that starts the executable as the worker; the arguments of the command follow.
  package static let argument = "speech-command"
  /// The longest time for one run, which includes loading a model.
  static let wall = Duration.seconds(20)

  /// Answers requests until `input` ends, and returns the exit status; see `SpeechWorker.run`.
  package static func run(_ command: [String], input: Int32 = 0, output: Int32 = 1) -> Int32 {
    unsafe Channel.run(input, output) { () throws(SpeechError) in
      guard let path = command.first.flatMap(ProgramPath.find) else {
        throw .unavailable("the program of \"voice\" in the settings, \"\(command.first ?? "")\", was not found")
      }
      return path
    } answer: { path, request, channel in
      channel.send(
        WorkerAnswer(to: unsafe WorkerRequest(Array(request))) { (request) throws(SpeechError) in
          try speech(request, by: path, command)
        } voices: { () throws(SpeechError) in
          throw .unavailable("the program of \"voice\" in the settings can't list its voices")
        })
    }
  }

  /// A fingerprint of a command, the files among its arguments and the other `files` that phrases depend on; `nil` if
  /// one of these is missing. Changes to other files that the program reads are not detected.
  package static func identity(of command: [String], with files: [String]) -> String? {
    let program = command.first.flatMap(ProgramPath.find)
    let own = [program].compactMap { $0 } + command.dropFirst().filter { unsafe access($0, F_OK) == 0 }
    return EspeakInstallation.stamps(of: own + files).map { "command \(command)\($0)" }
  }

  private static func speech(
    _ request: SpeechRequest, by path: String, _ command: [String]
  ) throws(SpeechError) -> SpokenAudio {
    let name = command.first ?? path
    let files: ProgramFiles
    do throws(Errno) { files = try ProgramFiles(input: request.text + "\n") } catch {
      throw .unavailable("not enough memory for \(name): \(error)")
    }
    let ending: ChildProcess.Ending?
    do throws(Errno) { ending = try run(path, command, files, environment(request)) } catch {
      throw .unavailable("\(name) doesn't start: \(error)")
    }
    guard let ending else { throw .timedOut }
    if ending.status != 0 {
      let end = ending.signal == 0 ? "ended with status \(ending.status)" : "was ended by signal \(ending.signal)"
      throw .unavailable("\(name) \(end)\(files.lastLineOfErrors.map { ": \($0)" } ?? "")")
    }
    let speech: SpokenAudio
    do throws(SoundFileError) {
      speech = try SpeechFile.read(files.output.descriptor, named: "what \(name) wrote")
    } catch {
      throw .unavailable("\(error)")
    }
    guard speech.samples.count * 2 + 64 <= WorkerAnswer.maximumBytes else {
      throw .unavailable("\(name) wrote too much sound for one phrase: at most 2 MB of samples")
    }
    return speech
  }

  /// Runs the program with `environment` added to that of this process, and returns how it ended; `nil` if it took too
  /// long.
  ///
  /// Call it from a single-threaded process, because it forks.
  private static func run(
    _ path: String, _ command: [String], _ files: ProgramFiles, _ environment: [String: String]
  ) throws(Errno) -> ChildProcess.Ending? {
    let program = try ContainedProgram(
      path, arguments: command, environment: environment,
      streams: [files.input, files.output, files.errors].map(\.descriptor), cpuSeconds: 40, fileBytes: 16 << 20)
    let hasEnded = program.hasEnded(within: wall)
    // Its children may still be running.
    let ending = program.end()
    return hasEnded && ending.signal != SIGXCPU ? ending : nil
  }

  private static func environment(_ request: SpeechRequest) -> [String: String] {
    [
      "CUEBELL_LANGUAGE": request.language, "CUEBELL_VARIANT": request.variant ?? "",
      "CUEBELL_RATE": "\(request.rate)", "CUEBELL_PITCH": "\(request.pitch)",
    ]
  }
}

private struct ProgramFiles {
  let input: MemoryFile
  let output: MemoryFile
  let errors: MemoryFile

  init(input text: String) throws(Errno) {
    (input, output, errors) = (try MemoryFile(text), try MemoryFile(), try MemoryFile())
  }

  /// The last line of stderr, at most 200 characters, for messages.
  var lastLineOfErrors: String? {
    let lines = String(decoding: errors.bytes(atMost: 4_096), as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.last { $0.contains { !$0.isWhitespace } }.map { String($0.prefix(200)) }
  }
}

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
  /// The first argument that starts the executable as the worker; the words of the command follow.
  package static let argument = "speech-command"

  /// Answers requests until `input` ends, and returns the exit status; see `SpeechWorker.run`.
  package static func run(_ command: [String], input: Int32 = 0, output: Int32 = 1) -> Int32 {
    unsafe Channel.run(input, output) { () throws(SpeechError) in
      guard let path = command.first.flatMap(ProgramPath.find) else {
        throw .unavailable("the program of \"voice\" in the settings, \"\(command.first ?? "")\", was not found")
      }
      return LimitedProgram(path: path, arguments: command)
    } answer: { program, request, channel in
      channel.send(
        WorkerAnswer(to: unsafe WorkerRequest(Array(request))) { (request) throws(SpeechError) in
          try speech(request, by: program)
        } voices: { () throws(SpeechError) in
          throw .unavailable("the program of \"voice\" in the settings can't list its voices")
        })
    }
  }

  /// A fingerprint of a command, the files among its words and the other `files` that phrases depend on; `nil` if one
  /// of these is missing. Changes to other files that the program reads are not detected.
  package static func identity(of command: [String], with files: [String]) -> String? {
    let program = command.first.flatMap(ProgramPath.find)
    let own = [program].compactMap { $0 } + command.dropFirst().filter { unsafe access($0, F_OK) == 0 }
    return EspeakInstallation.stamps(of: own + files).map { "command \(command)\($0)" }
  }

  private static func speech(
    _ request: SpeechRequest, by program: LimitedProgram
  ) throws(SpeechError) -> SpokenAudio {
    let files: ProgramFiles
    do throws(Errno) { files = try ProgramFiles(input: request.text + "\n") } catch {
      throw .unavailable("not enough memory for \(program.name): \(error)")
    }
    let ending: ChildProcess.Ending?
    do throws(Errno) { ending = try program.run(files, environment: environment(request)) } catch {
      throw .unavailable("\(program.name) doesn't start: \(error)")
    }
    guard let ending else { throw .timedOut }
    if ending.status != 0 {
      let end = ending.signal == 0 ? "ended with status \(ending.status)" : "was ended by signal \(ending.signal)"
      throw .unavailable("\(program.name) \(end)\(files.lastLineOfErrors.map { ": \($0)" } ?? "")")
    }
    let speech: SpokenAudio
    do throws(SoundFileError) {
      speech = try SpeechFile.read(files.output.descriptor, named: "what \(program.name) wrote")
    } catch {
      throw .unavailable("\(error)")
    }
    guard speech.samples.count * 2 + 64 <= WorkerAnswer.maximumBytes else {
      throw .unavailable("\(program.name) wrote too much sound for one phrase: at most 2 MB of samples")
    }
    return speech
  }

  private static func environment(_ request: SpeechRequest) -> [String: String] {
    [
      "CUEBELL_LANGUAGE": request.language, "CUEBELL_VARIANT": request.variant ?? "",
      "CUEBELL_RATE": "\(request.rate)", "CUEBELL_PITCH": "\(request.pitch)",
    ]
  }
}

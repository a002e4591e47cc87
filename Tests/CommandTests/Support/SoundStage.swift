import FoundationEssentials
import TestSupport

/// A server, and a home whose commands play there.
struct SoundStage {
  let server: SoundServer
  let home: Home

  /// A stage of its own, whose commands find `variables` in their environment.
  init(_ sink: SoundServer.Sink = .prompt, _ variables: (Setting) -> [String] = { _ in [] }) throws {
    server = try SoundServer(sink)
    let path = server.setting.path
    home = try Home(
      ["ALSA_CONFIG_PATH=\(path)/alsa.conf", "PULSE_SERVER=unix:\(path)/pulse/native"] + variables(server.setting))
  }

  /// Writes a workout of clicks, one each 300 ms.
  func writeClicks(_ clicks: Int) throws {
    try home.write(
      """
      { "name": "Clicks", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "woodblock" } ],
        "phases": [ { "sets": \(clicks), "phases": [ { "name": "A", "duration": "300ms" } ] } ] }
      """, to: "clicks.json")
  }

  /// Starts a run of clicks.
  func start(clicks: Int, _ options: String...) throws -> Child {
    try writeClicks(clicks)
    let words = [Project.command, "run", "clicks.json", "--json"] + options
    return try Child(words, in: home)
  }

  /// Builds a library from lines of C that takes the place of alsa-lib's functions, for a command that finds
  /// `LD_PRELOAD` in its environment.
  func build(_ library: String, from source: String) throws {
    let includes = ["dlfcn", "errno", "fcntl", "stdlib", "string", "sys/file", "unistd"].map { "#include <\($0).h>\n" }
    let text = "#define _GNU_SOURCE\n" + includes.joined() + source
    try text.write(toFile: server.setting["\(library).c"], atomically: false, encoding: .utf8)
    let compile = "-shared -fPIC -o \(library).so \(library).c -ldl"
    try shell("cd \(quoted(server.setting.path)) && { cc \(compile) || clang \(compile); }")
  }
}

import TestSupport

/// A server, and a home whose commands play there.
struct SoundStage {
  let server: SoundServer
  let home: Home

  /// A stage of its own, whose commands find `variables` in their environment.
  init(_ variables: (Setting) -> [String] = { _ in [] }) throws {
    server = try SoundServer()
    let path = server.setting.path
    home = try Home(
      ["ALSA_CONFIG_PATH=\(path)/alsa.conf", "PULSE_SERVER=unix:\(path)/pulse/native"] + variables(server.setting))
  }

  /// Starts a run of clicks, one each 300 ms.
  func start(clicks: Int, _ options: String...) throws -> Child {
    try home.write(
      """
      { "name": "Clicks", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "woodblock" } ],
        "phases": [ { "sets": \(clicks), "phases": [ { "name": "A", "duration": "300ms" } ] } ] }
      """, to: "clicks.json")
    let words = [Project.command, "run", "clicks.json", "--json"] + options
    return try Child(words, in: home, patience: .seconds(60))
  }

  func heard(_ name: String) throws -> Onsets { Onsets(try floats(in: server.setting[name])) }
}

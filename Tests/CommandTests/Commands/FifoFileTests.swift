import FoundationEssentials
import Glibc
import Testing

/// A FIFO without a writer keeps a process that opens it waiting for ever.
@Suite struct `A FIFO in place of a file` {
  private static let reason = "it isn't a regular file"

  private func makeFifo(_ name: String, in home: TemporaryHome) throws {
    let folder = name.lastIndex(of: "/").map { String(name[..<$0]) } ?? "."
    try FileManager.default.createDirectory(atPath: home.path(folder), withIntermediateDirectories: true)
    unsafe unlink(home.path(name))
    #expect(unsafe mkfifo(home.path(name), 0o600) == 0)
  }

  @Test func `is an error where the command looks for the file by itself`() throws {
    let home = try TemporaryHome.withoutSound()
    try home.write(WorkoutText.small, to: "w.json")
    try makeFifo("f", in: home)
    try home.write(#"{ "format": "drift-scenario/1", "name": "S", "workout": "f" }"#, to: "s.json")
    let scenario = try home.cuebell("simulate", "s.json")
    #expect(scenario.code == 66 && scenario.err.hasSuffix("workout: f: \(Self.reason)\n"), "\(scenario)")
    let state = "../home/.local/state/cuebell"
    try makeFifo(state + "/serve.json", in: home)
    unsafe chmod(home.path(state), 0o700)
    let serve = try home.cuebell("serve", "--links")
    #expect(serve.code == 73 && serve.err.contains("/serve.json: \(Self.reason)"), "\(serve)")
    try makeFifo(state + "/history.sqlite", in: home)
    let history = try home.cuebell("history")
    #expect(history.code == 66 && history.err.contains("history.sqlite isn't a regular file"), "\(history)")
    try makeFifo(home.config + "/workouts/fifo.json", in: home)
    let list = try home.cuebell("list")
    #expect(list.code == 0 && !list.out.contains("fifo"), "\(list)")
    try makeFifo(home.config + "/config.json", in: home)
    for words in [["config"], ["check", "w.json"], ["run", "--silent", "w.json"]] {
      let result = try home.cuebell(words)
      #expect(result.code == 66 && result.err.hasSuffix("/config.json: \(Self.reason)\n"), "\(words): \(result)")
    }
  }

  @Test func `is an error in place of the file of a session to resume`() throws {
    let home = try InterruptedSession.home()
    try makeFifo("w.json", in: home)
    let resume = try home.cuebell("resume", "--silent", "--go-on-after", "0s")
    #expect(resume.code == 66 && resume.err.hasSuffix("/w.json: \(Self.reason)\n"), "\(resume)")
  }

  @Test(arguments: [
    "cat w.json | \"$CUEBELL\" check -", "cat w.json | \"$CUEBELL\" check /dev/stdin",
    "mkfifo f; cat w.json > f & until [ -p f ]; do :; done; \"$CUEBELL\" check f",
    "bash -c '\"$CUEBELL\" check <(cat w.json)'",
  ])
  func `is read where the user names it`(line: String) throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let result = try home.shell(line)
    #expect(result.code == 0 && result.out.contains(": ok, "), "\(result)")
  }
}

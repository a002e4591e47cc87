import ControlSocket
import Foundation
import Glibc
import SessionReporting
import Synchronization
import TestSupport
import Testing

/// `cuebell ctl`, the command itself, which lies beside the test binary.
@Suite struct `The command ctl` {
  private static let command: String = {
    let test = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: test ?? ".").deletingLastPathComponent().path + "/cuebell"
  }()

  /// A runtime folder with sessions of these names.
  private struct RuntimeFolder {
    let folder: TemporaryFolder
    let runs: String

    init() throws {
      folder = try socketFolder()
      runs = try ControlEndpoint.standardFolder(["XDG_RUNTIME_DIR": folder.path])
    }

    func start(_ name: String) throws -> ControlledSession {
      try ControlledSession(at: ControlEndpoint(in: runs, name: LiveRunName(ofFile: name)))
    }

    /// What ctl prints and its status, as the last line; on a busy machine the answer may take longer than two seconds.
    func ctl(_ words: String) throws -> String {
      try Shell.output(of: "XDG_RUNTIME_DIR=\(folder.path) \(command) ctl --timeout 60 \(words); echo $?")
    }
  }

  @Test(
    arguments: [
      "pause", "resume", "toggle", "next", "back", "restart", "extend 15s", "extend -5s", "jump 0:12", "jump set 2",
      "jump -2s", "volume -3", "volume +3", "volume =0", "mute", "mute off", "skip", "stop", "--to test stop",
      "--timeout 50 volume -3", "-- volume -3", "volume -- -3", "--to test -- jump -- -2s",
    ])
  func `does what the verb says`(words: String) throws {
    let home = try RuntimeFolder()
    let session = try home.start("test.json")
    let output = try home.ctl(words)
    #expect(output == (words == "resume" ? "The workout isn't paused.\n3\n" : "0\n") || words == "resume", "\(output)")
    _ = session
  }

  @Test(
    arguments: [
      ("undo", "There is nothing to undo.", 3), ("pauze", "did you mean \"pause\"?", 64), ("", "Name a verb", 64),
      ("volume loud", "must be a number of dB", 64), ("extend", "needs one argument", 64),
      ("status --format '{phaze}'", "did you mean \"phase\"?", 64), ("pause --follow", "work only with status", 64),
      ("wait", "phase NAME", 64), ("watch qeue", "unknown event", 64), ("pause --bogus", "Unknown option", 64),
      ("volume -- --3", "must be a number", 64),
      ("--to nobody pause", "No run has the name nobody", 69), ("--to ../x pause", "../x", 69),
      ("--to 'a b' pause", "No run has the name", 69),
    ])
  func `says why not, with a status`(words: String, part: String, status: Int) throws {
    let home = try RuntimeFolder()
    let session = try home.start("test.json")
    let output = try home.ctl(words)
    #expect(output.contains(part) && output.hasSuffix("\n\(status)\n"), "\(output)")
    _ = session
  }

  @Test func `finds the only run, or of several the one that holds the audio session`() throws {
    let home = try RuntimeFolder()
    #expect(try home.ctl("pause") == "No workout is running.\n69\n")
    let (first, second) = (try home.start("a.json"), try home.start("b.json"))
    #expect(
      try home.ctl("status") == "Several workouts are running: choose one with --to NAME: a, b.\n64\n")
    second.report(.session(owner: "workout"))
    #expect(try home.ctl("status --format '{name}'") == "b\n0\n")
    #expect(try home.ctl("list") == "a  Test  playing, Work\nb  Test  playing, Work\n0\n")
    first.finish()
    #expect(try home.ctl("list --json").contains(#"{"name": "b", "workout": "Test", "playback": "playing""#))
  }

  @Test func `prints the status for people and programs`() throws {
    let home = try RuntimeFolder()
    let session = try home.start("test.json")
    _ = try ControlConnection(session.endpoint.path).ask("pause")
    session.advance(to: 20)
    let output = try home.ctl("status")
    #expect(
      output == """
        Test (test): paused (user)
        Work, set 1 of 3: 0:15 of 0:20 left
        Next: Work, 0:20
        0:10 elapsed, open end
        Volume 0 dB
        0

        """)
    #expect(
      try home.ctl("status --format '{phase} {set}/{sets} {phaseRemaining} {{x}} {volume}'")
        == "Work 1/3 0:15 {x} 0 dB\n0\n")
    #expect(try home.ctl("status --json").hasPrefix(#"{"playback":"paused","reason":"user","phase":{"name":"Work""#))
  }

  @Test func `follows the status and events to the end of the run`() throws {
    let home = try RuntimeFolder()
    let session = try home.start("test.json")
    let ready = home.folder["ready"]
    let path = session.endpoint.path
    let hasPaused = Mutex(false)
    let thread = Thread {
      // Both are subscribed when the first line is there.
      guard Timeout.wait(until: { (try? String(contentsOfFile: ready, encoding: .utf8))?.isEmpty == false }),
        let connection = try? ControlConnection(path)
      else { return session.finish() }
      _ = try? connection.ask("pause")
      session.advance(to: 20)
      // Of changes that follow one another at once, only the last one has to be reported.
      let isReported = Timeout.wait {
        (try? String(contentsOfFile: ready, encoding: .utf8))?.contains("paused") == true
      }
      hasPaused.withLock { $0 = isReported }
      session.finish()
    }
    thread.start()
    let output = try home.ctl("status --follow --format '{playback} {phase}' | tee \(ready)")
    #expect(hasPaused.withLock { $0 })
    #expect(output.hasPrefix("playing Work\n") && output.hasSuffix("paused Work\n0\n"), "\(output)")
  }

  @Test func `waits for a phase, a pause and the end`() throws {
    let home = try RuntimeFolder()
    let session = try home.start("test.json")
    #expect(try home.ctl("wait phase work") == "0\n")
    #expect(try home.ctl("--timeout 0.05 wait paused") == "The run test doesn't answer.\n75\n")
    _ = try ControlConnection(session.endpoint.path).ask("pause")
    session.advance(to: 20)
    #expect(try home.ctl("wait paused") == "0\n")
    _ = try ControlConnection(session.endpoint.path).ask("stop")
    session.advance(to: 30)
    #expect(try home.ctl("wait finished") == "The workout was stopped.\n4\n")
  }

  @Test func `sends lines, and ends where the run doesn't answer`() throws {
    let home = try RuntimeFolder()
    let session = try home.start("test.json")
    let lines = #"printf '# x\n{"id":1,"clock":7}\nextend 5s\nundo\nundo' |"#
    let output = try Shell.output(
      of: "\(lines) XDG_RUNTIME_DIR=\(home.folder.path) \(Self.command) ctl --timeout 60 send; echo $?")
    let replies = output.split(separator: "\n")
    try #require(replies.count == 5, "\(output)")
    #expect(replies[0] == #"{"id":1,"ok":true,"clock":7,"t":10000000000}"#, "\(output)")
    #expect(replies[3].contains("refused") && replies[4] == "3")
    session.hang()
    #expect(try home.ctl("--timeout 0.05 pause") == "The run test doesn't answer.\n75\n")
  }

  @Test func `refuses another version`() throws {
    let home = try RuntimeFolder()
    let script = """
      import os, socket, sys
      s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(); s.settimeout(30)
      print(os.getpid(), flush=True)
      while True:
        c, _ = s.accept()
        try: c.sendall(b'{"control":2,"name":"new"}\\n')
        except OSError: pass
        c.close()
      """
    try script.write(toFile: home.folder["new.py"], atomically: true, encoding: .utf8)
    let output = try Shell.output(
      of: """
        cd \(home.folder.path); python3 new.py \(home.runs)/new.sock >up 2>&1 &
        until [ -s up ]; do :; done
        XDG_RUNTIME_DIR=\(home.folder.path) \(Self.command) ctl --timeout 60 pause; echo $?
        kill -9 $(cat up)
        """)
    #expect(output.contains("another version of the protocol") && output.contains("\n76\n"), "\(output)")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can be another user"))
  func `refuses another user's run`() throws {
    let home = try RuntimeFolder()
    let session = try home.start("test.json")
    let foreign =
      "setpriv --reuid 12345 --clear-groups \(Self.command) ctl --to \(session.endpoint.path) pause; echo $?"
    #expect(try Shell.output(of: foreign).hasSuffix("77\n"))
    // The folder of the runs is the other user's own, too.
    for words in ["pause", "list", "status", "--to test pause"] {
      let foreign = "setpriv --reuid 12345 --clear-groups env XDG_RUNTIME_DIR=\(home.folder.path)"
      let output = try Shell.output(of: "\(foreign) \(Self.command) ctl \(words) 2>&1; echo $?")
      #expect(output.contains("belongs to another user") && output.hasSuffix("\n77\n"), "\(words): \(output)")
    }
  }

  @Test func `lists a run that is pausing or ending as what it is`() throws {
    let home = try RuntimeFolder()
    let session = try home.start("test.json")
    let connection = try ControlConnection(session.endpoint.path)
    _ = try connection.ask("pause")
    #expect(try home.ctl("list") == "test  Test  pausing, Work\n0\n")
    #expect(try home.ctl("status --format '{playback}'") == "pausing\n0\n")
    #expect(try home.ctl("list --json").contains(#""playback": "fadingOut""#))
    session.advance(to: 20)
    #expect(try home.ctl("list") == "test  Test  paused, Work\n0\n")
    _ = try connection.ask("resume")
    session.advance(to: 30)
    _ = try connection.ask("stop")
    #expect(try home.ctl("list") == "test  Test  ending, Work\n0\n")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completes its verbs and the names of runs`(shell: String) throws {
    let home = try RuntimeFolder()
    let session = try home.start("kitchen.json")
    let script = try Shell.output(of: "\(Self.command) --generate-completion-script \(shell)")
    #expect(script.contains("restart") && script.contains("---completion"))
    let names = try Shell.output(
      of: "XDG_RUNTIME_DIR=\(home.folder.path) \(Self.command) ---completion ctl -- --to 0 0 cuebell ctl --to")
    #expect(names.contains("kitchen"), "\(names)")
    _ = session
  }
}

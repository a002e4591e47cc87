import FoundationEssentials
import Glibc
import Testing

/// What a command does with a folder of its own that another user has laid there, or can change.
@Suite(.enabled(if: geteuid() == 0, "only root can give a folder away")) struct `A folder that isn't the user's alone` {
  private static let workout =
    #"{ "name": "Short", "style": "silent", "phases": [ { "name": "A", "duration": "200ms" } ] }"#

  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome.withoutSound()
    try home.write(Self.workout, to: "w.json")
    #expect(try home.cuebell("run", "--silent", "w.json").err.isEmpty)
    return home
  }

  private static let ways = [
    ("chown 12345 STATE", "belongs to another user (12345): set XDG_STATE_HOME to a folder of your own"),
    ("chmod 770 STATE", "run chmod 700 /"), ("chmod 1777 STATE", "run chmod 700 /"),
    ("chown 12345 STATE/history.sqlite", #"belongs to another user (12345): run sudo chown "$(id -u)" "#),
    ("chown 12345 STATE/history.sqlite-wal", "or remove it"),
    ("rm STATE/history.sqlite; mkfifo STATE/history.sqlite", "isn't a regular file: remove it"),
    ("mv STATE other; ln -s \"$PWD/other\" STATE; chown -h 12345 STATE", "belongs to another user (12345)"),
    ("rm -r STATE; chown 12345 $(dirname STATE)", "belongs to another user (12345): it is not used"),
  ]

  @Test(arguments: ways)
  func `reports once that no history is recorded and how to fix it, and continues the workout`(
    change: String, message: String
  ) throws {
    let home = try home()
    #expect(try home.shell(change.replacing("STATE", with: "'\(home.state)'")).code == 0)
    let list = try home.shell("find '\(home.state)/..' | sort | xargs stat -c '%n %U %a %s'").out
    let run = try home.cuebell("run", "--silent", "w.json")
    #expect(run.code == 0 && run.out.contains("completed after"))
    #expect(run.errorLines.count == 1 && run.err.hasPrefix("This session is not being recorded: "), "\(run.err)")
    #expect(run.err.contains(message), "\(run.err)")
    for reader in ["history", "resume"] where !message.contains("it is not used") {
      let result = try home.cuebell(reader)
      #expect(result.code == 66 && result.errorLines.count == 1 && result.err.contains(message), "\(result)")
    }
    #expect(try home.shell("find '\(home.state)/..' | sort | xargs stat -c '%n %U %a %s'").out == list)
    let doctor = try home.cuebell("doctor").lines
    let words = message.contains("regular file") ? "regular file" : "another user"
    // The database itself is looked at; the files beside it are nothing that a folder is judged by.
    let isJudged = doctor.contains { $0.contains("state folder") && $0.contains(words) }
    #expect(isJudged != change.contains("-wal"), "\(doctor)")
  }

  @Test func `takes no lock of the audio session either`() throws {
    let home = try home()
    let folder = try #require(home.environment.first { $0.hasPrefix("XDG_RUNTIME_DIR=") }).dropFirst(16) + "/cuebell"
    #expect(try home.shell("rm -rf '\(folder)' && mkdir -p '\(folder)' && chown 12345 '\(folder)'").code == 0)
    let run = try home.cuebell("run", "--device", "no-such-card", "w.json")
    #expect(run.code == 0, "\(run)")
    let expected = "Running without the session lock: \(folder) belongs to another user"
    #expect(run.errorLines.contains { $0.hasPrefix(expected) }, "\(run.err)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: String(folder)).isEmpty)
  }

  @Test func `may lie where everybody may make folders of their own`() throws {
    let home = try TemporaryHome.withoutSound()
    try home.write(Self.workout, to: "w.json")
    let place = "mkdir -m 1777 open; export XDG_STATE_HOME=\"$PWD/open\""
    let run = try home.shell("\(place); \"$CUEBELL\" run --silent w.json && \"$CUEBELL\" history")
    #expect(run.code == 0 && run.err.isEmpty && run.out.contains("Short"), "\(run)")
  }
}

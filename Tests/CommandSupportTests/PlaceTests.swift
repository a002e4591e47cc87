import CommandSupport
import Foundation
import Glibc
import HostSystem
import TestSupport
import Testing

@Suite struct `A check of the terminal` {
  private func diagnostic(_ columns: Int, _ rows: Int, _ kind: String?, _ locale: String?) -> Diagnostic {
    .terminal(size: (columns, rows), kind: kind, locale: locale)
  }

  @Test(arguments: ["C.UTF-8", "de_AT.utf8", "en_US.UTF-8@euro"])
  func `is content with a window of characters in UTF-8`(locale: String) {
    #expect(diagnostic(80, 24, "xterm", locale) == .ok("terminal", "xterm, 80 columns by 24 rows, UTF-8"))
    #expect(Diagnostic.terminal(size: nil, kind: nil, locale: nil).verdict == .ok)
  }

  private static let poor: [(Int, Int, String?, String?, String)] = [
    (80, 24, "xterm", "C", "export LANG=C.UTF-8"), (80, 24, "xterm", nil, "export LANG=C.UTF-8"),
    (80, 24, "xterm", "de_DE.ISO-8859-1", "export LANG=C.UTF-8"),
    (80, 24, "dumb", "C.UTF-8", "export TERM"), (80, 24, nil, "C.UTF-8", "export TERM"),
    (39, 24, "xterm", "C.UTF-8", "at least 40 by 8"), (80, 7, "xterm", "C.UTF-8", "at least 40 by 8"),
  ]

  @Test(arguments: poor)
  func `warns of what a run can't draw on`(columns: Int, rows: Int, kind: String?, locale: String?, fix: String) {
    let found = diagnostic(columns, rows, kind, locale)
    #expect(found.verdict == .warning && found.fix?.contains(fix) == true, "\(found)")
  }

  @Test func `takes a window that doesn't report its size as it is`() {
    #expect(diagnostic(0, 0, "xterm", "C.UTF-8").verdict == .ok)
  }

  @Test func `goes by the first variable that says something`() {
    func locale(_ environment: [String: String]) -> String? { UserLocale.of("LC_CTYPE", environment) }
    #expect(locale(["LC_ALL": "", "LC_CTYPE": "a", "LANG": "b"]) == "a")
    #expect(locale(["LC_ALL": "c", "LC_CTYPE": "a"]) == "c" && locale([:]) == nil)
  }
}

@Suite struct `A check of a folder` {
  @Test func `judges what was seen`() {
    func diagnostic(_ folder: DataFolder, _ state: DataFolder.State) -> Diagnostic {
      .folder(folder, at: "/f", state)
    }
    #expect(diagnostic(.state, .writable(free: 16 << 20)) == .ok("state folder", "/f is writable, 16 MiB free"))
    #expect(diagnostic(.state, .writable(free: 16 << 20 - 1)).verdict == .warning)
    #expect(
      diagnostic(.state, .closed("Read-only file system"))
        == .warning(
          "state folder", "/f: Read-only file system",
          fix: "set XDG_STATE_HOME to a folder that this user can write to"
        ))
    #expect(diagnostic(.runtime, .shared).fix == "sudo chown \"$(id -u)\" /f; chmod 700 /f")
    #expect(diagnostic(.runtime, .unnamed).fix?.contains("XDG_RUNTIME_DIR=/run/user/") == true)
    #expect(diagnostic(.state, .unnamed).fix == "export HOME, or XDG_STATE_HOME")
    #expect(diagnostic(.cache, .writable(free: 16 << 20)) == .ok("cache folder", "/f is writable, 16 MiB free"))
    let own = "set XDG_CACHE_HOME to a folder of this user"
    #expect(diagnostic(.cache, .shared).fix == "sudo chown -R \"$(id -u)\" /f; or \(own)")
    #expect(diagnostic(.cache, .shared).verdict == .warning && diagnostic(.cache, .foreign).verdict == .warning)
    #expect(diagnostic(.cache, .foreign).fix == own)
    #expect(diagnostic(.cache, .unnamed).fix == "export HOME, or XDG_CACHE_HOME")
  }

  @Test(arguments: ["/an na/f", "/it's/a \"$(path)\"", "/'"])
  func `has a fix that a shell takes for that folder alone`(path: String) throws {
    for use in [DataFolder.cache, .runtime] {
      let fix = try #require(Diagnostic.folder(use, at: path, .shared).fix)
      // What each command of the fix would be given, a line for each word.
      let commands = #"sudo() { printf '%s\n' "$@"; }; chmod() { sudo chmod "$@"; }; "#
      let parts = fix.components(separatedBy: "; or ")
      let words = try shell(commands + parts[0]).split(separator: "\n").map(String.init)
      let chown = ["chown"] + (use == .cache ? ["-R"] : []) + ["\(getuid())", path]
      #expect(words == chown + (use == .cache ? [] : ["chmod", "700", path]))
    }
  }

  @Test func `knows the places, and ignores one that isn't absolute`() {
    #expect(DataFolder.runtime.path(["XDG_RUNTIME_DIR": "/r", "HOME": "/h"]) == "/r")
    #expect(DataFolder.runtime.path(["XDG_RUNTIME_DIR": "r", "HOME": "/h"]) == nil)
    #expect(DataFolder.state.path(["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s")
    #expect(DataFolder.state.path(["XDG_STATE_HOME": "s", "HOME": "/h"]) == "/h/.local/state")
    #expect(DataFolder.cache.path(["XDG_CACHE_HOME": "/c", "HOME": "/h"]) == "/c")
    #expect(DataFolder.cache.path(["XDG_CACHE_HOME": "c", "HOME": "/h"]) == "/h/.cache")
    #expect(DataFolder.state.path([:]) == nil && DataFolder.cache.path([:]) == nil)
  }

  @Test func `looks at real ones, and makes nothing`() throws {
    let base = FileManager.default.temporaryDirectory.path + "/checkup-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: base) }
    try FileManager.default.createDirectory(
      atPath: base, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    func state(_ folder: DataFolder, _ path: String) -> DataFolder.State {
      folder.examined([folder.variable: path]).state
    }
    let places: [(DataFolder, String)] = [
      (.runtime, base), (.state, base), (.state, base + "/not/there/yet"), (.cache, base), (.cache, base + "/not/yet"),
    ]
    for (use, path) in places {
      guard case .writable(let free) = state(use, path) else {
        Issue.record("\(use) \(path): \(state(use, path))")
        continue
      }
      #expect(free > 0)
    }
    #expect(state(.runtime, base + "/not") == .closed("No such file or directory"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: base).isEmpty)
    try Data().write(to: URL(filePath: base + "/cuebell"))
    #expect(state(.state, base) == .closed("Not a directory"))
    #expect(state(.state, base + "/cuebell") == .closed("Not a directory"))
    #expect(state(.cache, base) == .closed("Not a directory"))
    try #require(unsafe chmod(base, 0o777) == 0)
    #expect(state(.runtime, base) == .shared)
  }
}

@Suite struct `A check of the folder of phrases` {
  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `names the one that belongs to another user, in which no phrase is looked for`() throws {
    let base = FileManager.default.temporaryDirectory.path + "/check up-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: base) }
    try FileManager.default.createDirectory(atPath: base + "/cuebell/speech", withIntermediateDirectories: true)
    func check() -> (place: String, state: DataFolder.State) {
      DataFolder.cache.examined(["HOME": "/h", "XDG_CACHE_HOME": base])
    }
    func isWritable() -> Bool { if case .writable = check().state { true } else { false } }
    try #require(isWritable(), "\(check())")
    try #require(unsafe chown(base + "/cuebell/speech", 12_345, 12_345) == 0)
    #expect(check() == (base + "/cuebell/speech", .shared))
    try FileManager.default.removeItem(atPath: base + "/cuebell/speech")
    try #require(isWritable(), "\(check())")
    // Nothing is made in what is another's.
    try #require(unsafe chown(base + "/cuebell", 12_345, 12_345) == 0)
    #expect(check() == (base + "/cuebell", .foreign))
    try FileManager.default.removeItem(atPath: base + "/cuebell")
    try Data().write(to: URL(filePath: base + "/cuebell"))
    #expect(check() == (base + "/cuebell", .closed("Not a directory")))
  }
}

@Suite struct `The other checks` {
  @Test func `report who holds the session`() {
    #expect(Diagnostic.session(.success("/l")) == .ok("session", "the audio session is free (/l)"))
    let held = Diagnostic.session(.failure(.held(by: "pid 7")))
    #expect(held.verdict == .warning && held.text == "held by pid 7" && held.fix?.contains("--take-over") == true)
    #expect(Diagnostic.session(.failure(.unavailable("no place"))).verdict == .warning)
  }

  @Test func `report whether a service manager listens`() {
    let alone = Diagnostic.service(socket: nil, isTaken: false, watchdog: nil, hasUserManager: true)
    #expect(alone == .ok("service", "not running as a service; systemctl --user works here"))
    let served = Diagnostic.service(socket: "/n", isTaken: true, watchdog: .seconds(30), hasUserManager: false)
    #expect(served == .ok("service", "a manager listens at /n, watchdog 30.0 s"))
    let lost = Diagnostic.service(socket: "/n", isTaken: false, watchdog: nil, hasUserManager: false)
    #expect(lost.verdict == .warning && lost.fix?.contains("unset NOTIFY_SOCKET") == true)
  }

  @Test func `report what runs here`() {
    let found = Diagnostic.versions(["cuebell 1"])
    #expect(found.text.hasPrefix("cuebell 1, Linux ") && found.verdict == .ok)
    #expect(Diagnostic.systemName(in: "ID=debian\nPRETTY_NAME=\"Debian 12\"\n") == "Debian 12")
    #expect(Diagnostic.systemName(in: "PRETTY_NAME=Alpine") == "Alpine" && Diagnostic.systemName(in: "ID=x") == nil)
  }
}

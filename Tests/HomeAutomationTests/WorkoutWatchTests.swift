import Foundation
import HomeAutomation
import HostSystem
import LiveRuns
import TestSupport
import Testing

@Suite struct `The list of workouts` {
  @Test func `is asked for again where the command took too long, as on a busy machine`() throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }
    try write("{}", to: folder["w.json"])
    // It takes a minute at the beginning, and after the first change.
    let script = """
      #!/bin/sh
      echo >> "\(other["calls"])"
      case $(wc -l < "\(other["calls"])") in 1 | 3) exec sleep 60 ;; esac
      echo '{"workouts":[{"name":"w","file":"\(folder["w.json"])"}]}'
      """
    try write(script, to: other["command"])
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: other["command"])
    let lists = Mailbox<[String]>(capacity: 10)
    try WorkoutWatch(other["command"], folders: [folder.path], own: nil, patience: .milliseconds(500)) {
      lists.put($0.map(\.id))
    }.start()
    var seen: [[String]] = []
    for count in 1...3 {
      if count == 3 { try write("{ }", to: folder["w.json"]) }
      lists.wait(milliseconds: Int32(Timeout.milliseconds))
      seen += lists.drain().messages
    }
    #expect(seen == [[], ["w"], ["w"]])
  }
}

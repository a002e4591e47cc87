import Foundation
import HomeAutomation
import HostSystem
import LiveRuns
import TestSupport
import Testing

@Suite struct `The list of workouts` {
  @Test func `is asked for again where the command took too long, as on a busy machine`() throws {
    let folder = try TemporaryFolder()
    try Data("{}".utf8).write(to: URL(filePath: folder["w.json"]))
    // The first time it answers only after a minute.
    let script = """
      #!/bin/sh
      mkdir "\(folder.path)/asked" 2> /dev/null && exec sleep 60
      echo '{"workouts":[{"name":"w","file":"\(folder["w.json"])"}]}'
      """
    try Data(script.utf8).write(to: URL(filePath: folder["command"]))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder["command"])
    let lists = Mailbox<[String]>(capacity: 10)
    try WorkoutWatch(folder["command"], folders: [folder.path], own: nil, patience: .milliseconds(500)) {
      lists.put($0.map(\.id))
    }.start()
    lists.wait(milliseconds: Int32(Timeout.milliseconds))
    #expect(lists.drain().messages.first == ["w"])
  }
}

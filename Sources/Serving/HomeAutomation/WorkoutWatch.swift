package import HostSystem
package import LiveRuns

/// Lists the workouts through the command, and again when their files change.
package final class WorkoutWatch: Sendable {
  /// The interval at which the files are looked at: nobody chooses a workout sooner after writing it.
  private static let interval = Duration.seconds(2)

  private let command: LimitedCommand
  private let folders: [String]
  private let own: String?
  private let report: @Sendable ([WorkoutItem]) -> Void

  /// A watch of the folders, or of the command's default folders if there are none; `own` is where the user's own
  /// workouts will be, even if there are none yet. A command that takes longer than `patience` is run again.
  package init(
    _ command: String, folders: [String], own: String?, patience: Duration = .seconds(20),
    report: @escaping @Sendable ([WorkoutItem]) -> Void
  ) {
    self.command = LimitedCommand(command: command, patience: patience, isBackground: true)
    (self.folders, self.own, self.report) = (folders, own, report)
  }

  package func start() throws(NoThread) { try HostThread { self.run() }.detach() }

  private func run() {
    HostThread.yieldPriority()
    let waking = Mailbox<Void>(capacity: 1)
    var watched = folders.isEmpty ? [own].compactMap(\.self) : folders
    var known: [String]?
    var hasReported = false
    while true {
      let marks = watched.flatMap(Self.marks)
      if marks != known {
        if let listing = try? command.run(WorkoutItem.listing(folders)) {
          known = marks
          // A folder that can't be read has no workouts.
          let items = WorkoutItem.items("workouts", in: listing.output) ?? []
          let places = Set(items.map { String($0.path.prefix(upTo: $0.path.lastIndex(of: "/") ?? $0.path.endIndex)) })
          let new = places.subtracting(watched).sorted()
          watched += new
          known? += new.flatMap(Self.marks)
          report(items)
        } else if !hasReported {
          // What waits for a list goes on without one.
          report([])
        }
        hasReported = true
      }
      waking.wait(milliseconds: Int32(Self.interval / .milliseconds(1)))
    }
  }

  private static func marks(of folder: String) -> [String] {
    ([folder] + FolderNames.list(folder).map { "\(folder)/\($0)" }).map { path in
      WorkoutItem.mark(of: path).map { "\(path) \($0)" } ?? path
    }
  }
}

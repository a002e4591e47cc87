#if Serve
import Glibc
import HostSystem
import LiveRuns
import Synchronization
import WorkoutModel

/// The podcasts of programmes, whose next sessions the command renders ahead in the cache folder, one at a time and
/// with the priority of what nobody waits for.
///
/// A feed that is read is made again in the background. The folder keeps the feeds that were made last.
final class FeedStore: Sendable {
  /// The address in stored feeds, for which each reader gets the one that it has asked.
  static let placeholder = "http://feed.invalid/"
  /// The number of sessions of a feed, and of feeds.
  private static let (ahead, most) = (3, 4)
  /// How long a first reader waits for the first session, and how often that is looked at.
  private static let (patience, interval) = (Duration.seconds(25), Duration.milliseconds(200))
  private static let largestFeed = 1 << 20

  private let command: LimitedCommand
  private let folder: String?
  private let thread = WorkThread()
  /// The feeds that are being made, or will be; and why those failed that were made last.
  private let state = Mutex((waiting: Set<String>(), failures: [String: String]()))

  init(_ command: String, folder: String?) {
    self.command = LimitedCommand(
      command: command, maximum: 1 << 20, processorTime: .seconds(7200), patience: .seconds(14_400),
      isBackground: true)
    self.folder = folder.map { $0 + "/cuebell/feeds" }
  }

  /// The text of a feed; one that isn't there is waited for.
  func feed(of programme: WorkoutItem) async throws(Refusal) -> String {
    let path = try folder(of: programme) + "/feed.xml"
    refresh(programme)
    let deadline = HostTime.now + Self.patience
    while true {
      if let text = RegularFile.text(of: path, atMost: Self.largestFeed, followsLinks: false) { return text }
      if let reason = state.withLock({ $0.waiting.contains(path) ? nil : $0.failures[path] }) {
        throw Refusal(500, "failed", reason)
      }
      guard HostTime.now < deadline else {
        throw Refusal(503, "busy", "the first session is being rendered", fields: ["retry-after": "30"])
      }
      try? await Task.sleep(for: Self.interval)
    }
  }

  /// The path of a file of a feed.
  func file(_ name: String, of programme: WorkoutItem) throws(Refusal) -> String {
    let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) }
    let path = try "\(folder(of: programme))/\(name)"
    guard isName, !name.hasPrefix("."), RegularFile.problem(at: path) == nil else { throw .unknown }
    return path
  }

  /// Makes a feed in the background, unless that is about to be done.
  func refresh(_ programme: WorkoutItem) {
    guard let folder = try? folder(of: programme) else { return }
    let path = folder + "/feed.xml"
    guard state.withLock({ $0.waiting.insert(path).inserted }) else { return }
    let isTaken = thread.later { [self] in
      var failure = OwnPath.makeFolder(folder)
      // Nobody should wait for more than the first session.
      let isNew = RegularFile.problem(at: path) != nil
      for count in (isNew ? [1] : []) + [Self.ahead] where failure == nil {
        failure = render(programme, count, into: folder)
      }
      removeOld()
      state.withLock { state in
        state.waiting.remove(path)
        state.failures[path] = failure
      }
    }
    if !isTaken { state.withLock { _ = $0.waiting.remove(path) } }
  }

  /// Makes a feed of some sessions; returns why it can't be made.
  private func render(_ programme: WorkoutItem, _ count: Int, into folder: String) -> String? {
    let options = ["--next", "\(count)", "--url", Self.placeholder, "-o", folder]
    do throws(CommandFailure) {
      let result = try command.run(["feed", "--quiet"] + options + ["--", programme.path])
      if result.status == 0 { return nil }
      return result.message.split(separator: "\n").last.map { SafeText.filtered($0) } ?? "the command has failed"
    } catch {
      return error.reason
    }
  }

  private func folder(of programme: WorkoutItem) throws(Refusal) -> String {
    guard let folder else { throw Refusal(500, "failed", "HOME is not set") }
    return "\(folder)/\(ContentHash.text(of: programme.path.utf8))"
  }

  /// Removes the feeds that were made before the last ones.
  private func removeOld() {
    guard let folder else { return }
    let feeds = FolderNames.list(folder).map { "\(folder)/\($0)" }.map { path in
      (path: path, made: (try? unsafe Stat(path + "/feed.xml").rawValue.st_mtim.tv_sec) ?? 0)
    }
    for feed in feeds.sorted(by: { $0.made > $1.made }).dropFirst(Self.most) {
      for name in FolderNames.list(feed.path) { unsafe unlink("\(feed.path)/\(name)") }
      unsafe rmdir(feed.path)
    }
  }
}
#endif

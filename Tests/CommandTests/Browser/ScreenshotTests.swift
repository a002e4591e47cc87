import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension `In a browser` {
  /// Pictures of every page in every state and size, for people to look at: `make screenshots`.
  @Suite(.enabled(if: ProcessInfo.processInfo.environment["CUEBELL_SCREENSHOTS"] != nil))
  struct `Screenshots` {
    private static let walls: [BrowserPage.Viewport] = [
      .init(width: 1280, height: 720), .init(width: 1920, height: 1080), .init(width: 3840, height: 2160),
      .init(width: 1080, height: 1920),
    ]
    private static let hands: [BrowserPage.Viewport] = [
      .init(width: 390, height: 844, scale: 2, isTouched: true),
      .init(width: 360, height: 740, scale: 2, isTouched: true),
      .init(width: 800, height: 360, scale: 2, isTouched: true), .init(width: 1280, height: 800),
    ]

    private func take(_ page: BrowserPage, _ name: String, _ viewports: [BrowserPage.Viewport]) throws {
      for viewport in viewports {
        try page.show(viewport)
        usleep(400_000)
        try page.takeScreenshot("\(name)-\(viewport)")
      }
    }

    /// The shipped workouts whose screens differ most, with a place in each.
    @Test(arguments: [
      ("circuit", "8:44"), ("amrap-12", "0:40"), ("emom-10", "0:20"), ("rounds-for-time", "0:30"),
      ("box-breathing", "0:08"), ("meditation-20", "2:00"), ("boxing-12", "1:00"), ("yoga-sides", "1:00"),
    ])
    func `of a run`(name: String, place: String) throws {
      let home = try TemporaryHome.withoutSound()
      let served = try ServedPages(home)
      let run = try home.start("run", "--silent", "--json", "--name", "w", name)
      try run.waitForPhase()
      let (wall, remote) = (try BrowserPage(), try BrowserPage())
      for (page, path) in [(wall, "/wall"), (remote, "/remote")] {
        try page.open("http://127.0.0.1:\(served.port)\(path)#k=\(served.control)")
        try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      }
      _ = try served.ask("w", #"{"do":"jump","to":"\#(place)"}"#)
      usleep(1_500_000)
      try take(wall, "wall-\(name)", Self.walls)
      try take(remote, "remote-\(name)", Self.hands)
      _ = try served.ask("w", #"{"do":"pause"}"#)
      usleep(1_500_000)
      try take(wall, "wall-\(name)-paused", Self.walls)
      try take(remote, "remote-\(name)-paused", Self.hands)
      _ = try served.ask("w", #"{"do":"stop"}"#)
      _ = try run.finish()
      usleep(1_000_000)
      try take(wall, "wall-\(name)-stopped", Self.walls)
      try take(remote, "remote-\(name)-stopped", Self.hands)
    }

    @Test func `of a wall between workouts, and of the workouts and the history`() throws {
      let home = try TemporaryHome.withoutSound()
      for name in ["tabata", "circuit", "amrap-12"] {
        _ = try home.cuebell("run", "--silent", "--no-notify", "--start-at", "0:05", name, "--speed", "1000")
      }
      let served = try ServedPages(home, title: "Gym by the park", folder: Project.workouts)
      for (path, viewports) in [
        ("/wall", Self.walls), ("/remote", Self.hands), ("/", Self.hands), ("/history", Self.hands),
      ] {
        let page = try BrowserPage()
        try page.show(viewports[0])
        try page.open("http://127.0.0.1:\(served.port)\(path)#k=\(served.control)")
        usleep(3_000_000)
        let name = path == "/" ? "workouts" : String(path.dropFirst())
        try take(page, "\(name)-idle", viewports)
      }
    }
  }
}

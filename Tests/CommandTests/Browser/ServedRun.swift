import FoundationEssentials
import Glibc

/// A silent run, and a server whose pages show it.
final class ServedRun {
  let home: TemporaryHome
  private(set) var pages: ServedPages
  let run: Child

  /// Starts a run of a workout, and the server; both last as long as this.
  init(_ workout: String = WorkoutText.slow, _ name: String = "w") throws {
    home = try TemporaryHome.withoutSound()
    try home.write(workout, to: "w.json")
    pages = try ServedPages(home)
    run = try Self.start(home, name)
  }

  /// Starts another run of the workout.
  func start(_ name: String) throws -> Child { try Self.start(home, name) }

  private static func start(_ home: TemporaryHome, _ name: String) throws -> Child {
    let run = try home.start("run", "--silent", "--json", "--name", name, "w.json")
    try run.waitForPhase()
    return run
  }

  func killServer() throws { try pages.kill() }

  /// Starts a server again, at the port of the one that was killed.
  func startServer() throws { pages = try ServedPages(home, port: pages.port) }

  /// The address of a page, with the token of those who may act.
  func address(_ path: String, hasToken: Bool = true) -> String {
    "http://127.0.0.1:\(pages.port)\(path)\(hasToken ? "#k=\(pages.control)" : "")"
  }

  /// Opens a page of a run, and waits until it shows it.
  func open(_ path: String, in page: BrowserPage) throws {
    try page.open(address(path))
    try page.wait(for: "document.querySelector('main').dataset.contact === 'live'")
  }

  /// Asks the run for something as another program would.
  func ask(_ request: String) throws {
    // Each request has a connection of its own, but they are of one client.
    let answer = try pages.ask("w", "{\"client\":\"test\"," + request.dropFirst())
    guard answer.status == 200 else { throw Failure("\(request): \(answer)") }
  }
}

extension TemporaryHome {
  /// A home without sound, whose service manager has these timers of workouts.
  static func withTimers(_ timers: [(workout: String, due: Date)]) throws -> TemporaryHome {
    let home = try TemporaryHome(["ALSA_CONFIG_PATH=/dev/null", "PATH=bin:/usr/local/bin:/usr/bin:/bin"])
    let list = timers.map { workout, due in
      #"{"next":\#(Int(due.timeIntervalSince1970) * 1_000_000),"unit":"cuebell@\#(workout).timer"}"#
    }
    try home.write("#!/bin/sh\necho '[\(list.joined(separator: ","))]'\n", to: "bin/systemctl")
    _ = try home.shell("chmod +x bin/systemctl")
    return home
  }
}

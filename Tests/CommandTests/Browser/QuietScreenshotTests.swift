import FoundationEssentials
import Glibc
import Testing

extension `In a browser`.Screenshots {
  /// What gyms see between workouts and at their end.
  @Test func `of a wall between workouts, and at the end of one`() throws {
    let home = try TemporaryHome.withTimers([("tabata", Date().addingTimeInterval(50_000))])
    try Self.train(in: home)
    let served = try ServedPages(home, title: "Gym by the park", folder: Project.workouts)
    let idle = try open("/wall", of: served, until: isIn("none"))
    try idle.wait(for: has("#planned:not(:empty)"))
    try take(idle, "wall-idle")
    // Only phones of a network get a code; the icon stands for it.
    try idle.evaluate(
      """
      document.querySelector('#code img').src = '/assets/icon.svg';
      document.querySelector('#code').hidden = false;
      """)
    try take(idle, "wall-idle-code")
    let run = try home.start("run", "--silent", "--json", "--name", "w", "rounds-for-time")
    try run.waitForPhase()
    try idle.wait(for: isIn("running"))
    for _ in 0..<17 { try ask(served, #""do":"next""#) }
    try idle.wait(for: isIn("finished"))
    try idle.wait(for: "document.querySelectorAll('#sums p').length > 2")
    try take(idle, "wall-done")
    let killed = try home.start("run", "--silent", "--json", "--name", "w", "tabata")
    try killed.waitForPhase()
    try idle.wait(for: isIn("running"))
    let remote = try open("/remote", of: served, until: isIn("running"))
    killed.signal(SIGKILL)
    try idle.wait(for: isIn("interrupted"))
    try take(idle, "wall-interrupted")
    try remote.wait(for: has("#start .all"))
    try take(remote, "remote-interrupted")
    let closed = try ServedPages(home, options: ["--host", "gym.local"])
    for (kind, part) in [("wall", "#title"), ("remote", "#knock b")] {
      try take(open("/\(kind)", of: closed, until: has("\(part):not(:empty)"), hasToken: false), "\(kind)-no-key")
    }
  }

  @Test func `of several runs at once`() throws {
    let home = try TemporaryHome.withoutSound()
    let served = try ServedPages(home)
    var all: [BrowserPage] = []
    var runs: [Child] = []
    for (name, place) in Self.runs.prefix(4) {
      let run = try home.start("run", "--silent", "--json", "--name", "r\(runs.count)", "--start-at", place, name)
      try run.waitForPhase()
      runs.append(run)
      guard runs.count != 3 else { continue }
      let page = try open("/wall?all", of: served, until: "document.querySelectorAll('.tile').length === \(runs.count)")
      try page.wait(for: "[...document.querySelectorAll('.tile .digits')].every((each) => each.textContent)")
      try take(page, "wall-all-\(runs.count)")
      all.append(page)
    }
  }

  @Test func `of long names in German`() throws {
    let home = try TemporaryHome.withoutSound()
    try home.write(`In a browser`.`Wall pages`.crowded, to: "w.json")
    let served = try ServedPages(home)
    let run = try home.start("run", "--silent", "--json", "--name", "w", "w.json")
    try run.waitForPhase()
    for kind in ["wall", "remote"] {
      let page = try open("/\(kind)", of: served, until: isIn("running"), language: "de")
      try page.wait(for: "!\(has("#moment:not([hidden])"))")
      try take(page, "\(kind)-german")
    }
  }

  @Test func `of the remote, the workouts and the history`() throws {
    let home = try TemporaryHome.withTimers([])
    try Self.train(in: home)
    let silence = ["--device", "no-such-card"]
    let served = try ServedPages(home, folder: Project.workouts, runs: silence)
    let remote = try open("/remote", of: served, until: has("#start .all"))
    try take(remote, "remote-idle")
    let library = try open("/", of: served, until: has("#all li"))
    try take(library, "workouts")
    for (words, name) in [("8x20/10 squats,lunges", "short"), ("box", "search"), ("xyz", "nothing")] {
      try library.evaluate("document.querySelector('#search').value = '\(words)'")
      try library.evaluate("document.querySelector('#search').dispatchEvent(new Event('input'))")
      try library.wait(for: "document.querySelectorAll('#short section').length === \(name == "short" ? 1 : 0)")
      try take(library, "workouts-\(name)")
    }
    let history = try open("/history", of: served, until: has("#sessions .card"))
    try take(history, "history")
    try history.evaluate("document.querySelector('button.card').click()")
    try history.wait(for: has(".details > :nth-child(2)"))
    try take(history, "history-details")
    for (path, name) in [("workouts/circuit", "workout"), ("programmes/couch-to-5k", "programme")] {
      try take(open("/\(path)", of: served, until: has("#plan .phase")), name)
    }
    let holder = try Child([Project.command, "run", "--json"] + silence + ["amrap-12"], in: home)
    try holder.waitForPhase()
    let asking = try open("/", of: served, until: has("#all .play"))
    try asking.evaluate("document.querySelector('#all .play').click()")
    try asking.wait(for: has(".question"))
    try take(asking, "workouts-take-over")
    let other = try Child(
      [Project.command, "run", "--json", "--take-over"] + silence + ["tabata"], in: home)
    try other.waitForPhase()
    try take(open("/remote/amrap-12", of: served, until: has("#ask:not([hidden])")), "remote-take-over")
  }

  @Test func `of a workout in a link`() throws {
    let home = try TemporaryHome.withoutSound()
    let served = try ServedPages(home)
    let page = try open("/", of: served, until: "location.hash === '' && \(has(".empty"))")
    for name in ["amrap-12", "circuit"] {
      try page.open(home.cuebell("share", name, "--host", "127.0.0.1:\(served.port)").lines[0])
      try page.wait(for: has("#plan li:not(.waiting > li)"))
      try take(page, "open-\(name)")
    }
    try page.evaluate("document.querySelector('#keep').click()")
    try page.wait(for: has(".kept"))
    try take(page, "open-kept")
    try page.evaluate("location.hash = '#w=AAAA'")
    try page.wait(for: has("#status:not(:empty)"))
    try take(page, "open-broken")
  }

  @Test func `of pages without anything`() throws {
    let home = try TemporaryHome.withoutSound()
    try home.write("{\n  \"name\": \"Broken\",\n  \"phases\": 7\n}", to: "broken/broken.json")
    try home.write("", to: "empty/readme.txt")
    let served = try ServedPages(home, folder: home.path("empty"))
    try take(open("/", of: served, until: has(".empty")), "workouts-empty")
    try take(open("/history", of: served, until: has(".empty")), "history-empty")
    try take(open("/nope", of: served, until: has("h1:not(:empty)")), "nowhere")
    try take(open("/remote", of: served, until: has("#start .all")), "remote-empty")
    let broken = try ServedPages(home, folder: home.path("broken"))
    try take(open("/", of: broken, until: has("li.broken")), "workouts-broken")
  }

  /// Two months of training: some sessions, copied to many days, and the first one of a programme.
  private static func train(in home: TemporaryHome) throws {
    for name in ["circuit", "boxing-3x3", "amrap-12", "tabata"] {
      _ = try home.cuebell("run", "--silent", "--no-notify", "--start-at", "0:05", name, "--speed", "1000")
    }
    _ = try home.cuebell("next", "couch-to-5k", "--silent", "--no-notify", "--speed", "1000")
    let all = "workout, name, file, total, zone, reason, elapsed, heard, late, missed"
    for change in [
      "UPDATE session SET speed = 1",
      """
      WITH RECURSIVE day (d) AS (SELECT 1 UNION ALL SELECT d + 1 FROM day WHERE d < 60)
      INSERT INTO session (id, \(all), speed, began, ended)
      SELECT -ROW_NUMBER() OVER (ORDER BY d), \(all), 1, began - d * 86400000, ended - d * 86400000 FROM session
      JOIN day ON (id + d) % 4 = 0 AND d % 7 NOT IN (3, 6) WHERE id <= 4
      """,
    ] { try HistoryFile(of: home).change(change) }
  }
}

import FoundationEssentials
import Testing

@Suite struct `Phrases that are kept` {
  /// Before a command in a shell: nothing is kept, nor found.
  private static let without = "XDG_CACHE_HOME=/dev/null"

  private func files(_ home: TemporaryHome) throws -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: home.phrases)) ?? []
    return names.sorted().map { "\(home.phrases)/\($0)" }
  }

  /// Renders `w.json` in an environment with `setting`.
  @discardableResult
  private func render(_ home: TemporaryHome, _ name: String, _ setting: String = "") throws -> [Data] {
    let line = "\(setting) \"$CUEBELL\" render w.json -o \(name).wav --cues \(name).ndjson"
    let result = try home.shell(line)
    #expect(result.code == 0 && result.err.isEmpty, "\(name): \(result.err)")
    return try ["wav", "ndjson"].map { try home.bytes(of: "\(name).\($0)") }
  }

  @Test(arguments: ["tabata", "boxing-3x3"])
  func `have the same bits as newly made ones, whichever of them are there`(workout: String) throws {
    let home = try TemporaryHome()
    try home.write(try WorkoutText.shipped(workout), to: "w.json")
    let reference = try render(home, "without", Self.without)
    #expect(try files(home).isEmpty)
    #expect(try render(home, "cold") == reference)
    let kept = try files(home)
    try #require(kept.count > 4)
    #expect(try render(home, "warm") == reference)
    for (number, file) in kept.enumerated() {
      let bytes = try #require(FileManager.default.contents(atPath: file))
      switch number % 4 {
      case 0: try FileManager.default.removeItem(atPath: file)
      case 1: try (bytes.dropLast() + [~bytes[bytes.count - 1]]).write(to: URL(filePath: file))
      case 2: try bytes.prefix(bytes.count / 2).write(to: URL(filePath: file))
      default: continue
      }
    }
    #expect(try render(home, "partly") == reference)
    #expect(try files(home) == kept)
    #expect(try render(home, "again") == reference)
  }

  @Test func `need no speech worker: not to render, nor to run`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let reference = try render(home, "cold")
    // Where no process can be started there is no worker.
    try Shim.refuse.build(in: home)
    let refuse = "REFUSE=posix_spawnp \(Shim.preload)"
    #expect(try render(home, "warm", refuse) == reference)
    let run = "\(refuse) \"$CUEBELL\" run --silent --speed 50 --no-history w.json --json"
    let (warm, cold) = (try home.shell(run), try home.shell("\(Self.without) \(run)"))
    func failed(_ result: ProcessResult) throws -> Int {
      try EventRecord.cues(in: result.out).count { $0.say != nil && $0.outcome == "failed" }
    }
    #expect(try warm.code == 0 && failed(warm) == 0)
    #expect(try cold.code == 0 && failed(cold) > 0)
  }

  @Test func `are kept by live runs and renders, and by no other command`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    for arguments in [["show", "w.json"], ["check", "w.json"], ["doctor"], ["voices"]] {
      _ = try Child([Project.command] + arguments, in: home).finish()
    }
    #expect(try files(home).isEmpty)
    #expect(try home.cuebell("run", "--silent", "--speed", "50", "w.json").code == 0)
    let kept = try files(home)
    #expect(!kept.isEmpty)
    #expect(try render(home, "warm") == render(home, "without", Self.without))
    #expect(try files(home) == kept)
  }

  @Test func `aren't mistaken for those of another espeak-ng`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    try render(home, "cold")
    let kept = try files(home)
    let data = try #require(
      ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/share", "/usr/lib"]
        .map { $0 + "/espeak-ng-data" }.first { FileManager.default.fileExists(atPath: $0) })
    // Another English, in which "work" is another word.
    _ = try home.shell("cp -r \(data) data && cp data/de_dict data/en_dict")
    let setting = "ESPEAK_DATA_PATH=\(home.folder)/data"
    #expect(try render(home, "other", setting) == render(home, "otherAgain", "\(Self.without) \(setting)"))
    #expect(try render(home, "other", setting) != render(home, "usual"))
    #expect(try files(home).count == 2 * kept.count)
  }

  @Test func `aren't mistaken for those of another version of Cuebell`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    try render(home, "usual")
    let kept = try files(home)
    let result = try home.shell("cp \"$CUEBELL\" other && ./other render w.json -o other.wav")
    #expect(result.code == 0 && result.err.isEmpty, "\(result.err)")
    let all = try files(home)
    #expect(!kept.isEmpty && all.count == 2 * kept.count && Set(kept).isSubset(of: all))
  }

  @Test(arguments: ["render w.json -o out.wav", "run --silent --speed 50 w.json"])
  func `free a quarter of a full cache, the least recently used first`(command: String) throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    // Four megabytes each, of which the disk takes nothing.
    let aged = try home.shell(
      """
      mkdir -p -m 700 '\(home.phrases)' && cd '\(home.phrases)' && for number in $(seq 64); do
        name=$(printf %032x $number) && truncate -s 4M $name && touch -d "-$number days" $name; done
      """)
    #expect(aged.code == 0 && aged.err.isEmpty, "\(aged.err)")
    let before = try files(home)
    #expect(try home.cuebell(command.split(separator: " ").map(String.init)).code == 0)
    let after = try files(home)
    let bytes = try after.map { try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int ?? 0 }.reduce(0, +)
    #expect(before.count == 64 && (192 << 20...194 << 20).contains(bytes), "\(bytes) bytes")
    // Those of the command itself are there, and the youngest of the others.
    #expect(after.count > before.filter(after.contains).count && after.contains(before[0]))
  }

  @Test(arguments: [
    "unset HOME", "export XDG_CACHE_HOME=/proc/nowhere", "mkdir -p -m 500 shut; export HOME=$PWD/shut",
    "touch file; export HOME=$PWD/file", "export XDG_CACHE_HOME=cache",
    "[ -p pipe ] || mkfifo pipe; export HOME=$PWD/pipe",
  ])
  func `are done without where there is no place for them`(setting: String) throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let reference = try render(home, "without", Self.without)
    // Root may write everywhere, unless it lets that go.
    let bound = #"[ "$(id -u)" != 0 ] || set -- setpriv --bounding-set=-dac_override; "$@""#
    for name in ["one", "two"] { #expect(try render(home, name, "\(setting); \(bound)") == reference) }
    // A path that isn't absolute is as good as none.
    let isIgnored = setting.contains("HOME=cache")
    #expect(try files(home).isEmpty == !isIgnored && !home.names().contains("cache"))
  }

  @Test func `that the disk has no space for are made again, and leave no file`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let line = "render w.json -o -"
    #expect(try home.shell("\(Self.without) \"$CUEBELL\" \(line) > without.wav").code == 0)
    // In blocks of half a kilobyte, which is less than any phrase takes.
    let full = try home.shell("(ulimit -f 40; exec \"$CUEBELL\" \(line)) | cat > full.wav")
    #expect(full.code == 0 && full.err.isEmpty, "\(full.err)")
    #expect(try home.bytes(of: "full.wav") == home.bytes(of: "without.wav"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.phrases).isEmpty)
  }
}

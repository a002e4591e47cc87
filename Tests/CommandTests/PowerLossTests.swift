import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// What a machine leaves that loses its power: of the file of commits all that was synced, and any part of the rest.
@Suite struct `A session whose machine loses its power` {
  private static let workout = """
    { "name": "Ticks", "style": "silent",
      "cues": [
        { "on": "phase", "at": "start", "sound": "tick" }, { "on": "phase", "at": "start+500ms", "sound": "tick" } ],
      "phases": [ { "sets": 600, "phases": [ { "name": "Second", "duration": "1s" } ] } ] }
    """

  /// A slow disk, and a note of how long the file was when its last whole sync began.
  private static let shim = """
    int fdatasync(int file) {
      char link[64], name[4096], text[32];
      struct stat status;
      snprintf(link, sizeof link, "/proc/self/fd/%d", file);
      long length = readlink(link, name, sizeof name - 1);
      fstat(file, &status);
      usleep(150000);
      int result = ((int (*)(int)) dlsym(RTLD_NEXT, "fdatasync"))(file);
      if (result == 0 && length > 4 && memcmp(name + length - 4, "-wal", 4) == 0) {
        int note = open(getenv("SYNCED"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        int count = snprintf(text, sizeof text, "%020lld", (long long) status.st_size);
        if (pwrite(note, text, count, 0) != count) abort();
        close(note);
      }
      return result;
    }
    """

  @Test(arguments: 1...12)
  func `loses less than a second, whatever was written since the last sync`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let base = try Home()
    try Shim.build(Self.shim, in: base)
    let home = try Home(["LD_PRELOAD=\(base.path("shim.so"))", "SYNCED=\(base.path("synced"))"])
    try home.write(Self.workout, to: "w.json")
    let run = try home.start("run", "--silent", "--json", "w.json")
    let begin = try run.line { $0.contains(#""action": "prepared""#) }
    let beginning = (clock: ContinuousClock.now, elapsed: try EventRecord.all(in: begin)[0].elapsed ?? 0)
    try run.line { $0.contains(#""event": "cue""#) }
    usleep(UInt32(300_000 + random.below(1_500_000)))
    let place = Double(beginning.elapsed) / 1e6 + (ContinuousClock.now - beginning.clock) / .milliseconds(1)
    run.signal(SIGKILL)
    _ = try run.finish()
    let history = HistoryFile(of: home)
    let file = history.path + "-wal"
    let length = try #require(FileManager.default.contents(atPath: file)?.count)
    let synced = try #require(Int(try base.text(of: "synced")))
    let cut = synced + random.below(max(length - synced, 0) + 1)
    let isCut = unsafe truncate(file, off_t(cut)) == 0
    #expect(synced <= length && isCut)
    // The index in memory is gone with the machine.
    try FileManager.default.removeItem(atPath: history.path + "-shm")
    #expect(try history.damages().isEmpty)
    let resumed = try home.start("resume", "--silent", "--json", "--go-on-after", "1h")
    let paused = try EventRecord.all(in: resumed.line { $0.contains(#""event": "paused""#) })
    resumed.signal(SIGKILL)
    _ = try resumed.finish()
    let lost = place - Double(paused[0].elapsed ?? 0) / 1e6
    print("seed \(seed): of \(length - synced) bytes not yet synced \(cut - synced) are left; \(Int(lost)) ms lost")
    #expect((-1000...1000).contains(lost))
  }

  @Test func `that is killed instead loses no more though the disk takes seconds for each sync`() throws {
    let base = try Home()
    // SQLite has the file of commits open to write it; who opens it read-only does so to sync it.
    try Shim.build(
      """
      int fdatasync(int file) {
        char link[64], name[4096] = "";
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        long length = readlink(link, name, sizeof name - 1);
        int isCommits = length > 4 && memcmp(name + length - 4, "-wal", 4) == 0;
        if (isCommits && (fcntl(file, F_GETFL) & O_ACCMODE) == O_RDONLY) usleep(5000000);
        return ((int (*)(int)) dlsym(RTLD_NEXT, "fdatasync"))(file);
      }
      """, in: base)
    let home = try Home(["LD_PRELOAD=\(base.path("shim.so"))"])
    try home.write(Self.workout, to: "w.json")
    let run = try home.start("run", "--silent", "--json", "w.json")
    let begin = try run.line { $0.contains(#""action": "prepared""#) }
    let beginning = (clock: ContinuousClock.now, elapsed: try EventRecord.all(in: begin)[0].elapsed ?? 0)
    usleep(3_500_000)
    let place = Double(beginning.elapsed) / 1e6 + (ContinuousClock.now - beginning.clock) / .milliseconds(1)
    run.signal(SIGKILL)
    _ = try run.finish()
    let kept = try HistoryFile(of: home).rows("SELECT position FROM standing").first.flatMap { Double($0) }
    let lost = place - (try #require(kept)) / 1e6
    print("with a disk that takes 5 s for a sync \(Int(lost)) ms are lost")
    #expect((-1000...1000).contains(lost))
  }

  @Test func `is brought to the disk though each commit takes longer than it is until the next`() throws {
    let base = try Home()
    // Four ticks a second come while it writes, so that there is always more to write.
    let ticks = ["250", "500", "750"].map { #"{ "on": "phase", "at": "start+\#($0)ms", "sound": "tick" }"# }
    let workout = Self.workout.replacing(
      #"{ "on": "phase", "at": "start+500ms", "sound": "tick" }"#, with: ticks.joined(separator: ", "))
    try Shim.build(
      """
      static int is_commits(int file) {
        char link[64], name[4096] = "";
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        long length = readlink(link, name, sizeof name - 1);
        return length > 4 && memcmp(name + length - 4, "-wal", 4) == 0;
      }
      ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
        if (count > 1000 && is_commits(file)) usleep(200000);
        return ((ssize_t (*)(int, const void *, size_t, off64_t)) dlsym(RTLD_NEXT, "pwrite64"))(
          file, bytes, count, place);
      }
      int fdatasync(int file) {
        if (is_commits(file) && (fcntl(file, F_GETFL) & O_ACCMODE) == O_RDONLY)
          close(open(getenv("SYNCED"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
        return ((int (*)(int)) dlsym(RTLD_NEXT, "fdatasync"))(file);
      }
      """, in: base)
    let home = try Home(["LD_PRELOAD=\(base.path("shim.so"))", "SYNCED=\(base.path("synced"))"])
    try home.write(workout, to: "w.json")
    let run = try home.start("run", "--silent", "--json", "w.json")
    try run.wait { FileManager.default.fileExists(atPath: base.path("synced")) }
    // There was no pause in which it could have been done by the way.
    run.signal(SIGKILL)
    _ = try run.finish()
  }
}

import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The real command on a machine that loses its power: what had not been synced is gone.
@Suite(.serialized) struct `A session whose machine dies` {
  private static let workout = """
    { "name": "Ticks", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "tick" } ],
      "phases": [ { "sets": 600, "phases": [ { "name": "Second", "duration": "1s" } ] } ] }
    """

  /// Keeps of each file that is synced what it held when that was asked for: a disk that loses all else.
  private static let shim = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <stdio.h>
    #include <string.h>
    #include <sys/stat.h>
    #include <unistd.h>
    static int synced(int file, const char *function) {
      int (*sync)(int) = (int (*)(int)) dlsym(RTLD_NEXT, function);
      char link[64], path[4096], part[4200], kept[4200];
      snprintf(link, sizeof link, "/proc/self/fd/%d", file);
      long length = readlink(link, path, sizeof path - 1);
      if (length < 0) return sync(file);
      path[length] = 0;
      if (!strstr(path, "history.sqlite")) return sync(file);
      snprintf(part, sizeof part, "%s.part%d", path, (int) gettid());
      snprintf(kept, sizeof kept, "%s.synced", path);
      int from = open(path, O_RDONLY), to = open(part, O_WRONLY | O_CREAT | O_TRUNC, 0600);
      char bytes[65536];
      long count;
      while ((count = read(from, bytes, sizeof bytes)) > 0) if (write(to, bytes, count) != count) return -1;
      close(to);
      // Closing any descriptor of the database itself would give up SQLite's locks on it.
      if (strcmp(path + strlen(path) - 4, "-wal") == 0) close(from);
      int result = sync(file);
      if (result == 0) rename(part, kept);
      return result;
    }
    int fdatasync(int file) { return synced(file, "fdatasync"); }
    int fsync(int file) { return synced(file, "fsync"); }
    """

  @Test func `loses less than a second of its place, and the database is whole`() throws {
    let workshop = try Home()
    try workshop.write(Self.shim, to: "shim.c")
    let compile = "-shared -fPIC -o shim.so shim.c -ldl"
    #expect(try workshop.shell("cc \(compile) || clang \(compile)").code == 0)
    var random = SplitMix64(seed: 3)
    var losses: [Int] = []
    for _ in 0..<8 {
      // In memory: what is lost besides, where a disk is slow to sync, is the disk's affair.
      let home = try Home(["LD_PRELOAD=\(workshop.path("shim.so"))"], in: "/dev/shm")
      try home.write(Self.workout, to: "w.json")
      let run = try home.start("run", "--silent", "--latency", "power", "--json", "w.json")
      try run.line { $0.contains(#""action": "prepared""#) }
      let begin = Self.bootMilliseconds()
      usleep(UInt32(200_000 + random.below(1_500_000)))
      let now = Self.bootMilliseconds()
      run.signal(SIGKILL)
      _ = try run.finish()
      try losePower(home)
      let history = HistoryFile(of: home)
      #expect(try history.damages().isEmpty)
      let text = try history.rows("SELECT position FROM standing").first
      let stood = Double(try #require(text.flatMap { Int($0) })) / 1e6
      losses.append(Int(now - begin - stood))
    }
    print("the power was lost \(losses.count) times; of the place were lost \(losses.sorted()) ms")
    #expect(losses.allSatisfy { abs($0) <= 1000 }, "\(losses)")
  }

  /// Leaves of the files what had been synced.
  private func losePower(_ home: Home) throws {
    let ended = try home.shell(
      """
      unset LD_PRELOAD; cd "$HOME/.local/state/cuebell"; rm -f history.sqlite-shm history.sqlite-wal *.part*
      for name in history.sqlite-wal history.sqlite; do [ -e $name.synced ] && mv $name.synced $name; done; true
      """)
    #expect(ended.code == 0, "\(ended.err)")
  }

  private static func bootMilliseconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}

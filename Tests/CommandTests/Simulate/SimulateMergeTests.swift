import FoundationEssentials
import Glibc
import Testing

/// Reports of parts, which several processes or machines have judged, added up.
@Suite struct `simulate --merge` {
  private static let workout = "\(Project.workouts)/tabata.json"

  /// Judges some seeds, and returns the report as JSON.
  private func report(_ home: TemporaryHome, _ seeds: Int, from first: Int = 1) throws -> String {
    let result = try home.cuebell(
      "simulate", "--workout", Self.workout, "--seeds", "\(seeds)", "--seed", "\(first)", "--json")
    #expect(result.code == 0 && result.err.isEmpty, "\(result)")
    return result.out
  }

  @Test func `adds up parts as if one process had judged all, from files and from stdin`() throws {
    let home = try TemporaryHome()
    let whole = try report(home, 60)
    let parts = try [(21, 30), (1, 20), (51, 10)].map { try report(home, $1, from: $0) }
    for (index, part) in parts.enumerated() { try home.write(part, to: "\(index).json") }
    #expect(try home.cuebell("simulate", "--merge", "0.json", "1.json", "2.json", "--json").out == whole)
    let piped = try Child(
      [Project.command, "simulate", "--merge", "-", "--json"], in: home, input: .text(parts.joined())
    ).finish()
    #expect(piped.out == whole)
    let text = try home.cuebell("simulate", "--merge", "0.json", "2.json")
    #expect(text.code == 0 && text.lines.first == "40 passed, 0 failed")
    #expect(text.lines.contains { $0.hasPrefix("seeds     21 to 60 of Tabata (") })
    let twice = try home.cuebell("simulate", "--merge", "0.json", "1.json", "0.json")
    #expect(twice.code == 65 && twice.err.contains("the seeds 21 to 50 of Tabata"), "\(twice)")
  }

  @Test func `fails with the failures of its parts, and names reports that aren't`() throws {
    let home = try TemporaryHome()
    try home.write(try String(contentsOfFile: Self.workout, encoding: .utf8), to: "tabata.json")
    try home.write(
      """
      { "format": "drift-scenario/1", "name": "no \\u001b", "workout": "tabata.json", "seed": 7, "script": [],
        "expect": { "final": { "elapsed": 1 } } }
      """, to: "s.json")
    let failed = try home.cuebell("simulate", "s.json", "--json")
    try home.write(failed.out, to: "failed.json")
    try home.write(try report(home, 3), to: "passed.json")
    let sum = try home.cuebell("simulate", "--merge", "passed.json", "failed.json", "-q")
    #expect(failed.code == 1 && sum.code == 1)
    #expect(sum.out.contains("final.elapsed: expected 1s of active time") && sum.out.contains("seed 7, made smaller: "))
    #expect(sum.out.hasSuffix("3 passed, 1 failed\n") && !sum.out.contains("\u{1B}"))
    for (text, code) in [("", 65), ("{}", 65), (String(failed.out.dropLast(20)), 65), ("7 [", 65)] {
      try home.write(text, to: "other.json")
      let refused = try home.cuebell("simulate", "--merge", "passed.json", "other.json")
      #expect(refused.code == Int32(code) && refused.out.isEmpty && refused.err.hasPrefix("other.json:"), "\(refused)")
    }
    #expect(try home.cuebell("simulate", "--merge", "gone.json").code == 66)
    for wrong in [[], ["passed.json", "--seeds", "3"], ["passed.json", "--trace", "t"]] {
      #expect(try Child([Project.command, "simulate", "--merge"] + wrong, in: home).finish().code == 64)
    }
  }

  /// Two hosts are two network namespaces, each with a server for ssh; the level makes a shell read no start-up files,
  /// which may do anything. They are in a namespace of their own: a browser gives up what it loads when the machine's
  /// network changes.
  private static let hasHosts =
    getuid() == 0
    && ["/usr/sbin/sshd", "/usr/bin/parallel", "/usr/sbin/ip"].allSatisfy(FileManager.default.isExecutableFile)

  @Test(.enabled(if: hasHosts, "it needs root, GNU parallel, iproute2 and sshd"))
  func `loses no seed and counts none twice where a host is killed in the middle`() throws {
    let home = try TemporaryHome()
    try home.write(Self.script, to: "hosts.sh")
    let hosts = try Child(
      ["unshare", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
        + ["sh", "hosts.sh", Project.command, Self.workout], in: home
    ).finish()
    #expect(hosts.code == 0, "\(hosts.err)")
    // What the host was judging is to be judged again.
    #expect(try #require(Int(hosts.out.filter(\.isNumber))) < 12)
    let reports = stride(from: 1, to: 240, by: 20).map { "reports/\($0).ndjson" }
    let sum = try home.cuebell(["simulate", "--merge", "--json"] + reports)
    #expect(try sum.out == report(home, 240), "\(sum.err)")
  }

  private static let script = """
    set -eu
    cuebell=$1 workout=$2
    mkdir -p /run/sshd
    ssh-keygen -q -t ed25519 -N '' -f key
    mkdir -p /run/netns
    mount -t tmpfs none /run/netns
    for n in 1 2; do
      ip netns add $n
      ip link add host$n type veth peer name eth0 netns $n
      ip addr add 10.231.$n.1/24 dev host$n
      ip link set host$n up
      ip -n $n addr add 10.231.$n.2/24 dev eth0
      ip -n $n link set eth0 up
      ip netns exec $n /usr/sbin/sshd -f /dev/null -h "$PWD/key" -o AuthorizedKeysFile="$PWD/key.pub" \\
        -o StrictModes=no -o PidFile=none -o PermitRootLogin=yes -o UsePAM=no -o SetEnv=SHLVL=1
    done
    ssh="ssh -i $PWD/key -l root -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
    judge() {
      seq 1 20 240 | parallel -j1 --ssh "$ssh" --joblog jobs.log --resume-failed --results reports/{}.ndjson -S "$1" \\
        "$cuebell simulate --workout $workout --seeds 20 --seed {} --json || test \\$? = 1 && { $2; }" > /dev/null
    }
    # The second host is killed when it has printed a report and not yet ended.
    judge 10.231.1.2,10.231.2.2 'case $SSH_CONNECTION in *10.231.2.2*) touch '"$PWD"'/printed; sleep 60;; esac' \\
      2> lost &
    until [ -e printed ] && [ "$(cat jobs.log 2> no | wc -l)" -gt 3 ]; do sleep 0.05; done
    ip netns pids 2 | xargs -r kill -9 2> no || true
    ! wait $!
    awk 'NR > 1 && $7 == 0' jobs.log | wc -l
    judge 10.231.1.2 true
    """
}

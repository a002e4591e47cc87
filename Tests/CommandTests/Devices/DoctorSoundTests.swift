import TestSupport
import Testing

/// The sound that a device of ALSA's type `file` has written.
struct Stereo {
  let left: [Float]
  let right: [Float]

  init(contentsOf path: String) throws {
    let samples = try floats(in: path)
    left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    right = stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
  }
}

extension [Float] {
  /// The largest amplitude.
  var loudest: Float { reduce(0) { Swift.max($0, $1.magnitude) } }
}

@Suite struct `The doctor's questions about sound` {
  private let configuration: ALSAConfiguration
  private let terminal: Terminal

  init() throws {
    configuration = try ALSAConfiguration(
      "pcm.!default { type file slave.pcm null file \"FOLDER/out.raw\" format raw }\n")
    let home = try TemporaryHome(["ALSA_CONFIG_PATH=\(configuration["alsa.conf"])"])
    terminal = try Terminal(#""$CUEBELL" doctor --sound; echo "status $?""#, in: home, columns: 200)
  }

  /// What has been played so far.
  private func played() throws -> Stereo { try Stereo(contentsOf: configuration["out.raw"]) }

  @Test func `follow a bell on the left alone, one on the right alone, and three that grow louder`() throws {
    defer { configuration.remove() }
    try terminal.wait(for: "The first bell: where did you hear it? [left/right/both/nowhere/again]")
    let first = try played()
    #expect(first.left.loudest > 0.1 && first.right.loudest == 0)
    terminal.type("left\n")
    try terminal.wait(for: "The second bell:")
    // Each device truncates the file first.
    let second = try played()
    #expect(second.right.loudest > 0.1 && second.left.loudest == 0)
    terminal.type("nonsense\n")
    try terminal.wait { $0.lines.count { $0.hasPrefix("The second bell:") } == 2 }
    terminal.type("r\n")
    try terminal.wait(for: "Which is the first that is loud enough to train with? [1/2/3/none/equal/again]")
    let bells = try played()
    let start = try #require(bells.left.firstIndex { $0 != 0 })
    let peaks = (0..<3).map { Array(bells.left[start + 72_000 * $0..<start + 72_000 * ($0 + 1)]).loudest }
    #expect(abs(peaks[1] / peaks[0] - 3.98) < 0.1 && abs(peaks[2] / peaks[1] - 3.98) < 0.1, "\(peaks)")
    terminal.type("2\n")
    let end = try terminal.finish().lines
    #expect(end.contains("ok       sides: left and right are where they belong"))
    #expect(end.contains { $0.hasPrefix("ok       loudness: -12 dB is loud enough; to keep it: \"volume\": -12 in /") })
    #expect(end.contains("status 0"))
  }

  @Test func `end in what to do where nothing is heard`() throws {
    defer { configuration.remove() }
    for bell in ["first", "second"] {
      try terminal.wait(for: "The \(bell) bell:")
      terminal.type("n\n")
    }
    let end = try terminal.finish().lines
    #expect(end.contains("problem  sides: the device plays, but nothing is heard"))
    #expect(end.contains { $0.hasPrefix("         fix: unmute the device") } && end.contains("status 1"))
  }
}

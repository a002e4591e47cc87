import Glibc
import Testing

@Suite struct `A render that fails` {
  /// Whether a file system of one megabyte can be had here, for one process and its children.
  private static let canMount: Bool = {
    let result = try? TemporaryHome().shell("mkdir m && unshare -rm mount -t tmpfs -o size=1m tmpfs m")
    return result?.code == 0
  }()

  private static let formats = ["wav", "flac", "ogg", "opus"]

  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(try WorkoutText.shipped("hiit-30-20"), to: "w.json")
    return home
  }

  @Test(.enabled(if: canMount, "mounting a small file system needs user namespaces, or root"), arguments: formats)
  func `because the disk is full exits 73, says so, and leaves nothing behind`(format: String) throws {
    let result = try home().shell(
      """
      mkdir m; unshare -rm sh -c 'mount -t tmpfs -o size=1m tmpfs m || exit 1
      "$CUEBELL" render w.json -o m/out.\(format) --cues out.ndjson; echo "status $?"; ls -A m'
      """)
    #expect(result.out == "status 73\n")
    #expect(result.err.hasPrefix("m/out.\(format): ") && result.errorLines.count == 1)
  }

  @Test(arguments: formats)
  func `because no file may grow so long exits 73, says so, and leaves nothing behind`(format: String) throws {
    let home = try home()
    let result = try home.shell("ulimit -f 100; \"$CUEBELL\" render w.json -o out.\(format) --cues out.ndjson")
    #expect(result.code == 73)
    #expect(result.err.hasPrefix("out.\(format): ") && result.errorLines.count == 1)
    #expect(try home.names() == ["w.json"])
  }

  @Test func `leaves what had the asked name before as it was`() throws {
    let home = try home()
    try home.write("precious", to: "out.wav")
    #expect(try home.shell("ulimit -f 100; \"$CUEBELL\" render w.json -o out.wav").code == 73)
    #expect(try home.text(of: "out.wav") == "precious")
    #expect(try home.names() == ["out.wav", "w.json"])
  }

  @Test func `because its place can't be written to exits 73 and names it`() throws {
    let home = try home()
    try home.write("", to: "folder.wav/file")
    for place in ["nowhere/out.wav", "folder.wav", "w.json/out.wav"] {
      let result = try home.cuebell("render", "w.json", "-o", place)
      #expect(result.code == 73 && result.err.hasPrefix("\(place): "), "\(result.err)")
    }
    let list = try home.cuebell("render", "w.json", "-o", "out.flac", "--cues", "nowhere/list.ndjson")
    #expect(list.code == 73 && list.err.hasPrefix("nowhere/list.ndjson: "))
    let picture = try home.cuebell("show", "w.json", "--svg", "nowhere/out.svg")
    #expect(picture.code == 73 && picture.err.hasPrefix("nowhere/out.svg: "))
  }

  /// Six hours and a quarter are more than a WAV file can hold, three and a quarter more than a part of floating
  /// point can; this is reported at once, and not after so much has been rendered.
  @Test(arguments: [
    ("6h15m", ["-o", "out.wav"], "out.wav: a WAV file can't be longer than 4 GiB; write .flac instead"),
    (
      "3h15m", ["-o", "out.wav", "--stems", "parts"],
      "parts/speech.wav: a WAV file can't be longer than 4 GiB, in floating point"
    ),
    (
      "20h", ["-o", "out.flac", "--picture", "nowhere/out.svg"], "nowhere/out.svg: No such file or directory"
    ),
  ])
  func `because there is no space for it exits 73 before anything is rendered`(
    length: String, options: [String], message: String
  ) throws {
    let home = try TemporaryHome()
    try home.write(
      #"{ "name": "Long", "style": "silent", "phases": [{ "name": "A", "duration": "\#(length)" }] }"#, to: "w.json")
    let result = try Child([Project.command, "render", "w.json"] + options, in: home).finish()
    #expect(result.code == 73 && result.errorLines == [message], "\(result.err)")
    #expect(try home.names() == ["w.json"])
  }

  @Test(arguments: ["out.mp2", "out", "wav"])
  func `exits 64 for an unknown file extension and lists the known ones`(name: String) throws {
    let home = try home()
    let result = try home.cuebell("render", "w.json", "-o", name)
    #expect(result.code == 64 && result.err.contains("\(name): the name must end in .wav, .flac, .ogg, .opus or .mp3"))
    #expect(try home.names() == ["w.json"])
  }

  @Test func `because its reader goes away ends at once, exits 73 and says so`() throws {
    let home = try home()
    let result = try home.shell("{ \"$CUEBELL\" render w.json -o -; echo \"status $?\" >&2; } | head -c 100 | wc -c")
    #expect(result.out == "100\n")
    #expect(result.errorLines.last == "status 73" && result.errorLines.count == 2)
  }

  @Test(arguments: zip([SIGINT, SIGTERM], [Int32(130), 143]))
  func `because it is interrupted takes its unfinished file away and exits as the signal asks`(
    signal: Int32, code: Int32
  ) throws {
    let home = try TemporaryHome()
    let phases = #"[{ "name": "A", "duration": "20h" }]"#
    try home.write(
      #"{ "name": "Long", "style": "silent", "ambient": { "sound": "rain" }, "phases": \#(phases) }"#, to: "w.json")
    let render = try home.start("render", "w.json", "-o", "out.flac")
    try render.wait { try home.names().contains { $0.hasSuffix(".part") } }
    // Signalled twice for one request, as GNU timeout does.
    render.signal(signal)
    usleep(1_000)
    render.signal(signal)
    #expect(try render.finish().code == code)
    #expect(try home.names() == ["w.json"])
  }
}

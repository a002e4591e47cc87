import Glibc
import TestSupport
import Testing

/// A bare card, which one process at a time can open; the sound server's tests could never tell.
@Suite(.serialized) struct `A device that two can't open` {
  /// A server that is such a card, as far as the commands can tell.
  private func stage() throws -> SoundStage {
    let stage = try SoundStage { ["LD_PRELOAD=\($0["card.so"])", "CARD=\($0["card"])"] }
    try stage.build(
      "card",
      from: """
        static int card = -1;
        int snd_pcm_open(void **pcm, const char *name, int stream, int mode) {
          int mine = open(getenv("CARD"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
          if (flock(mine, LOCK_EX | LOCK_NB) != 0) { close(mine); return -EBUSY; }
          int (*open)(void **, const char *, int, int) = dlsym(RTLD_NEXT, "snd_pcm_open");
          int status = open(pcm, name, stream, mode);
          if (status < 0) close(mine); else card = mine;
          return status;
        }
        int snd_pcm_close(void *pcm) {
          int (*shut)(void *) = dlsym(RTLD_NEXT, "snd_pcm_close");
          int status = shut(pcm);
          flock(card, LOCK_UN);
          close(card);
          return status;
        }
        """)
    return stage
  }

  private func isPhase(_ line: String) -> Bool { line.contains(#""event": "phase""#) }

  /// The sinks that a run was heard by, in order.
  private func sinks(_ text: String) throws -> [String] {
    try EventRecord.all(in: text).filter { $0.event == "audio" }.map { "\($0.sink ?? "") \($0.state ?? "")" }
  }

  /// A second run that needs the device, which the first must have let go.
  private func expectHeard(_ stage: SoundStage, _ options: String...) throws {
    let words = [Project.command, "run", "short.json", "--json", "--require-audio"] + options
    let ending = try Child(words, in: stage.home).finish()
    #expect(ending.code == 0 && ending.err.isEmpty, "\(ending)")
    #expect(try sinks(ending.out) == ["alsa opened"])
  }

  @Test func `is free for a run that takes over from one that plays`() throws {
    let stage = try stage()
    defer { stage.server.end() }
    try stage.home.write(Self.short, to: "short.json")
    let first = try stage.start(clicks: 60)
    try first.line(where: isPhase)
    try expectHeard(stage, "--take-over")
    try first.line { $0.contains(#""event": "resumed""#) }
    try first.line { $0.contains(#""outcome": "onTime""#) }
    first.signal(SIGTERM)
    let ending = try first.finish()
    #expect(ending.code == 143 && ending.err.isEmpty, "\(ending)")
    #expect(try sinks(ending.out) == ["alsa opened"])
  }

  @Test func `is free for a run that takes over from one that its user has just paused`() throws {
    let stage = try stage()
    defer { stage.server.end() }
    try stage.home.write(Self.short, to: "short.json")
    try stage.home.write(try WorkoutText.shipped("tabata"), to: "w.json")
    let terminal = try Terminal(#""$CUEBELL" run --log w.log w.json; echo "status $?""#, in: stage.home)
    try terminal.wait(for: "“Get ready”")
    terminal.type(" ")
    try stage.home.wait(for: #""event": "paused""#, in: "w.log")
    try expectHeard(stage, "--take-over")
    // What the user has paused stays so, and sounds again when the user wants it to.
    terminal.type(" ")
    try stage.home.wait(for: #""event": "resumed""#, in: "w.log")
    terminal.type("q")
    #expect(try terminal.finish().lines.contains("status 4"))
    #expect(try sinks(stage.home.text(of: "w.log")) == ["alsa opened"])
  }

  @Test func `is free while the run that has it is stopped by Ctrl-Z`() throws {
    let stage = try stage()
    defer { stage.server.end() }
    try stage.home.write(Self.short, to: "short.json")
    try stage.home.write(try WorkoutText.shipped("tabata"), to: "w.json")
    let run = #""$CUEBELL" run --log w.log w.json; echo "stopped $?""#
    let terminal = try Terminal(#"set -m; \#(run); read go; fg; echo "status $?""#, in: stage.home)
    try terminal.wait(for: "“Get ready”")
    terminal.type("\u{1A}")
    try terminal.wait(for: "stopped 148")
    try expectHeard(stage)
    terminal.type("\n")
    try stage.home.wait(for: #""event": "resumed""#, in: "w.log")
    try terminal.wait { $0.isAlternate && $0.lines.contains { $0.contains("space pause") } }
    terminal.type("q")
    #expect(try terminal.finish().lines.contains("status 4"))
    #expect(try sinks(stage.home.text(of: "w.log")) == ["alsa opened"])
  }

  private static let short =
    #"{ "name": "Short", "style": "silent", "phases": [ { "name": "A", "duration": "700ms" } ] }"#
}

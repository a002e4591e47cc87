import Foundation
import SoundFiles
import Testing

@Suite struct `A path in a workout` {
  /// `workout/` with a sound, beside `secret.wav`.
  private func world() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.run(["mkdir", "-p", "workout/sounds"])
    try folder.run(["sox", "-n", "-r", "48000", "secret.wav", "synth", "0.1", "sine", "300"])
    try folder.run(["cp", "secret.wav", "workout/sounds/a b.wav"])
    try folder.run(["ln", "-s", "sounds/a b.wav", "workout/inside.wav"])
    try folder.run(["ln", "-s", "../secret.wav", "workout/outside.wav"])
    try folder.run(["ln", "-s", folder["secret.wav"], "workout/absolute.wav"])
    try folder.run(["ln", "-s", "..", "workout/up"])
    try folder.run(["ln", "-s", "loop.wav", "workout/loop.wav"])
    try folder.run(["mkfifo", "workout/fifo.wav"])
    try folder.run(["ln", "-s", "/dev/zero", "workout/device.wav"])
    return folder
  }

  @Test(arguments: ["sounds/a b.wav", "./sounds//a b.wav", "inside.wav"])
  func `leads to what lies in its folder, links included`(path: String) throws {
    let folder = try world()
    #expect(try SoundFileReader(path, in: folder["workout"]).info.frames == 4_800)
  }

  @Test(arguments: [
    ("../secret.wav", "a path must not contain '..'"), ("sounds/../../secret.wav", "a path must not contain '..'"),
    ("/etc/passwd", "a path must be relative to the workout's folder"), ("", "a path is expected"),
    ("a\u{0}.wav", "a path can't contain a NUL character"), ("outside.wav", "a link leads out of the workout's folder"),
    ("absolute.wav", "a link leads out of the workout's folder"),
    ("up/secret.wav", "a link leads out of the workout's folder"),
    ("device.wav", "a link leads out of the workout's folder"), ("loop.wav", "too many links"),
    ("sounds", "it is a folder"), ("fifo.wav", "it isn't a regular file"),
  ])
  func `never leads out of it, and to nothing but a file`(path: String, reason: String) throws {
    let folder = try world()
    #expect(throws: SoundFileError.forbidden(path: path, reason: reason)) {
      try SoundFileReader(path, in: folder["workout"])
    }
  }

  @Test func `says what is missing`() throws {
    let folder = try world()
    #expect(throws: SoundFileError.missing(path: "sounds/b.wav")) {
      try SoundFileReader("sounds/b.wav", in: folder["workout"])
    }
    #expect(
      throws: SoundFileError.unreadable(
        path: "a.wav", reason: "its folder \(folder["nowhere"]): No such file or directory")
    ) { try SoundFileReader("a.wav", in: folder["nowhere"]) }
  }

  @Test(arguments: [
    ("sounds/a b.wav", true), ("./sounds//a b.wav", true), ("inside.wav", false), ("outside.wav", false),
    ("up/secret.wav", false), ("sounds/b.wav", false), (".", false),
  ])
  func `is walked without any link where the system can't guard it`(path: String, opens: Bool) throws {
    let folder = try world()
    let base = unsafe open(folder["workout"], O_RDONLY | O_DIRECTORY)
    defer { close(base) }
    let file = ConfinedFileOpener.openStepwise(base, path)
    #expect((file >= 0) == opens)
    if file >= 0 { close(file) }
  }
}

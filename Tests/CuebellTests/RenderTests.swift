import CuebellAudio
import Testing

@Suite struct `A workout rendered in one call` {
  private func workout(track: String? = nil) throws -> Workout {
    try Workout("W") {
      Phase("Work", for: .seconds(3))
      if let track { Phase("Listen", for: .track, track: track) }
    }
  }

  @Test func `is a WAV file of all its frames`() throws {
    var (file, mixed) = (WAVSink(), 0)
    try OfflineSession.render(workout(), speech: nil, into: &file) { _ in mixed += 1 }
    let (bytes, frames) = (file.bytes, (file.bytes.count - 44) / 4)
    #expect(bytes.prefix(4) == Array("RIFF".utf8)[...] && bytes[8..<16] == Array("WAVEfmt ".utf8)[...])
    #expect(frames >= 3 * Bus.sampleRate && bytes[44...].contains { $0 != 0 } && mixed > 0)
    func number(at place: Int) -> Int { bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 + Int($1) } }
    #expect(number(at: 40) == 4 * frames && number(at: 4) == bytes.count - 8 && number(at: 24) == Bus.sampleRate)
  }

  @Test func `is the same whatever the size of the blocks that its sink takes`() throws {
    struct Small: AudioSink {
      let blockFrames = 480
      let latencyFrames = 0
      var file = WAVSink()
      mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
        try file.write(left: left, right: right)
      }
      mutating func finish() throws(SinkError) {}
    }
    var (large, small) = (WAVSink(), Small())
    try OfflineSession.render(workout(), speech: nil, into: &large)
    try OfflineSession.render(workout(), speech: nil, into: &small)
    let common = min(large.bytes.count, small.file.bytes.count)
    #expect(common > 44 + 12 * Bus.sampleRate && large.bytes[44..<common] == small.file.bytes[44..<common])
  }

  @Test func `of files that nobody reads says so`() throws {
    #expect(throws: SoundLoadError.unreadable("song.flac: no files are read; pass a loader to SoundLibrary")) {
      var file = WAVSink()
      try OfflineSession.render(workout(track: "song.flac"), speech: nil, into: &file)
    }
  }
}

import AudioMixing
import Foundation
import SoundFiles
import Testing

@Suite struct `A WAV stream` {
  @Test func `is a header without a length, and the samples`() throws {
    let folder = try ScratchFolder()
    let file = unsafe open(folder["s.wav"], O_WRONLY | O_CREAT, 0o600)
    let samples = tones(frames: 10_000)
    let stream = try WAVStreamWriter(descriptor: file)
    for start in stride(from: 0, to: samples.count, by: 3_000) {
      try stream.write(samples[start..<min(start + 3_000, samples.count)].span)
    }
    #expect(stream.framesWritten == 10_000)
    close(file)
    let bytes = try folder.bytes("s.wav")
    #expect(bytes.count == 44 + 40_000)
    #expect(bytes[4..<8].elementsEqual([255, 255, 255, 255]) && bytes[40..<44].elementsEqual([255, 255, 255, 255]))
    let clip = try SoundFileReader.clip("s.wav", in: folder.path)
    #expect(zip(clip.left, clip.right).flatMap { [$0, $1] } == samples.map { Float($0) / 32_768 })
    #expect(
      try folder.run(["ffprobe", "-v", "error", "-show_entries", "stream=sample_rate,channels", "s.wav"]).contains(
        "48000"))
  }

  /// The reader is a program: a task might find no thread to run on while this one waits for it.
  @Test(arguments: [0, O_NONBLOCK]) func `waits for a reader whose pipe is full`(flags: Int32) throws {
    let folder = try ScratchFolder()
    try folder.run(["mkfifo", "fifo"])
    let reader = unsafe popen("cat \(quoted(folder["fifo"])) | wc -c", "re")
    let output = unsafe open(folder["fifo"], O_WRONLY | O_CLOEXEC)
    try #require(output >= 0 && fcntl(output, F_SETFL, flags) == 0)
    try WAVStreamWriter(descriptor: output).write(tones(frames: 100_000).span)
    close(output)
    var count: [UInt8] = []
    while case let byte = unsafe getc(reader), byte != EOF { count.append(UInt8(byte)) }
    #expect(unsafe pclose(reader) == 0)
    #expect(String(decoding: count, as: UTF8.self) == "400044\n")
  }

  @Test func `ends with an error when nothing reads, and the process survives`() throws {
    let folder = try ScratchFolder()
    try folder.run(["mkfifo", "fifo"])
    let input = unsafe open(folder["fifo"], O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let output = unsafe open(folder["fifo"], O_WRONLY | O_CLOEXEC)
    defer { close(output) }
    let stream = try WAVStreamWriter(descriptor: output)
    close(input)
    #expect(throws: SinkError.cannotWrite("its reader has closed it")) { try stream.write(tones(frames: 10).span) }
  }

  @Test func `reports a full disk`() throws {
    let full = unsafe open("/dev/full", O_WRONLY)
    defer { close(full) }
    #expect(throws: SinkError.cannotWrite("No space left on device")) { try WAVStreamWriter(descriptor: full) }
  }
}

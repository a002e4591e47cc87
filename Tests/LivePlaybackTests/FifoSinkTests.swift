import AudioMixing
import AudioOutput
import CueAudio
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite struct `A FIFO sink` {
  private let folder: TemporaryFolder
  private let clock = FakeClock()
  private let block = 960

  init() throws { folder = try TemporaryFolder() }

  private func sink(_ path: String, patience: Duration = .seconds(20)) throws -> FifoSink {
    try FifoSink(path: path, clock: clock, patience: patience)
  }

  @Test func `takes nothing but a FIFO, and makes none`() throws {
    try Data("text".utf8).write(to: URL(filePath: folder["file"]))
    let cases = [
      ("nothing", "No such file or directory; start the program that reads it first, or create it with mkfifo"),
      ("file", "it is not a FIFO; create one with mkfifo, or let its reader create one"),
      (".", "it is not a FIFO; create one with mkfifo, or let its reader create one"),
      ("file/fifo", "Not a directory"),
    ]
    for (name, reason) in cases {
      #expect(throws: SinkError.unavailable("\(folder[name]): \(reason)")) { try sink(folder[name]) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
    #expect(try Data(contentsOf: URL(filePath: folder["file"])) == Data("text".utf8))
  }

  @Test func `keeps the clock's time while nothing reads, and drops the sound`() throws {
    var (sink, sound) = (try sink(folder.fifo()), NumberedSound())
    #expect(sink.reader == .absent && sink.blockFrames == block)
    try sink.write(50, of: block, from: &sound)
    #expect(clock.now() == .seconds(1) && sink.latencyFrames == 0 && sink.reader == .absent && sink.clockEpoch == 0)
  }

  @Test func `gives a reader the present moment, from then on without a gap, and then the end`() throws {
    let path = try folder.fifo()
    var (sink, sound) = (try sink(path), NumberedSound())
    try sink.write(10, of: block, from: &sound)
    let reader = try FifoReader(path)
    #expect(reader.drain() == [])
    var heard: [UInt8] = []
    for _ in 0..<10 {
      try sink.write(of: block, from: &sound)
      heard += try #require(reader.drain())
    }
    #expect(try NumberedSound.numbers(in: heard) == Array(10 * block..<20 * block))
    #expect(sink.reader == .present && sink.clockEpoch == 1)
    // It accepted all at once, so the clock continued to set the pace.
    #expect((Duration.milliseconds(380)...Duration.milliseconds(400)).contains(clock.now()))
    try sink.write(of: block, from: &sound)
    try sink.finish()
    #expect(try NumberedSound.numbers(in: #require(reader.drain())) == Array(20 * block..<21 * block))
    #expect(reader.drain() == nil)
  }

  @Test func `stays open for one that goes away where it finds no writer`() throws {
    let path = try folder.fifo()
    let early = try FifoReader(path)
    #expect(early.drain() == nil)
    var (sink, sound) = (try sink(path), NumberedSound())
    #expect(sink.reader == .present)
    #expect(early.drain() == [])
    try sink.write(of: block, from: &sound)
    #expect(early.drain()?.count == 4 * block)
  }

  @Test(arguments: [1, 7, 960, 1_024, 1_025, 5_000])
  func `lets a reader that plays set the pace, and loses nothing however it reads`(frames: Int) throws {
    let path = try folder.fifo()
    let total = 20_000 / frames * frames
    let heard = try FifoRecorder(path, portions: [7, 4_096, 1, 3_840, 12_289])
    var (sink, sound) = (try sink(path), NumberedSound())
    try sink.write(total / frames, of: frames, from: &sound)
    try sink.finish()
    #expect(try NumberedSound.numbers(in: heard.bytes()) == Array(0..<total))
    #expect(sink.clockEpoch <= 1)
  }

  @Test func `holds little, and says how much of it waits to be heard`() throws {
    let path = try folder.fifo()
    let reader = try FifoReader(path)
    var (sink, sound) = (try sink(path, patience: .milliseconds(20)), NumberedSound())
    for blocks in 1...4 {
      try sink.write(of: block, from: &sound)
      #expect(sink.latencyFrames == blocks * block && sink.reader == .present && clock.now() == .zero)
    }
    // What the reader took before its time is over when that has come.
    _ = reader.drain(400)
    #expect(sink.latencyFrames == 4 * block)
    try sink.write(of: block, from: &sound)
    #expect(sink.reader == .stalled && sink.latencyFrames == 4 * block - 100)
  }

  @Test func `continues when its reader stops reading, and rejoins at the present moment in whole frames`() throws {
    let path = try folder.fifo()
    let reader = try FifoReader(path)
    let states = Mutex<[FifoSink.Reader]>([])
    var sink = try FifoSink(path: path, clock: clock, patience: .milliseconds(20)) { reader, _ in
      states.withLock { $0.append(reader) }
    }
    var sound = NumberedSound()
    try sink.write(4, of: block, from: &sound)
    // A page and two bytes: there is space for one block more, and a frame is cut in two.
    let early = try #require(reader.drain(3_842))
    // The sixth finds no space; the others don't wait for it any more, but for their time.
    try sink.write(2, of: block, from: &sound)
    let begin = clock.now()
    try sink.write(50, of: block, from: &sound)
    #expect(sink.reader == .stalled && clock.now() - begin == .seconds(1))
    let late = try #require(reader.drain())
    try sink.write(of: block, from: &sound)
    let present = try #require(reader.drain())
    #expect(try NumberedSound.numbers(in: early + late) == Array(0..<5 * block))
    #expect(try NumberedSound.numbers(in: present) == Array(56 * block..<57 * block))
    #expect(states.withLock { $0 } == [.stalled, .present])
  }

  @Test func `outlives its reader, and keeps nothing of it for the next one`() throws {
    let path = try folder.fifo()
    var (sink, sound) = (try sink(path), NumberedSound())
    do {
      let first = try FifoReader(path)
      try sink.write(3, of: block, from: &sound)
      #expect(first.drain(4)?.count == 4)
    }
    // A process that another thread is just starting may hold it for a moment.
    try #require(Timeout.wait { !FifoReader.isThere(path) })
    try sink.write(of: block, from: &sound)
    #expect(sink.reader == .absent && sink.latencyFrames == 0)
    // What the first one left passes before the time of the next block comes.
    #expect(clock.now() == FrameClock.duration(of: 3 * block - 1) + FrameClock.duration(of: block))
    let second = try FifoReader(path)
    #expect(second.drain() == [])
    try sink.write(of: block, from: &sound)
    #expect(try NumberedSound.numbers(in: #require(second.drain())) == Array(4 * block..<5 * block))
  }

  @Test func `finds a FIFO that was recreated`() throws {
    let path = try folder.fifo()
    var (sink, sound) = (try sink(path), NumberedSound())
    unsafe unlink(path)
    try sink.write(of: block, from: &sound)
    try Data("text".utf8).write(to: URL(filePath: path))
    try sink.write(of: block, from: &sound)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("text".utf8))
    unsafe unlink(path)
    let reader = try FifoReader(folder.fifo())
    try sink.write(of: block, from: &sound)
    #expect(try NumberedSound.numbers(in: #require(reader.drain())) == Array(2 * block..<3 * block))
    #expect(clock.now() >= .milliseconds(40))
  }
}

import AudioMixing
import CommandSupport
import CueAudio
import Glibc
import SessionReporting
import SoundFiles
import WorkoutEngine
import WorkoutModel

/// Converts the mix to 16-bit samples and writes them to a file or stdout.
struct RenderSink: AudioSink {
  let blockFrames = 4096
  let latencyFrames = 0
  /// Interleaved samples to be written: the system accepts a few large pieces much faster than many small ones.
  private var samples = [Int16](repeating: 0, count: 2 * RenderSink.pieceFrames)
  private var waiting = 0
  private(set) var frames = 0
  private let destination: Destination
  private let progress: RenderProgress?
  private(set) var waveform: Waveform?
  private let isMono: Bool

  private static let pieceFrames = 1 << 16

  private enum Destination {
    case file(SoundFileWriter)
    case stream(WAVStreamWriter)
  }

  /// Opens `path`, whose extension determines the format, for `frames` frames or more; `-` is WAV on stdout.
  init(
    _ path: String, quality: SoundQuality = .normal, tags: SoundTags, frames: Int = 0, draws: Bool = false,
    progress: RenderProgress? = nil
  ) throws {
    self.progress = progress
    isMono = false
    if draws { waveform = Waveform(sampleRate: Bus.sampleRate) }
    destination = try Exit.ifUnwritable { () throws(SinkError) in
      if path == "-" { return .stream(try WAVStreamWriter(descriptor: STDOUT_FILENO)) }
      guard let format = SoundFileFormat(fileName: path) else { throw SinkError.cannotWrite(Self.unknownEnding) }
      return .file(
        try SoundFileWriter(path: path, format: format, quality: quality, tags: tags, expectedFrames: frames))
    }
  }

  /// Encodes compact sound in memory; MP3 is mono, in which it needs half of the bytes.
  init(inMemory format: SoundFileFormat, progress: RenderProgress?) throws {
    self.progress = progress
    isMono = format == .mp3
    let channels = isMono ? 1 : 2
    destination = try Exit.ifUnwritable { () throws(SinkError) in
      .file(try SoundFileWriter(inMemory: format, channels: channels))
    }
  }

  mutating func encoded() throws(SinkError) -> [UInt8] {
    try flush()
    if case .file(let writer) = destination { return try writer.encoded() }
    return []
  }

  static let unknownEnding = "the name must end in .wav, .flac, .ogg, .opus or .mp3"

  mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    waveform?.add(left: left, right: right)
    progress?.add(left.count)
    var done = 0
    while done < left.count {
      let count = min(left.count - done, Self.pieceFrames - waiting)
      convert(left.extracting(done..<done + count), right.extracting(done..<done + count))
      done += count
      if waiting == Self.pieceFrames { try flush() }
    }
  }

  private mutating func convert(_ left: Span<Float>, _ right: Span<Float>) {
    let (firstFrame, place) = (frames, waiting)
    var target = samples.mutableSpan
    SampleConversion.interleave16(left: left, right: right, firstFrame: firstFrame, into: &target, at: place)
    waiting += left.count
    frames += left.count
  }

  private mutating func flush() throws(SinkError) {
    if isMono { for frame in 0..<waiting { samples[frame] = (samples[2 * frame] / 2) + (samples[2 * frame + 1] / 2) } }
    let count = (isMono ? 1 : 2) * waiting
    waiting = 0
    let piece = samples.span.extracting(0..<count)
    switch destination {
    case .file(let writer): try writer.write(piece)
    case .stream(let writer): try writer.write(piece)
    }
  }

  mutating func finish() throws(SinkError) { try finish(chapters: []) }

  /// Finishes the file with its chapters; a stream has none.
  mutating func finish(chapters: [SoundChapter]) throws(SinkError) {
    try flush()
    if case .file(let writer) = destination { try writer.finish(chapters: chapters) }
  }
}

/// The record of a render: its phases as chapters, and the plan for a picture.
final class RenderLog {
  private(set) var chapters: [SoundChapter] = []
  private(set) var plan: Plan?

  /// An empty log; with `draws` it includes a plan.
  init(_ timeline: Timeline, draws: Bool) { plan = draws ? Plan(of: timeline) : nil }

  func add(_ event: EngineEvent) {
    plan?.add(event)
    guard case .phaseStarted(let phase) = event.kind, chapters.count < SoundChapter.maximum else { return }
    let set = phase.set.map { set in " \(set)\(phase.sets.map { "/\($0)" } ?? "")" } ?? ""
    let name = SafeText.filtered(phase.name) + set
    chapters.append(SoundChapter(start: FrameClock().frame(at: event.at), name: name))
  }
}

/// The events of a render, written as lines when they occur.
final class EventLog {
  private var lines = EventEncoder { FrameClock().frame(at: $0) }
  private let file: OutputFile
  private var failure: (any Error)?

  /// A log with the final name `path`, beginning with `hello`.
  init(_ path: String, _ hello: SessionEvent.Kind) throws {
    file = try OutputFile(path)
    add(SessionEvent(at: .zero, kind: hello))
  }

  func add(_ event: SessionEvent) {
    guard failure == nil else { return }
    do { try file.write(lines.line(event) + "\n") } catch { failure = error }
  }

  func commit() throws {
    if let failure { throw failure }
    try file.commit()
  }
}

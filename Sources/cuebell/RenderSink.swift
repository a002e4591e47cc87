import ArgumentParser
import AudioMixing
import CueAudio
import Glibc
import SessionReporting
import SoundFiles
import WorkoutModel

/// Turns the mix into 16-bit samples and hands them to a file or stdout.
struct RenderSink: AudioSink {
  let blockFrames = 1024
  let latencyFrames = 0
  private var samples: [Int16] = []
  private var frames = 0
  private let destination: Destination
  private let isStopped: () -> Bool
  /// What has been written, as far as somebody wants to see it.
  private(set) var waveform: Waveform?

  private enum Destination {
    case file(SoundFileWriter)
    case stream(WAVStreamWriter)
  }

  /// Opens `path`, whose ending names the format; `-` is WAV on stdout. Once it `isStopped` it takes no more.
  ///
  /// - Parameters:
  ///   - path: The file; `-` for stdout.
  ///   - tags: What it says about itself.
  ///   - draws: Whether `waveform` is wanted.
  ///   - isStopped: Asked before each block.
  /// - Throws: The exit code, once the reason has been told.
  init(_ path: String, tags: SoundTags, draws: Bool = false, isStopped: @escaping () -> Bool = { false }) throws {
    self.isStopped = isStopped
    if draws { waveform = Waveform(sampleRate: Bus.sampleRate) }
    do throws(SinkError) {
      if path == "-" {
        destination = .stream(try WAVStreamWriter(descriptor: STDOUT_FILENO))
      } else {
        guard let format = SoundFileFormat(fileName: path) else { throw SinkError.cannotWrite(Self.unknownEnding) }
        destination = .file(try SoundFileWriter(path: path, format: format, tags: tags))
      }
    } catch {
      throw Exit.fail(Exit.cannotWrite, error.explanation)
    }
  }

  /// What is said to a name that doesn't end as it must.
  static let unknownEnding = "the name must end in .wav, .flac, .ogg or .opus"

  mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    if isStopped() { throw .cannotWrite("stopped by the user") }
    Self.convert(left, right, to: &samples, firstFrame: frames)
    frames += left.count
    waveform?.add(left: left, right: right)
    switch destination {
    case .file(let writer): try writer.write(samples.span)
    case .stream(let writer): try writer.write(samples.span)
    }
  }

  private static func convert(_ left: Span<Float>, _ right: Span<Float>, to samples: inout [Int16], firstFrame: Int) {
    if samples.count != 2 * left.count { samples = Array(repeating: 0, count: 2 * left.count) }
    var span = samples.mutableSpan
    SampleConversion.interleave16(left: left, right: right, firstFrame: firstFrame, into: &span)
  }

  mutating func finish() throws(SinkError) { try finish(chapters: []) }

  /// Finishes the file, with its chapters; a stream has none.
  func finish(chapters: [SoundChapter]) throws(SinkError) {
    if case .file(let writer) = destination { try writer.finish(chapters: chapters) }
  }
}

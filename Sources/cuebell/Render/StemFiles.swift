import ArgumentParser
import AudioMixing
import CommandSupport
import CueAudio
import Glibc
import HostSystem
import SoundFiles

/// The stems of a render, each as a floating-point WAV file: their sum is the mix before the limiter.
final class StemFiles: StemSink {
  private var files: [StemKind: StemFile] = [:]
  private let folder: String

  /// Starts `speech.wav`, `sounds.wav` and `bed.wav` in a folder, which is created if necessary; they will have at
  /// least `frames` frames.
  init(in folder: String, tags: SoundTags, frames: Int) throws {
    self.folder = folder
    let isMade = try OutputFolder.make(folder)
    do throws(SinkError) {
      for part in StemKind.allCases {
        files[part] = StemFile(
          try SoundFileWriter(
            path: Self.path(of: part, in: folder), format: .wavFloat, tags: tags, expectedFrames: frames))
      }
    } catch {
      files = [:]
      if isMade { unsafe rmdir(folder) }
      UnfinishedFiles.forget(folder)
      throw Exit.fail(error)
    }
  }

  static func paths(in folder: String) -> [String] { StemKind.allCases.map { path(of: $0, in: folder) } }

  private static func path(of part: StemKind, in folder: String) -> String { "\(folder)/\(part.rawValue).wav" }

  func write(_ part: StemKind, left: Span<Float>, right: Span<Float>) throws(SinkError) {
    try files[part]?.write(left: left, right: right)
  }

  /// Finishes all files; before that, none exists under its final name.
  func finish() throws(SinkError) {
    for part in StemKind.allCases { try files[part]?.finish() }
    UnfinishedFiles.forget(folder)
  }
}

/// A stem that is written in large pieces, which the system accepts much faster than small ones.
private final class StemFile {
  private static let pieceFrames = 1 << 15

  private let writer: SoundFileWriter
  private var samples = [Float](repeating: 0, count: 2 * pieceFrames)
  private var waiting = 0

  init(_ writer: SoundFileWriter) { self.writer = writer }

  func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    var done = 0
    while done < left.count {
      let count = min(left.count - done, Self.pieceFrames - waiting)
      SampleConversion.interleave(
        left: left.extracting(done..<done + count), right: right.extracting(done..<done + count), into: &samples,
        at: waiting)
      done += count
      waiting += count
      if waiting == Self.pieceFrames { try flush() }
    }
  }

  func finish() throws(SinkError) {
    try flush()
    try writer.finish()
  }

  private func flush() throws(SinkError) {
    let piece = samples
    try writer.write(piece.span.extracting(..<(2 * waiting)))
    waiting = 0
  }
}

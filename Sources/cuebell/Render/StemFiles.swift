import ArgumentParser
import AudioMixing
import CueAudio
import Glibc
import HostSystem
import SoundFiles

/// The parts of a render, each in a WAV file of its own in floating point: their sum is the mix before the limiter.
final class StemFiles: StemSink {
  private var writers: [StemKind: SoundFileWriter] = [:]
  private let folder: String

  /// Starts `speech.wav`, `sounds.wav` and `bed.wav` in a folder, which is made if need be; at least `frames` frames
  /// will come.
  init(in folder: String, tags: SoundTags, frames: Int) throws {
    self.folder = folder
    let isMade = unsafe mkdir(folder, 0o777) == 0
    if isMade { UnfinishedFiles.add(folder: folder) }
    if !isMade, errno != EEXIST || !Self.isFolder(folder) {
      throw Exit.fail(Exit.cannotWrite, "\(folder): \(unsafe String(cString: strerror(errno)))")
    }
    do throws(SinkError) {
      for part in StemKind.allCases {
        writers[part] = try SoundFileWriter(
          path: Self.path(of: part, in: folder), format: .wavFloat, tags: tags, expectedFrames: frames)
      }
    } catch {
      writers = [:]
      if isMade { unsafe rmdir(folder) }
      UnfinishedFiles.forget(folder)
      throw Exit.fail(Exit.cannotWrite, error.explanation)
    }
  }

  /// The files that there will be in a folder.
  static func paths(in folder: String) -> [String] { StemKind.allCases.map { path(of: $0, in: folder) } }

  private static func path(of part: StemKind, in folder: String) -> String { "\(folder)/\(part.rawValue).wav" }

  private static func isFolder(_ path: String) -> Bool {
    let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 { close(folder) }
    return folder >= 0
  }

  /// Takes the next frames of a part.
  func write(_ part: StemKind, left: Span<Float>, right: Span<Float>) throws(SinkError) {
    guard let writer = writers[part] else { return }
    var pairs = [Float](repeating: 0, count: 2 * left.count)
    var span = pairs.mutableSpan
    SampleConversion.interleave(left: left, right: right, into: &span)
    try writer.write(pairs.span)
  }

  /// Finishes all files; before that, none exists under its final name.
  func finish() throws(SinkError) {
    for part in StemKind.allCases { try writers[part]?.finish() }
    UnfinishedFiles.forget(folder)
  }
}

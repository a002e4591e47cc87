package import AudioMixing
import Glibc
import HostSystem

/// Reads speech that a program has written as a WAV file.
package enum SpeechFile {
  private static let seconds = 20

  /// Reads the file, which stays open; `name` is its name in messages.
  ///
  /// A program that writes to a pipe doesn't know its sizes when it writes the header; the size of the file counts.
  package static func read(_ file: Int32, named name: String) throws(SoundFileError) -> SpokenAudio {
    correctSizes(of: file)
    let copy = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard copy >= 0 else { throw .unreadable(path: name, reason: "\(Errno.last)") }
    let reader = try SoundFileReader(copy, named: name)
    let rate = reader.info.sampleRate
    var samples: [Int16] = []
    _ = try reader.readAll { (left, right, count) throws(SoundFileError) in
      for frame in 0..<count { samples.append(sample((left[frame] + right[frame]) / 2)) }
      guard samples.count <= seconds * rate else {
        throw .refused(path: name, reason: "it is longer than \(seconds) s")
      }
    }
    return SpokenAudio(samples: samples, sampleRate: rate)
  }

  private static func sample(_ value: Float) -> Int16 {
    Int16(min(max((value * 32_768).rounded(), -32_768), 32_767))
  }

  /// Corrects the sizes in a WAV header that exceed the size of the file.
  private static func correctSizes(of file: Int32) {
    let size = SoundFileReader.size(of: file)
    let bytes = CodecIO(descriptor: file, length: size)
    let view = try? FormatWhitelist(size: size) { bytes.read(at: $0, count: $1) }.check()
    guard let start = view?.start, bytes.read(at: 0, count: 4).matches("RIFF", at: 0) else { return }
    // Each size precedes what it counts.
    for counted in [8, start] {
      let (left, place) = (size - counted, counted - 4)
      let stated = bytes.read(at: place, count: 4).number(at: 0, bytes: 4, bigEndian: false) ?? 0
      // Some programs write 0 for unknown sizes.
      guard stated > left || stated == 0 else { continue }
      _ = OutputWriter.write([UInt8](number: Int(UInt32(clamping: left)), bytes: 4), to: file, at: place)
    }
  }
}

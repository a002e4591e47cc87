package import AudioMixing
import Glibc
import HostSystem

/// Reads speech that a program has written as a WAV file.
package enum SpeechFile {
  /// The maximum length of the header in bytes.
  private static let header = 4_096
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
    var bytes = [UInt8](repeating: 0, count: header)
    let (count, size) = (unsafe pread(file, &bytes, header, 0), SoundFileReader.size(of: file))
    guard count >= 12, bytes.matches("RIFF", at: 0) else { return }
    func number(at place: Int) -> Int { bytes.number(at: place, bytes: 4, bigEndian: false) ?? 0 }
    func correct(at place: Int) {
      let left = UInt32(clamping: size - place - 4)
      // Some programs write 0 for unknown sizes.
      guard number(at: place) > Int(left) || number(at: place) == 0 else { return }
      _ = OutputWriter.write([UInt8](number: Int(left), bytes: 4), to: file, at: place)
    }
    correct(at: 4)
    var chunk = 12
    while chunk + 8 <= count {
      if bytes.matches("data", at: chunk) { return correct(at: chunk + 4) }
      chunk += 8 + (number(at: chunk + 4) + 1) / 2 * 2
    }
  }
}

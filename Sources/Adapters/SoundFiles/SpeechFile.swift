package import AudioMixing
import Glibc
import HostSystem

/// Reads speech that a program has written as a WAV file.
package enum SpeechFile {
  /// The maximum length of the header in bytes.
  private static let header = 4_096
  /// The maximum length of the speech in seconds.
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
    var left = [Float](repeating: 0, count: 4_096)
    var right = left
    while true {
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      let count = try reader.read(left: &leftSpan, right: &rightSpan)
      for frame in 0..<count { samples.append(sample((left[frame] + right[frame]) / 2)) }
      guard samples.count <= seconds * rate else {
        throw .refused(path: name, reason: "it is longer than \(seconds) s")
      }
      if count < left.count { return SpokenAudio(samples: samples, sampleRate: rate) }
    }
  }

  private static func sample(_ value: Float) -> Int16 {
    Int16(min(max((value * 32_768).rounded(), -32_768), 32_767))
  }

  /// Corrects the sizes in a WAV header that exceed the size of the file.
  private static func correctSizes(of file: Int32) {
    var bytes = [UInt8](repeating: 0, count: header)
    let (count, size) = (unsafe pread(file, &bytes, header, 0), SoundFileReader.size(of: file))
    guard count >= 12, bytes.starts(with: Array("RIFF".utf8)) else { return }
    func number(at place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
    func correct(at place: Int) {
      let left = UInt32(clamping: size - place - 4)
      // Some programs write 0 for unknown sizes.
      guard number(at: place) > Int(left) || number(at: place) == 0 else { return }
      _ = OutputWriter.write((0..<4).map { UInt8(truncatingIfNeeded: left >> (8 * $0)) }, to: file, at: place)
    }
    correct(at: 4)
    var chunk = 12
    while chunk + 8 <= count {
      if bytes[chunk..<chunk + 4].elementsEqual("data".utf8) { return correct(at: chunk + 4) }
      chunk += 8 + (number(at: chunk + 4) + 1) / 2 * 2
    }
  }
}

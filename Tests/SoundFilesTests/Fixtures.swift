import Foundation
import Testing

/// A folder of a test's own, gone when the test is.
final class ScratchFolder {
  let path: String

  init(in place: String = "/tmp") throws {
    var template = Array("\(place)/sound-files-XXXXXX".utf8CString)
    let made = unsafe mkdtemp(&template) != nil
    try #require(made)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  subscript(name: String) -> String { "\(path)/\(name)" }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }

  func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: self[name]))) }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: self[name]))
  }

  /// Runs a program of the system in this folder and returns what it prints.
  @discardableResult
  func run(_ words: [String]) throws -> String {
    try shell("cd \(quoted(path)) && \(words.map(quoted).joined(separator: " "))")
  }
}

/// Runs a line of shell and returns what it prints.
///
/// Not by Foundation's `Process`, whose end goes unnoticed when another child of the process outlives it.
@discardableResult
func shell(_ line: String) throws -> String {
  let stream = unsafe popen("exec 2>/dev/null </dev/null; " + line, "re")
  let isOpen = unsafe stream != nil
  try #require(isOpen)
  var text: [UInt8] = []
  while case let byte = unsafe getc(stream), byte != EOF { text.append(UInt8(byte)) }
  let status = unsafe pclose(stream)
  try #require(status == 0, "\(line) failed")
  return String(decoding: text, as: UTF8.self)
}

/// The word as the shell takes it.
func quoted(_ word: String) -> String { "'" + word.replacingOccurrences(of: "'", with: #"'\''"#) + "'" }

/// Stereo: two tones, a quarter of full scale, of 16 bits and interleaved.
func tones(frames: Int) -> [Int16] {
  (0..<frames).flatMap { frame -> [Int16] in
    let turn = 2 * Double.pi * Double(frame) / 48_000
    return [Int16(8_192 * sin(440 * turn)), Int16(8_192 * sin(660 * turn))]
  }
}

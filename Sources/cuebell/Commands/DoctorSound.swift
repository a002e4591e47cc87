import ArgumentParser
import AudioMixing
import CommandSupport
import FoundationEssentials

/// `doctor --sound`: plays on one side, on the other and louder, asks what is heard, and suggests fixes.
struct DoctorSound {
  /// The answers about the side of a bell.
  private enum SideAnswer: String, CaseIterable { case left, right, both, nowhere, again }

  /// The answers about the loudness of bells.
  private enum LevelAnswer: String, CaseIterable {
    case first = "1"
    case second = "2"
    case third = "3"
    case none, equal, again
  }

  /// The volumes of the bells, in dB; the last one is the normal level.
  private static let volumes = [-24, -12, 0]

  let device: String

  func run() throws {
    try Question.require("cuebell doctor --sound")
    let found = Diagnostic.audibility(opening: device, Settings(), ProcessInfo.processInfo.environment)
    guard let sound = found.first else { return }
    try sound.tell()
    guard sound.verdict == .ok else { throw ExitCode(1) }
    let trial = SoundTrial(device: device)
    do {
      let left = try side(of: "The first bell") { () throws(SinkError) in try trial.ring(on: .left) }
      let right = try side(of: "The second bell") { () throws(SinkError) in try trial.ring(on: .right) }
      let sides = Diagnostic.sides(left: left, right: right)
      try sides.tell()
      if sides.verdict == .problem { throw ExitCode(1) }
      try Diagnostic.loudness(try level(of: trial), settings: SettingsFile.path).tell()
    } catch let error as SinkError {
      throw Exit.fail(.unavailable, "No sound: \(error.explanation).")
    }
  }

  private func side(of name: String, _ ring: () throws(SinkError) -> Void) throws -> HeardSide {
    while true {
      try ring()
      let answer: SideAnswer = try Question.choose("\(name): where did you hear it?")
      if let side = HeardSide(rawValue: answer.rawValue) { return side }
    }
  }

  private func level(of trial: SoundTrial) throws -> HeardLevel {
    while true {
      try Streams.tell("Three bells, each louder than the one before.")
      try trial.ring(atDecibels: Self.volumes)
      let answer: LevelAnswer = try Question.choose("Which is the first that is loud enough to train with?")
      switch answer {
      case .first: return .enough(decibels: Self.volumes[0])
      case .second: return .enough(decibels: Self.volumes[1])
      case .third: return .enough(decibels: Self.volumes[2])
      case .none: return .none
      case .equal: return .equal
      case .again: continue
      }
    }
  }
}

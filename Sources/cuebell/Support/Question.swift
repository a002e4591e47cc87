import ArgumentParser
import CommandSupport
import Glibc
import HostSystem

enum Question {
  /// Whether somebody can read a question and type the answer.
  static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Ends a command that asks questions unless somebody can answer them.
  static func require(_ command: String) throws {
    guard !canBeAsked else { return }
    throw Exit.fail(.usage, "\(command) asks questions: run it in a terminal, without redirecting its input.")
  }

  /// The line that the user types after a prompt; `nil` at the end of the input.
  static func answer(to prompt: String) -> String? {
    // What was typed before the question is no answer to it.
    tcflush(STDIN_FILENO, TCIFLUSH)
    _ = OutputWriter.write(prompt, to: STDERR_FILENO)
    return readLine()
  }

  /// The line that the user types after a prompt; the end of the input ends the command.
  static func line(_ prompt: String) throws -> String {
    guard let answer = answer(to: prompt) else {
      _ = OutputWriter.write("\n", to: STDERR_FILENO)
      throw ExitCode.stoppedEarly
    }
    return answer.trimmingPrefix { $0.isWhitespace }.description
  }

  /// One of several answers, of which the user types the beginning; asks again until it is one.
  static func choose<Answer: RawRepresentable<String> & CaseIterable>(
    _ text: String, _: Answer.Type = Answer.self
  ) throws -> Answer {
    let names = Answer.allCases.map(\.rawValue).joined(separator: "/")
    while true {
      let typed = try line("\(text) [\(names)] ").lowercased()
      let chosen = Answer.allCases.first { !typed.isEmpty && $0.rawValue.hasPrefix(typed) }
      if let chosen { return chosen }
    }
  }
}

enum YesNo: String, CaseIterable { case yes, no }

enum YesNoAgain: String, CaseIterable { case yes, no, again }

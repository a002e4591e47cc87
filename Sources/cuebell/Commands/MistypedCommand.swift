import ArgumentParser
import StrictJSON
import WorkoutModel

/// Checks the name of the command before the parser does: for an unknown one the parser only reports an unexpected
/// argument.
enum MistypedCommand {
  static func check(_ words: [String]) throws {
    guard let word = words.first, !word.hasPrefix("-") else { return }
    let names = names(below: Cuebell.self) + ["help"]
    guard names.contains(word) else { throw ValidationError(try message(word, names)) }
    // A session's number may follow, whose absence is all that the parser would report.
    guard word == History._commandName, let second = words.dropFirst().first, !second.hasPrefix("-") else { return }
    let subcommands = Self.names(below: History.self)
    guard Int64(second) == nil, !subcommands.contains(second) else { return }
    let question = Suggestion.question(second, among: subcommands)
    throw ValidationError("history \(Excerpt.plain(second)): neither a session's number nor a command\(question)")
  }

  /// The suggestion for an unknown option that resembles one of the command; `nil` if there is none.
  static func option(in words: [String]) -> String? {
    let command = Cuebell.configuration.subcommands.first { $0._commandName == words.first } ?? Cuebell.self
    let help = Cuebell.helpMessage(for: command, columns: 1_000)
    let options = help.matches(of: /--[a-z][a-z-]*/).map { String($0.output) }
    for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
      let option = word.prefix { $0 != "=" }
      guard !options.contains(String(option)), let near = Suggestion.nearest(to: String(option), among: options) else {
        continue
      }
      return "Unknown option '\(Excerpt.plain(String(option)))'; did you mean '\(near)'?"
    }
    return nil
  }

  /// The advice to put a short form in quotes, whose words the shell has separated; `nil` if there is none.
  static func shortForm(in words: [String]) -> String? {
    let rest = words.dropFirst().prefix { !$0.hasPrefix("-") }
    let text = rest.joined(separator: " ")
    guard let command = words.first, rest.count > 1, (try? ShortForm(text)) != nil else { return nil }
    return "A short form with spaces needs quotes: cuebell \(command) \(ShellWord.quoted(text))"
  }

  private static func message(_ word: String, _ names: [String]) throws -> String {
    let problem = "There is no command \(Excerpt.quoted(word))"
    let isFile = word.contains("/") || word.hasSuffix(".json") || ShortForm.isMeant(by: word)
    if try isFile || WorkoutFolders([], SettingsFile.load()).entries().contains(where: { $0.name == word }) {
      return "\(problem). To play a workout: cuebell run \(ShellWord.quoted(word))"
    }
    let question = Suggestion.question(word, among: names, atMost: 3)
    return problem + (question.isEmpty ? "; see: cuebell help" : question)
  }

  private static func names(below command: any ParsableCommand.Type) -> [String] {
    command.configuration.subcommands.flatMap { [$0._commandName] + $0.configuration.aliases }
  }
}

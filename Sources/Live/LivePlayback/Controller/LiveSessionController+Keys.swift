import HostSystem
import SessionControl
import SessionReporting
import WorkoutEngine

extension LiveSessionController {
  /// Performs the command of a key; an unassigned key does nothing.
  mutating func perform(_ key: TerminalKey, _ session: LiveSession) {
    if jumpPrompt != nil { return answerPrompt(key, session) }
    let pressed: Character? =
      switch key {
      case .left: ControlVerb.arrows.left
      case .right: ControlVerb.arrows.right
      case .escape: nil
      case .character(let scalar): layouts.key(of: Character(scalar), hasFunction: Self.hasFunction)
      }
    switch pressed {
    case "?": if !terminal.toggleKeyHelp() { for line in KeyHelp.lines(terminal.words) { output.message(line) } }
    case "j": beginPrompt()
    case let key?: if let command = ControlCommand(key: key) { perform(command, session) }
    case nil: break
    }
  }

  private static func hasFunction(_ key: Character) -> Bool {
    ["?", "j"].contains(key) || ControlCommand(key: key) != nil
  }

  /// Performs the command of a key without an answer: the user sees its effect.
  private mutating func perform(_ command: ControlCommand, _ session: LiveSession) {
    let origin = ActionOrigin.from(.key, name: nil, seeing: seen.phase(for: command, at: clock.now()))
    perform(CommandRequest(command, by: origin) { _ in }, session)
  }

  // MARK: Jump prompt

  private mutating func beginPrompt() {
    jumpPrompt = ""
    if !showPrompt() { output.message(question) }
  }

  private var question: String { terminal.words["jumpTo"] }

  private mutating func showPrompt() -> Bool { terminal.showPrompt(jumpPrompt.map { "\(question) \($0)_" }) }

  private mutating func answerPrompt(_ key: TerminalKey, _ session: LiveSession) {
    guard var text = jumpPrompt else { return }
    switch key {
    case .escape: jumpPrompt = nil
    case .character("\n"), .character("\r"):
      jumpPrompt = nil
      jump(to: text, session)
    case .character("\u{7F}"), .character("\u{8}"):
      _ = text.popLast()
      jumpPrompt = text
    case .character(let character) where character.value >= 0x20 && text.count < 20:
      text.unicodeScalars.append(character)
      jumpPrompt = text
    default: break
    }
    _ = showPrompt()
  }

  private mutating func jump(to text: String, _ session: LiveSession) {
    let words = text.split(separator: " ").map(String.init)
    // A bare number is a set.
    let place = words.count == 1 && words.allSatisfy { Int($0) != nil } ? ["set"] + words : words
    if place.isEmpty { return }
    do throws(ControlError) {
      guard case .perform(let command)? = try ControlRequest.read(words: ["jump"] + place)?.kind else { return }
      perform(command, session)
    } catch {
      // The places that there are say more than what is wrong with this one.
      show("\(text)? \(question)")
    }
  }
}

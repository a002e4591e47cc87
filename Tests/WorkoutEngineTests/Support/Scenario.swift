import Foundation
import Testing
import WorkoutEngine
import WorkoutModel

/// What a host does with a session.
enum Step {
  /// Wakes at every deadline up to then, and sends an action.
  case at(Double, Action)
  /// Wakes at every deadline up to then.
  case to(Double)
  /// Sleeps until then, whatever falls due meanwhile, and sends an action.
  case late(Double, Action = .tick)
  /// Renders up to then in one block, whose sounds can begin from `from` on.
  case block(from: Double, to: Double, Action = .tick)
  /// Learns how many seconds a phrase lasts.
  case learns(String, Double)
  /// Takes the session up again from its log.
  case replayed
}

/// Runs `steps` and compares what the session did with `score`: an event, an effect or a change of the state that the
/// score doesn't mention fails the test, and so does one that doesn't occur.
///
/// A score has an entry for each instant at which something happens. Indented lines continue the entry before.
///
///     5 playing -> fadingOut 1.5 to paused(user); pause ! bed pause 1.5, journal =
///         timer stops, bed 1.0 to 0.0 over 1.5
///     6.5@5 fadingOut -> paused(user); paused at 5 by user
///     8@5/20 phase Rest 1/2 (low) 8-13; skip; position 20 ! journal
///
/// An entry begins with the session time in seconds. After `@` is the active time where it differs, and after `/` the
/// place in the plan where that differs from the active time. Events are separated by `;`. `!` precedes the effects,
/// which the host carries out, and `=` the changes of the state that no event reports. A phase has its set, intensity,
/// start and end; a cue its `[sound]`, its `"words"`, and its outcome, times and set where they aren't the usual ones.
///
/// A test that fails prints the entries as they are now. `UPDATE_GOLDEN` rewrites golden files, not scores.
///
/// - Parameters:
///   - workout: Every phrase in it lasts a second.
///   - policies: The user's choices.
///   - beginning: The session has begun at 0 and run up to this second before the score begins; `nil` for one that
///     hasn't been started. What happens up to then is the subject of another score.
///   - steps: What the host does, in order.
///   - parts: What the score shows. Other events, effects and changes are not compared; an entry that has nothing else
///     is left out.
///   - score: The expected entries.
///   - sourceLocation: Where a difference is reported.
/// - Throws: What is wrong with the workout or with what was stored.
func expectScore(
  of workout: Workout, policies: Policies = Policies(), from beginning: Double?, _ steps: [Step],
  showing parts: ScoreParts = .all, score: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var harness = try EngineHarness(unstarted: workout, policies: policies, isTranscribed: true)
  if let beginning {
    harness.send(.start, at: 0)
    harness.send(.prepared, at: 0)
    harness.run(to: beginning)
  }
  let heard = harness.transcript.entries.count
  harness = try harness.performing(steps)
  let got = harness.transcript.entries.dropFirst(heard).compactMap { $0.text(showing: parts) }
  let wanted = entries(of: score)
  guard got != wanted else { return }
  let now = got.map(wrapped).joined(separator: "\n")
  Issue.record("\(difference(wanted, got))\nAs it is now:\n\(now)", sourceLocation: sourceLocation)
}

/// The same with the steps one by one.
func expectScore(
  of workout: Workout, policies: Policies = Policies(), from beginning: Double?, _ steps: Step...,
  showing parts: ScoreParts = .all, score: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try expectScore(
    of: workout, policies: policies, from: beginning, steps, showing: parts, score: score,
    sourceLocation: sourceLocation)
}

/// Joins lines that are indented with the one before; how a score is broken into lines is the reader's affair.
private func entries(of score: String) -> [String] {
  var entries: [String] = []
  for line in score.split(separator: "\n") {
    let words = line.split(separator: " ").joined(separator: " ")
    if line.hasPrefix(" "), let last = entries.indices.last {
      entries[last] += " \(words)"
    } else {
      entries.append(words)
    }
  }
  return entries
}

private func difference(_ wanted: [String], _ got: [String]) -> String {
  let changes = got.difference(from: wanted).map { change in
    switch change {
    case .remove(let offset, let line, _): (offset, 0, "- \(line)")
    case .insert(let offset, let line, _): (offset, 1, "+ \(line)")
    }
  }
  return changes.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2).joined(separator: "\n")
}

/// An entry broken into lines that fit a test.
private func wrapped(_ entry: String) -> String {
  var lines = [""]
  for word in entry.split(separator: " ") {
    if lines[lines.count - 1].count + word.count > 106 { lines.append("   ") }
    lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
  }
  return lines.joined(separator: "\n")
}

extension EngineHarness {
  /// The session after more steps.
  func performing(_ steps: [Step]) throws -> EngineHarness {
    var harness = self
    for step in steps { try harness.perform(step) }
    return harness
  }

  fileprivate mutating func perform(_ step: Step) throws {
    switch step {
    case .at(let seconds, let action):
      run(to: seconds)
      send(action, at: seconds)
    case .to(let seconds): run(to: seconds)
    case .late(let seconds, let action): send(action, at: seconds)
    case .block(let from, let to, let action): send(action, at: to, soundsFrom: from)
    case .learns(let text, let seconds):
      updateDurations { $0.record(Phrase(text), length: .milliseconds(Int(seconds * 1000))) }
    case .replayed: try replay()
    }
  }
}

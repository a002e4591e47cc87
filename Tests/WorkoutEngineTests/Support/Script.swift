import TestSupport
import WorkoutEngine
import WorkoutModel

/// A random session: actions at random instants, on whatever clock they are played.
struct Script {
  struct Step {
    let action: Action
    let at: Duration
    /// From when on a sound could begin, as long before `at` as the host's block is long.
    let soundsFrom: Duration
    /// The machine slept from then on until `at`, so the host can't have been awake in between.
    let asleepFrom: Duration
  }

  private(set) var steps: [Step] = []
  let policies: Policies

  /// The script of a seed, the same in every run.
  ///
  /// - Parameters:
  ///   - seed: Two scripts of one seed are the same.
  ///   - moving: Whether the user moves in the plan.
  ///   - measuring: Whether a heart rate is measured, for some time and then not.
  init(seed: UInt64, moving: Bool = true, measuring: Bool = false) {
    var random = SplitMix64(seed: seed)
    policies = Policies(
      input: random.below(2) == 0 ? .reverse : .gate,
      whenSuspended: [.continue, .freeze, .pauseIfOver(.seconds(2))][random.below(3)])
    add(.start, after: .zero, &random)
    add(.prepared, after: .milliseconds(random.below(2001)), &random)
    for _ in 0...random.below(14) {
      // Instants that no cue lies on, but some that lie close together.
      let wait = Duration.nanoseconds((1 + random.below(12_000)) * 1_000_001)
      add(Self.action(&random, wait, moving), after: wait, &random)
      guard measuring else { continue }
      let rate = 100 + random.below(80)
      for _ in 0..<random.below(5) {
        add(.measure(.heartRate, rate, from: nil), after: .milliseconds(1 + random.below(5000)), &random)
      }
    }
    add(.tick, after: .seconds(200), &random)
  }

  private mutating func add(_ action: Action, after wait: Duration, _ random: inout SplitMix64) {
    let last = steps.last?.at ?? .zero
    let block = Duration.nanoseconds(random.below(3) == 0 ? random.below(400_000_000) : 0)
    let asleep = if case .suspended(let gap) = action { gap } else { Duration.zero }
    let at = last + wait
    steps.append(Step(action: action, at: at, soundsFrom: max(last, at - block), asleepFrom: at - asleep))
  }

  /// What a synthesiser may fail at.
  private static let texts = ["3", "Work", "Set 1 completing in", "Rest"]

  /// An action after a wait, in which the machine may have slept.
  private static func action(_ random: inout SplitMix64, _ wait: Duration, _ moving: Bool) -> Action {
    var actions: [Action] = [
      .pause, .resume, .toggle, .stop, .abort, .setVolume(-6), .lifecycle(.background), .lifecycle(.active),
      .interruptionBegan, .interruptionEnded(shouldResume: true), .interruptionEnded(shouldResume: false), .audioLost,
      .audioRestored, .say(random.below(2) == 0 ? nil : "Elbows in"),
      .suspended(gap: .nanoseconds(1 + random.below(wait.wholeNanoseconds))),
      .speechFailed(Phrase(texts[random.below(texts.count)]), reason: "test"),
    ]
    let moves: [Action] = [
      .skip, .back, .restartPhase, .done, .undo, .redo, .extend(by: .seconds(15)), .extend(by: .seconds(-5)),
      .jump(to: .seconds(random.below(81))), .jumpToSet(1 + random.below(3)),
      .seek(by: .seconds(random.below(21) - 10)),
    ]
    if moving { actions += moves }
    let picked = actions[random.below(actions.count)]
    // What ends the session ends most of what is worth seeing, so it is rare.
    return (picked == .stop || picked == .abort) && random.below(4) > 0 ? .toggle : picked
  }
}

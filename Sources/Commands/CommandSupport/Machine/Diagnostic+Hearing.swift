package enum HeardSide: String, CaseIterable, Sendable {
  case left, right, both, nowhere

  fileprivate var place: String {
    switch self {
    case .left, .right: "on the \(rawValue)"
    case .both: "on both sides"
    case .nowhere: "nowhere"
    }
  }
}

/// Which of several sounds, each louder than the one before, a user finds loud enough.
package enum HeardLevel: Equatable, Sendable {
  /// This one, with its volume in dB.
  case enough(decibels: Int)
  /// None, though the last has the normal level.
  case none
  case equal
}

extension Diagnostic {
  /// Whether the sides are right: where the user hears what is played on the left alone, and on the right alone.
  package static func sides(left: HeardSide, right: HeardSide) -> Diagnostic {
    switch (left, right) {
    case (.left, .right): .ok("sides", "left and right are where they belong")
    case (.both, .both): .ok("sides", "both sides come from one place, which is enough for workouts")
    case (.right, .left):
      .warning(
        "sides", "left and right are swapped", fix: "swap the plugs of the speakers, or turn the headphones round")
    case (.nowhere, .nowhere): .problem("sides", "the device plays, but nothing is heard", fix: muted)
    case (.nowhere, _), (_, .nowhere):
      .warning(
        "sides", "nothing is heard of the \(left == .nowhere ? "left" : "right") side",
        fix: "check its plug, and the balance: alsamixer, or pactl set-sink-volume @DEFAULT_SINK@ 100%")
    default:
      .warning(
        "sides", "the left side is heard \(left.place), the right one \(right.place)",
        fix: "check the plugs of the speakers, and effects such as surround sound in the sound server")
    }
  }

  package static func loudness(_ level: HeardLevel, settings: String?) -> Diagnostic {
    switch level {
    case .enough(decibels: 0): .ok("loudness", "the normal level is right")
    case .enough(let decibels):
      .ok(
        "loudness",
        "\(decibels) dB is loud enough; to keep it: \"volume\": \(decibels) in \(settings ?? "the settings file")")
    case .none:
      .warning(
        "loudness", "the normal level is too quiet",
        fix: "turn up the device: alsamixer, or pactl set-sink-volume @DEFAULT_SINK@ 100%; then add up to 12 dB: "
          + "cuebell run FILE --volume 6")
    case .equal:
      .warning(
        "loudness", "quiet and loud sound alike",
        fix: "turn off the levelling (\"night mode\", \"loudness\") of the speaker, the television or the sound server")
    }
  }

  private static let muted =
    "unmute the device and turn it up: alsamixer (M), or pactl set-sink-mute @DEFAULT_SINK@ 0; "
    + "or choose another: cuebell devices, then cuebell run FILE --device NAME"
}

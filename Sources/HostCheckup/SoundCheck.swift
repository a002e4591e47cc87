import Glibc

/// Whether the device opens that workouts are heard on, and if not, why.
public struct SoundCheck: Equatable, Sendable {
  /// What came of opening it.
  public enum Attempt: Equatable, Sendable {
    /// It opens, with blocks and a buffer of so many milliseconds.
    case opens(block: Int, buffer: Int)
    /// It opens and can't be played on, and why.
    case unusable(String)
    /// The number of the system's error, what that means, and what the sound system said on the way, first word first.
    case refused(code: Int32, meaning: String, remarks: [String])
  }

  /// The device, as ALSA names it.
  public var device: String
  /// What came of opening it.
  public var attempt: Attempt
  /// What there is beside the device.
  public var surroundings: SoundSurroundings

  /// A look at `device`.
  public init(device: String, attempt: Attempt, surroundings: SoundSurroundings) {
    self.device = device
    self.attempt = attempt
    self.surroundings = surroundings
  }

  /// The judgement: no sound is no more than a warning, for workouts keep time without it and render into files.
  public var finding: Finding {
    switch attempt {
    case .opens(let block, let buffer):
      return .ok("sound", "the ALSA device \"\(device)\" opens, with blocks of \(block) ms in a buffer of \(buffer) ms")
    case .unusable(let reason):
      return .warning(
        "sound", "nothing is heard on the ALSA device \"\(device)\": \(reason); workouts keep time in silence",
        cure: surroundings.hasServer ? Self.wake : Self.another)
    case .refused(let code, let meaning, let remarks):
      let remark = remarks.first.map { " (\($0))" } ?? ""
      return .warning(
        "sound", "the ALSA device \"\(device)\" doesn't open: \(meaning)\(remark); workouts keep time in silence",
        cure: cure(code, remarks))
    }
  }

  private func cure(_ code: Int32, _ remarks: [String]) -> String {
    if let package = Self.package(missingBy: remarks) { return "apt-get install \(package)" }
    switch code {
    case EBUSY: return "end the program that plays (fuser -v /dev/snd/*), or have both play through a sound server"
    case ECONNREFUSED: return "start the sound server: systemctl --user start pipewire-pulse, or: pulseaudio --start"
    case ETIMEDOUT: return ServerCheck.restart
    default: break
    }
    if !surroundings.lockedNodes.isEmpty || code == EACCES || code == EPERM {
      return "let this user play: sudo usermod -aG audio \"$USER\", then log in again"
    }
    if let file = surroundings.configurations.first {
      return "see to it that \(file) names a device of this machine; cuebell devices lists them"
    }
    if !surroundings.cards.isEmpty { return Self.another }
    if surroundings.hasServer { return "send ALSA's sound to the sound server: apt-get install \(Self.bridges)" }
    return "plug a sound card in; or make files: cuebell render FILE -o workout.flac; "
      + "or send the sound elsewhere: cuebell run FILE --fifo PATH"
  }

  private static let another = "choose another: cuebell devices, then cuebell run FILE --device NAME"

  /// The cure for a server that takes no sound: what it plays to is asleep, or it hangs.
  private static let wake =
    "wake what the sound server plays to: pactl suspend-sink @DEFAULT_SINK@ 0, or choose another there; or "
    + ServerCheck.restart

  private static let bridges = "pipewire-alsa, or libasound2-plugins for PulseAudio"

  /// The package with the plugin that alsa-lib looked for in vain.
  private static func package(missingBy remarks: [String]) -> String? {
    let mark = "libasound_module_pcm_"
    guard let remark = remarks.first(where: { $0.contains(mark) }) else { return nil }
    return remark.contains(mark + "pipewire") ? "pipewire-alsa" : "libasound2-plugins"
  }
}

/// What there is on a machine that has to do with sound.
public struct SoundSurroundings: Equatable, Sendable {
  /// The cards by name.
  public var cards: [String]
  /// The cards' device files that this user may not open.
  public var lockedNodes: [String]
  /// The files beside the system's own that tell ALSA what its devices are.
  public var configurations: [String]
  /// Whether a sound server answers.
  public var hasServer: Bool

  /// What there is.
  public init(cards: [String] = [], lockedNodes: [String] = [], configurations: [String] = [], hasServer: Bool = false)
  {
    self.cards = cards
    self.lockedNodes = lockedNodes
    self.configurations = configurations
    self.hasServer = hasServer
  }

  /// What to tell who looks for a device among `count` that are listed, where none is heard; `nil` where one may be.
  public func advice(among count: Int) -> String? {
    if cards.isEmpty, !hasServer {
      return "Nothing is heard here: no sound card was found and no sound server answers; see: cuebell doctor"
    }
    return count == 0 ? "ALSA's configuration names no device; see: cuebell doctor" : nil
  }
}

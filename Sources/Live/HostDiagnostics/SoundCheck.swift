import Glibc

/// Whether the device opens that workouts are heard on, and if not, why.
public struct SoundCheck: Equatable, Sendable {
  /// What came of opening it.
  public enum Attempt: Equatable, Sendable {
    /// It opens; the lengths of a block and of the buffer, in milliseconds.
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
  public var surroundings: AudioEnvironment

  /// A look at `device`.
  public init(device: String, attempt: Attempt, surroundings: AudioEnvironment) {
    self.device = device
    self.attempt = attempt
    self.surroundings = surroundings
  }

  /// The judgement: no sound is no more than a warning, for workouts keep time without it and render into files.
  public var finding: Diagnostic {
    switch attempt {
    case .opens(let block, let buffer):
      return .ok("sound", "the ALSA device \"\(device)\" opens, with blocks of \(block) ms in a buffer of \(buffer) ms")
    case .unusable(let reason):
      return .warning(
        "sound", "nothing is heard on the ALSA device \"\(device)\": \(reason); workouts keep time in silence",
        fix: surroundings.hasServer ? Self.wake : Self.another)
    case .refused(let code, let meaning, let remarks):
      let remark = remarks.first.map { " (\($0))" } ?? ""
      return .warning(
        "sound", "the ALSA device \"\(device)\" doesn't open: \(meaning)\(remark); workouts keep time in silence",
        fix: fix(code, remarks))
    }
  }

  private func fix(_ code: Int32, _ remarks: [String]) -> String {
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

  /// The fix for a server that takes no sound: its device is asleep, or it hangs.
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
public struct AudioEnvironment: Equatable, Sendable {
  /// The cards by name.
  public var cards: [String]
  /// The cards' device files that this user may not open.
  public var lockedNodes: [String]
  /// The files beside the system's own that configure ALSA's devices.
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

  /// The advice for a user who looks for a device among `count` that are listed, where none is heard; `nil` if one
  /// may be.
  public func advice(among count: Int) -> String? {
    if cards.isEmpty, !hasServer {
      return "Nothing is heard here: no sound card was found and no sound server answers; see: cuebell doctor"
    }
    return count == 0 ? "ALSA's configuration names no device; see: cuebell doctor" : nil
  }
}

extension AudioEnvironment {
  /// Looks round on this machine; whether a server answers is known already.
  public static func probe(_ environment: [String: String], hasServer: Bool) -> AudioEnvironment {
    let nodes = TextFile.names(in: "/dev/snd").filter { $0.hasPrefix("pcm") && $0.hasSuffix("p") }
    return AudioEnvironment(
      cards: cards(in: TextFile.read("/proc/asound/cards") ?? ""),
      lockedNodes: nodes.map { "/dev/snd/" + $0 }.filter { unsafe access($0, R_OK | W_OK) != 0 },
      configurations: configurations(environment) { unsafe access($0, F_OK) == 0 }, hasServer: hasServer)
  }

  /// The names in the kernel's list of cards, which has two lines for each: ` 0 [PCH ]: HDA-Intel - HDA Intel PCH`.
  package static func cards(in list: String) -> [String] {
    list.split(separator: "\n").compactMap { line in
      guard let bracket = line.firstIndex(of: "["), line[..<bracket].contains(where: \.isNumber),
        let name = line.firstRange(of: " - ")
      else { return nil }
      return String(line[name.upperBound...])
    }
  }

  /// Where the user or the administrator may have said what the devices are.
  package static func configurations(_ environment: [String: String], exists: (String) -> Bool) -> [String] {
    let own = environment["ALSA_CONFIG_PATH"].map { $0.split(separator: ":").map(String.init) } ?? []
    let home = environment["HOME"] ?? ""
    let settings = environment["XDG_CONFIG_HOME"] ?? home + "/.config"
    // A file that the environment names is meant, whether it is there or not.
    return own + [home + "/.asoundrc", settings + "/alsa/asoundrc", "/etc/asound.conf"].filter(exists)
  }
}

import Glibc
import HostSystem

/// Checks whether the output device can be opened, and if not, why.
public struct SoundCheck: Equatable, Sendable {
  /// The result of opening a device.
  public enum Attempt: Equatable, Sendable {
    /// It can be opened; the lengths of a block and of the buffer, in milliseconds.
    case opens(block: Int, buffer: Int)
    /// It can be opened but not played on, with the reason.
    case unusable(String)
    /// The system's error number, its meaning, and the messages of the sound system, the first one first.
    case refused(code: Int32, meaning: String, remarks: [String])
  }

  /// The ALSA name of the device.
  public var device: String
  /// The result of opening it.
  public var attempt: Attempt
  /// The rest of the machine's audio environment.
  public var environment: AudioEnvironment

  /// A check of a device.
  public init(device: String, attempt: Attempt, environment: AudioEnvironment) {
    self.device = device
    self.attempt = attempt
    self.environment = environment
  }

  /// The diagnostic: missing sound is only a warning, because workouts keep time without it and can be rendered to
  /// files.
  public var diagnostic: Diagnostic {
    switch attempt {
    case .opens(let block, let buffer):
      return .ok("sound", "the ALSA device \"\(device)\" opens, with blocks of \(block) ms in a buffer of \(buffer) ms")
    case .unusable(let reason):
      return .warning(
        "sound", "there is no sound on the ALSA device \"\(device)\": \(reason); workouts keep time in silence",
        fix: environment.hasServer ? Self.wake : Self.another)
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
    case EBUSY: return "stop the program that uses it (fuser -v /dev/snd/*), or let both play through a sound server"
    case ECONNREFUSED: return "start the sound server: systemctl --user start pipewire-pulse, or: pulseaudio --start"
    case ETIMEDOUT: return ServerCheck.restart
    default: break
    }
    if !environment.lockedNodes.isEmpty || code == EACCES || code == EPERM {
      return "give this user access: sudo usermod -aG audio \"$USER\", then log in again"
    }
    if let file = environment.configurations.first {
      return "make sure that \(file) names a device of this machine; cuebell devices lists them"
    }
    if !environment.cards.isEmpty { return Self.another }
    if environment.hasServer { return "connect ALSA to the sound server: apt-get install \(Self.bridges)" }
    return "connect a sound card; or write files: cuebell render FILE -o workout.flac; "
      + "or send the sound elsewhere: cuebell run FILE --fifo PATH"
  }

  private static let another = "choose another: cuebell devices, then cuebell run FILE --device NAME"

  /// The fix for a server that accepts no sound: its device is suspended, or it hangs.
  private static let wake =
    "wake the sound server's output: pactl suspend-sink @DEFAULT_SINK@ 0, or choose another output there; or "
    + ServerCheck.restart

  private static let bridges = "pipewire-alsa, or libasound2-plugins for PulseAudio"

  /// The package with a plugin that alsa-lib did not find.
  private static func package(missingBy remarks: [String]) -> String? {
    let mark = "libasound_module_pcm_"
    guard let remark = remarks.first(where: { $0.contains(mark) }) else { return nil }
    return remark.contains(mark + "pipewire") ? "pipewire-alsa" : "libasound2-plugins"
  }
}

/// The audio environment of a machine.
public struct AudioEnvironment: Equatable, Sendable {
  /// The cards by name.
  public var cards: [String]
  /// The device files of the cards that this user may not open.
  public var lockedNodes: [String]
  /// The files, other than the system's own, that configure ALSA's devices.
  public var configurations: [String]
  /// Whether a sound server answers.
  public var hasServer: Bool

  /// An audio environment.
  public init(cards: [String] = [], lockedNodes: [String] = [], configurations: [String] = [], hasServer: Bool = false)
  {
    self.cards = cards
    self.lockedNodes = lockedNodes
    self.configurations = configurations
    self.hasServer = hasServer
  }

  /// The advice for a user who looks for a device among `count` listed ones, if none is audible; `nil` if one may be.
  public func advice(among count: Int) -> String? {
    if cards.isEmpty, !hasServer {
      return "There is no sound here: no sound card was found and no sound server answers; see: cuebell doctor"
    }
    return count == 0 ? "ALSA's configuration names no device; see: cuebell doctor" : nil
  }
}

extension AudioEnvironment {
  /// Reads the audio environment of this machine; the caller knows whether a server answers.
  public static func probe(_ environment: [String: String], hasServer: Bool) -> AudioEnvironment {
    let nodes = FolderNames.list("/dev/snd").filter { $0.hasPrefix("pcm") && $0.hasSuffix("p") }
    return AudioEnvironment(
      cards: cards(in: RegularFile.text(of: "/proc/asound/cards") ?? ""),
      lockedNodes: nodes.map { "/dev/snd/" + $0 }.filter { unsafe access($0, R_OK | W_OK) != 0 },
      configurations: configurations(environment) { unsafe access($0, F_OK) == 0 }, hasServer: hasServer)
  }

  /// The names in the kernel's list of cards, which has two lines for each card: ` 0 [PCH ]: HDA-Intel - HDA Intel
  /// PCH`.
  package static func cards(in list: String) -> [String] {
    list.split(separator: "\n").compactMap { line in
      guard let bracket = line.firstIndex(of: "["), line[..<bracket].contains(where: \.isNumber),
        let name = line.firstRange(of: " - ")
      else { return nil }
      return String(line[name.upperBound...])
    }
  }

  /// The files in which the user or the administrator may configure devices.
  package static func configurations(_ environment: [String: String], exists: (String) -> Bool) -> [String] {
    let own = environment["ALSA_CONFIG_PATH"].map { $0.split(separator: ":").map(String.init) } ?? []
    let files = [
      environment["HOME"].map { $0 + "/.asoundrc" }, UserFolders(environment).config.map { $0 + "/alsa/asoundrc" },
      "/etc/asound.conf",
    ]
    // A file that the environment names counts, even if it doesn't exist.
    return own + files.compactMap(\.self).filter(exists)
  }
}

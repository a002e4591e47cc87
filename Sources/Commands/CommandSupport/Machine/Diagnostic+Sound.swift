import Glibc
import HostSystem

/// The result of opening an output device.
package enum SoundAttempt: Equatable, Sendable {
  /// It can be opened; the lengths of a block and of the buffer, in milliseconds.
  case opens(block: Int, buffer: Int)
  /// It can be opened but not played on, with the reason.
  case unusable(String)
  /// The system's error number, its meaning, and the messages of the sound system, the first one first.
  case refused(code: Int32, meaning: String, remarks: [String])
}

extension Diagnostic {
  /// Whether the ALSA device can be opened, and if not, why; missing sound is only a warning, because workouts keep
  /// time without it and can be rendered to files.
  package static func sound(_ device: String, _ attempt: SoundAttempt, _ environment: AudioEnvironment) -> Diagnostic {
    switch attempt {
    case .opens(let block, let buffer):
      .ok("sound", "the ALSA device \"\(device)\" opens, with blocks of \(block) ms in a buffer of \(buffer) ms")
    case .unusable(let reason):
      .warning(
        "sound", "there is no sound on the ALSA device \"\(device)\": \(reason); workouts keep time in silence",
        fix: environment.hasServer ? wake : another)
    case .refused(let code, let meaning, let remarks):
      .warning(
        "sound",
        "the ALSA device \"\(device)\" doesn't open: \(meaning)\(remarks.first.map { " (\($0))" } ?? "")"
          + "; workouts keep time in silence",
        fix: fix(code, remarks, environment))
    }
  }

  private static func fix(_ code: Int32, _ remarks: [String], _ environment: AudioEnvironment) -> String {
    if let package = package(missingBy: remarks) { return "apt-get install \(package)" }
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
    if !environment.cards.isEmpty { return another }
    if environment.hasServer { return "connect ALSA to the sound server: apt-get install \(bridges)" }
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

package struct AudioEnvironment: Equatable, Sendable {
  package var cards: [String]
  /// The device files of the cards that this user may not open.
  package var lockedNodes: [String]
  /// The files, other than the system's own, that configure ALSA's devices.
  package var configurations: [String]
  package var hasServer: Bool

  package init(
    cards: [String] = [], lockedNodes: [String] = [], configurations: [String] = [], hasServer: Bool = false
  ) {
    self.cards = cards
    self.lockedNodes = lockedNodes
    self.configurations = configurations
    self.hasServer = hasServer
  }

  /// The advice for a user who looks for a device among `count` listed ones, if none is audible; `nil` if one may be.
  package func advice(among count: Int) -> String? {
    if cards.isEmpty, !hasServer {
      return "There is no sound here: no sound card was found and no sound server answers; see: cuebell doctor"
    }
    return count == 0 ? "ALSA's configuration names no device; see: cuebell doctor" : nil
  }
}

extension AudioEnvironment {
  /// Reads the audio environment of this machine; the caller knows whether a server answers.
  package static func probe(_ environment: [String: String], hasServer: Bool) -> AudioEnvironment {
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

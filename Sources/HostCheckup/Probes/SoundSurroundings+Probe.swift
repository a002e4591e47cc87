import Glibc

extension SoundSurroundings {
  /// Looks round on this machine; whether a server answers is known already.
  public static func probe(_ environment: [String: String], hasServer: Bool) -> SoundSurroundings {
    let nodes = TextFile.names(in: "/dev/snd").filter { $0.hasPrefix("pcm") && $0.hasSuffix("p") }
    return SoundSurroundings(
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

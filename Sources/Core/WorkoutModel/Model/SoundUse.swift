import StrictJSON

/// A reference to a sound in a workout.
public struct SoundUse: Equatable, Sendable {
  /// How the sound is used.
  public enum Role: Equatable, Sendable {
    case cue, bed, track
  }

  /// The path of the name in the file.
  public let path: FieldPath
  /// A built-in sound or bed, a name from `Workout.sounds`, or a path.
  public let name: String
  /// Whether it is a cue, a bed or a track.
  public let role: Role
}

extension Workout {
  /// All references to sounds, in the order of the file.
  public var soundUses: [SoundUse] {
    var uses: [SoundUse] = []
    if let ambient {
      uses.append(SoundUse(path: FieldPath.root.key("ambient").key("sound"), name: ambient.sound, role: .bed))
    }
    uses += Self.uses(in: cues, at: FieldPath.root.key("cues"))
    uses += Self.uses(in: nodes, at: FieldPath.root.key("phases"))
    // Sounds of the style that the workout replaces.
    let replaced = Set(style.rules.compactMap { $0.sound?.name }).intersection(sounds.keys).sorted()
    let path = FieldPath.root.key("sounds")
    uses += replaced.map { SoundUse(path: path.key($0), name: $0, role: .cue) }
    return uses
  }

  private static func uses(in nodes: [Node], at path: FieldPath) -> [SoundUse] {
    nodes.enumerated().flatMap { index, node in
      let path = path.index(index)
      switch node {
      case .phase(let phase):
        var uses = Self.uses(in: phase.cues, at: path.key("cues"))
        if case .bed(let bed) = phase.ambient {
          uses.append(SoundUse(path: path.key("ambient").key("sound"), name: bed.sound, role: .bed))
        }
        if let track = phase.track { uses.append(SoundUse(path: path.key("track"), name: track, role: .track)) }
        let tempo = (phase.tempo?.cues ?? []).compactMap(\.sound)
        uses += tempo.map { SoundUse(path: path.key("tempo"), name: $0.name, role: .cue) }
        return uses + Self.use(of: phase.metronome, at: path)
      case .group(let group):
        return Self.uses(in: group.cues, at: path.key("cues")) + Self.use(of: group.metronome, at: path)
          + Self.uses(in: group.nodes, at: path.key("phases"))
      }
    }
  }

  /// A beat is played like a cue.
  private static func use(of metronome: Metronome?, at path: FieldPath) -> [SoundUse] {
    metronome.map { [SoundUse(path: path.key("metronome").key("sound"), name: $0.sound, role: .cue)] } ?? []
  }

  private static func uses(in rules: [CueRule], at path: FieldPath) -> [SoundUse] {
    rules.enumerated().compactMap { index, rule in
      rule.sound.map { SoundUse(path: path.index(index).key("sound"), name: $0.name, role: .cue) }
    }
  }
}

/// Validates relative paths, such as those of sound files.
package enum SoundPath {
  /// The error in a path, or `nil` if it stays within its folder and is portable.
  ///
  /// Components are separated by `/` and consist of ASCII letters, digits, `.`, `_`, `-` and inner spaces. `owner`
  /// names the kind of file that contains the path.
  package static func complaint(about path: String, relativeTo owner: String = "workout") -> String? {
    let shown = Excerpt.quoted(path)
    if path.isEmpty { return "must not be empty" }
    if path.unicodeScalars.count > Limits.textLength {
      return Complaint.length(Limits.text, is: path.unicodeScalars.count)
    }
    if path.hasPrefix("/") { return "\(shown) is an absolute path: write it relative to the \(owner) file" }
    if path.contains("\\") { return "\(shown): write \"/\" between folders" }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    if segments.contains("..") { return "\(shown) leaves the folder of the \(owner) file: \"..\" is not allowed" }
    if segments.contains("") || segments.contains(".") { return "\(shown) has an empty or \".\" part" }
    let isPlain = segments.allSatisfy { segment in
      segment.first != " " && segment.last != " " && segment.unicodeScalars.allSatisfy(isAllowed)
    }
    if isPlain { return nil }
    return "\(shown): a file's name may have the letters a to z, digits, \".\", \"_\", \"-\" and, within, spaces"
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-", " ": true
    default: false
    }
  }
}

/// A place in a workout that names a sound.
public struct SoundUse: Equatable, Sendable {
  /// What the sound is used as.
  public enum Role: Equatable, Sendable {
    case cue, bed, track
  }

  /// Where the name stands.
  public let path: FieldPath
  /// A built-in sound or bed, a name from `Workout.sounds`, or a path.
  public let name: String
  /// What is played there: a cue, a bed or a track.
  public let role: Role
}

extension Workout {
  /// Every place that names a sound, in the order of the file.
  public var soundUses: [SoundUse] {
    var uses: [SoundUse] = []
    if let ambient {
      uses.append(SoundUse(path: FieldPath.root.key("ambient").key("sound"), name: ambient.sound, role: .bed))
    }
    uses += Self.uses(in: cues, at: FieldPath.root.key("cues"))
    uses += Self.uses(in: nodes, at: FieldPath.root.key("phases"))
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
        return uses
      case .group(let group):
        return Self.uses(in: group.cues, at: path.key("cues")) + Self.uses(in: group.nodes, at: path.key("phases"))
      }
    }
  }

  private static func uses(in rules: [CueRule], at path: FieldPath) -> [SoundUse] {
    rules.enumerated().compactMap { index, rule in
      rule.sound.map { SoundUse(path: path.index(index).key("sound"), name: $0.name, role: .cue) }
    }
  }
}

import StrictJSON

/// A reference to a sound in a workout.
package struct SoundUse: Equatable, Sendable {
  /// How the sound is used.
  package enum Role: Equatable, Sendable {
    case cue, bed, track
  }

  /// The path of the name in the file.
  package let path: FieldPath
  /// A built-in sound or bed, a name from `Workout.sounds`, or a path.
  package let name: String
  /// Whether it is a cue, a bed or a track.
  package let role: Role
}

extension Workout {
  /// All references to sounds, in the order of the file.
  package var soundUses: [SoundUse] {
    var uses: [SoundUse] = []
    func add(_ name: String, _ role: SoundUse.Role, _ path: FieldPath) {
      uses.append(SoundUse(path: path, name: name, role: role))
    }
    func add(_ rules: [CueRule], _ path: FieldPath) {
      for (index, rule) in rules.enumerated() {
        if let sound = rule.sound { add(sound.name, .cue, path.key("cues").index(index).key("sound")) }
      }
    }
    if let ambient { add(ambient.sound, .bed, FieldPath.root.key("ambient").key("sound")) }
    add(cues, .root)
    for (path, node) in placedNodes {
      add(node.cues, path)
      if case .phase(let phase) = node {
        if case .bed(let bed) = phase.ambient { add(bed.sound, .bed, path.key("ambient").key("sound")) }
        if let track = phase.track { add(track, .track, path.key("track")) }
        for sound in (phase.tempo?.cues ?? []).compactMap({ $0.sound }) { add(sound.name, .cue, path.key("tempo")) }
      }
      // A beat is played like a cue.
      if let metronome = node.metronome { add(metronome.sound, .cue, path.key("metronome").key("sound")) }
    }
    // Sounds of the style that the workout replaces.
    let replaced = Set(style.rules.compactMap { $0.sound?.name }).intersection(sounds.keys).sorted()
    for name in replaced { add(name, .cue, FieldPath.root.key("sounds").key(name)) }
    return uses
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
    if path.hasPrefix("~") {
      return "\(shown): ~ isn't expanded here: write the path relative to the \(owner) file, as in \"sounds/clap.wav\""
    }
    if path.hasPrefix("/") { return "\(shown) is an absolute path: write it relative to the \(owner) file" }
    if path.contains("\\") { return "\(shown): write \"/\" between folders" }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    if segments.contains("..") { return "\(shown) leaves the folder of the \(owner) file: \"..\" is not allowed" }
    if segments.contains("") || segments.contains(".") { return "\(shown) has an empty or \".\" part" }
    let isPlain = segments.allSatisfy { segment in
      segment.first != " " && segment.last != " "
        && segment.utf8.allSatisfy { $0.isLetter || $0.isDigit || "._- ".utf8.contains($0) }
    }
    if isPlain { return nil }
    return "\(shown): a file's name may have the letters a to z, digits, \".\", \"_\", \"-\" and, within, spaces"
  }
}

extension Workout {
  /// The sounds that cues or metronomes of this workout may play, in the order of the file, each once; including the
  /// sounds that replace speech.
  package var cueSoundNames: [String] {
    var names = (style.rules + cues).compactMap { $0.sound?.name }
    for (_, node) in placedNodes {
      names += node.cues.compactMap { $0.sound?.name }
      if case .phase(let phase) = node { names += (phase.tempo?.cues ?? []).compactMap { $0.sound?.name } }
      if let metronome = node.metronome { names.append(metronome.sound) }
    }
    names += [BuiltInSound.gong.rawValue, BuiltInSound.beep.rawValue]
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// The beds of this workout, in the order of the file, each once.
  package var bedNames: [String] {
    var seen: Set<String> = []
    return soundUses.filter { $0.role == .bed && seen.insert($0.name).inserted }.map { $0.name }
  }
}

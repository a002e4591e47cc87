import StrictJSON
package import WorkoutModel

extension Workout {
  /// The workout without sound files and recordings, and what it lost. Phases that last as long as their tracks last
  /// as long as those do.
  package func withoutFiles(_ trackLengths: [String: Duration]) -> (workout: Workout, losses: [Problem]) {
    var losses: [Problem] = []
    if let recordings {
      losses.append(Problem(.root.key("voice").key("recordings"), Self.loss(of: recordings, "a voice speaks instead")))
    }
    for (name, file) in sounds.sorted(by: { $0.key < $1.key }) {
      losses.append(Problem(.root.key("sounds").key(name), Self.loss(of: file)))
    }
    for use in soundUses where sounds[use.name] == nil && isFile(use.name) {
      losses.append(Problem(use.path, Self.loss(of: use.name)))
    }
    guard !losses.isEmpty else { return (self, []) }
    var workout = self
    workout.recordings = nil
    workout.sounds = [:]
    if let ambient, isLost(ambient) { workout.ambient = nil }
    workout.cues = cues.compactMap(withoutFile)
    workout.nodes = nodes.map { withoutFiles($0, trackLengths) }
    return (workout, losses)
  }

  private static func loss(of file: String, _ instead: String = "it is left out") -> String {
    "\(Excerpt.quoted(file)) doesn't travel: \(instead)"
  }

  private func isFile(_ name: String) -> Bool { sounds[name] != nil || SoundReference.looksLikePath(name) }

  /// Whether a sound of cues is only a file; one that replaces a built-in sound leaves that.
  private func isLost(_ name: String) -> Bool { isFile(name) && BuiltInSound(rawValue: name) == nil }

  private func isLost(_ bed: Ambient) -> Bool { isFile(bed.sound) && BuiltInBed(rawValue: bed.sound) == nil }

  private func withoutFile(_ rule: CueRule) -> CueRule? {
    guard let sound = rule.sound, isLost(sound.name) else { return rule }
    var rule = rule
    rule.sound = nil
    return rule.speaks ? rule : nil
  }

  private func withoutFile(_ metronome: Metronome?) -> Metronome? {
    guard var metronome, isLost(metronome.sound) else { return metronome }
    metronome.sound = Metronome.standardSound
    return metronome
  }

  private func withoutFiles(_ node: Node, _ trackLengths: [String: Duration]) -> Node {
    node.changing { group in
      group.cues = group.cues.compactMap(withoutFile)
      group.metronome = withoutFile(group.metronome)
    } phases: { phase in
      phase.cues = phase.cues.compactMap(withoutFile)
      phase.metronome = withoutFile(phase.metronome)
      if case .bed(let bed) = phase.ambient, isLost(bed) { phase.ambient = .inherited }
      if phase.end == .after(.track) {
        phase.end = .after(.fixed(phase.track.flatMap { trackLengths[$0] } ?? .zero))
      }
      phase.track = nil
    }
  }
}

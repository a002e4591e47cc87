extension Timeline {
  /// Parts of the workout that have no effect, with the reasons: phases that never run, rules that never make a cue,
  /// moments that never come, words that never have their values, metronomes with at most one audible beat, coaches
  /// without a target, limits that are never reached, least times that are cut, unused sounds, voice settings and
  /// translations.
  public var ineffective: [Problem] {
    let root = FieldPath.root
    guard total != .zero else { return [Problem(root.key("phases"), "the workout lasts no time")] }
    var found = idleSounds + idleSpeech
    let reach = RuleReach(layout, of: workout)
    found += silent(workout.cues, at: root, writtenIn: [0], reach)
    for (path, nodes) in written {
      switch layout.nodes[nodes[0]] {
      case .leaf(let leaf):
        if let reason = reasonToPassOver(nodes) { found.append(Problem(path, reason)) }
        if let problem = cutLeastTime(ofPhase: nodes[0], at: path) { found.append(problem) }
        if case .bed = leaf.phase.ambient, leaf.phase.intensity == .prepare {
          found.append(Problem(path.key("ambient"), "has no effect: no bed sounds while preparing"))
        }
        found += reach.problems(ofWordsOf: leaf.phase, in: nodes, at: path)
        found += silent(leaf.phase.cues, at: path, writtenIn: nodes, reach)
      case .group(let group):
        found += limits(of: group, at: path)
        found += silent(group.cues, at: path, writtenIn: nodes, reach)
      }
    }
    return found + unheardMetronomes + idleCoaches
      + workout.translations.ineffective(for: workout.texts, at: root.key("translations"))
  }

  /// The nodes of the file in order, each with its nodes in the layout; several if it has sides.
  private var written: [(path: FieldPath, nodes: [Int])] {
    var (places, order): ([FieldPath: Int], [(path: FieldPath, nodes: [Int])]) = ([:], [])
    for node in layout.nodes.indices.dropFirst() {
      let path = path(ofNode: node)
      if let place = places[path] {
        order[place].nodes.append(node)
      } else {
        places[path] = order.count
        order.append((path, [node]))
      }
    }
    return order
  }

  private func silent(
    _ rules: [CueRule], at path: FieldPath, writtenIn nodes: [Int], _ reach: RuleReach
  ) -> [Problem] {
    rules.enumerated().flatMap { index, rule in
      reach.problems(of: rule, writtenIn: nodes, at: path.key("cues").index(index))
    }
  }

  /// The reason why a phase never runs.
  private func reasonToPassOver(_ nodes: [Int]) -> String? {
    let group = layout.group(layout.parents[nodes[0]])
    if group.hasIntervals, layout.leaf(nodes[0]).length == .remainder { return nil }
    if nodes.allSatisfy({ layout.longest(ofPhase: $0) == .zero }) {
      return "never runs: it lasts no time"
    }
    guard group.sets != nil, !nodes.contains(where: { mayRun($0) }) else { return nil }
    let isBetween = group.children[group.place(of: nodes[0])].follows != nil
    return isBetween
      ? "never runs: there are no two nodes or sets to run it between" : "never runs: it is left out of every set"
  }

  private func mayRun(_ node: Int) -> Bool {
    let group = layout.group(layout.parents[node])
    return group.mayRun(child: group.place(of: node))
  }

  private func limits(of group: LayoutGroup, at path: FieldPath) -> [Problem] {
    guard let cap = group.pace.cap, let length = group.uncappedLength, length <= cap else { return [] }
    if group.endsByUser || group.draw != nil || layout.isVarying { return [] }
    let time = DurationText.write(.nanoseconds(length))
    return [Problem(path.key("cap"), "has no effect: the sets are over after \(time)")]
  }

  private var idleSounds: [Problem] {
    let played = Set(workout.soundUses.map { $0.name })
    return workout.sounds.keys.sorted().filter { !played.contains($0) }.map { name in
      Problem(FieldPath.root.key("sounds").key(name), "has no effect: nothing plays this sound")
    }
  }

  /// Voice settings that have no effect because there is no speech.
  private var idleSpeech: [Problem] {
    guard !workout.speaks else { return [] }
    let keys = [("voice", workout.voice != Voice()), ("pronounce", !workout.pronounce.isEmpty)]
    return keys.filter { $0.1 }.map { key, _ in
      Problem(FieldPath.root.key(key), "has no effect: nothing is spoken in this workout")
    }
  }
}

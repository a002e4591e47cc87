import StrictJSON

struct WorkoutCheck {
  let workout: Workout
  /// The paths of values that a reader could not parse and has replaced by placeholders.
  let unknown: Set<FieldPath>
  /// Whether the names of all groups are known, so that an unknown name can be reported.
  let areGroupNamesKnown: Bool
  /// The places of the phases of each name, each as the steps from the workout down to it.
  private(set) lazy var namedPlaces: [String: [[NodePlace]]] = workout.placedNodes.reduce(into: [:]) { places, node in
    for name in Set(node.node.names) { places[name, default: []].append(node.path.places) }
  }
  private(set) var problems: [Problem] = []
  private var questionCount = 0

  init(_ workout: Workout, unknown: Set<FieldPath>) {
    self.workout = workout
    self.unknown = unknown
    areGroupNamesKnown =
      unknown.isEmpty
      || !workout.placedNodes.contains { path, node in
        if case .group = node { unknown.contains(path.key("name")) } else { false }
      }
  }

  /// Reports a problem, unless the value or an enclosing one is unknown.
  mutating func report(_ path: FieldPath, _ message: String) {
    guard !isUnknown(path) else { return }
    problems.append(Problem(path, message))
  }

  /// The name that may be meant by an unknown one, as a question; few are asked, because a search compares all names.
  mutating func question(_ name: String, among names: some Sequence<String>) -> String {
    questionCount += 1
    return questionCount > Self.mostQuestions ? "" : Suggestion.question(name, among: names.prefix(1_000))
  }

  private static let mostQuestions = 20
  /// The number of problems of which readers report none further.
  static let mostProblems = 1_000

  func isUnknown(_ path: FieldPath) -> Bool {
    if unknown.isEmpty { return false }
    return (0...path.steps.count).contains { unknown.contains(FieldPath(Array(path.steps.prefix($0)))) }
  }

  mutating func checkWorkout() {
    let root = FieldPath.root
    checkLength(workout.name, Limits.name, root.key("name"))
    checkLength(workout.description, Limits.remark, root.key("description"))
    checkLength(workout.author, Limits.remark, root.key("author"))
    for (index, tag) in workout.tags.enumerated() { checkLength(tag, Limits.text, root.key("tags").index(index)) }
    checkStyle(root.key("style"))
    checkVoice(workout.voice, root.key("voice"))
    checkRange(workout.voiceGain, Limits.gain, root.key("voice").key("gain"))
    if let complaint = workout.recordings.flatMap({ SoundPath.complaint(about: $0) }) {
      report(root.key("voice").key("recordings"), complaint)
    }
    if let ambient = workout.ambient { checkAmbient(ambient, root.key("ambient")) }
    checkSounds(root.key("sounds"))
    checkPronunciations(root.key("pronounce"))
    checkTranslations(root.key("translations"))
    checkCoach(workout.coach, root.key("coach"))
    checkRules(workout.cues, at: root.key("cues"), in: RulePlace(.workout(workout.nodes)))
    checkNodes(workout.nodes, at: root.key("phases"), in: [])
    checkRuns(of: workout.nodes, at: root.key("phases"))
  }

  private mutating func checkStyle(_ path: FieldPath) {
    let known = workout.style.rules.compactMap { $0.id }
    for (index, id) in workout.without.enumerated() where !known.contains(id) {
      let all = known.isEmpty ? "" : "; it has " + known.map { Excerpt.quoted($0) }.joined(separator: ", ")
      let question = Suggestion.question(id, among: known)
      report(
        path.key("without").index(index),
        "the style \(workout.style.rawValue) has no rule \(Excerpt.quoted(id))" + (question.isEmpty ? all : question))
    }
  }

  mutating func checkNodes(_ nodes: [Node], at path: FieldPath, in groups: [EnclosingGroup]) {
    if nodes.isEmpty { report(path, "must hold at least one phase") }
    for (index, node) in nodes.enumerated() { checkNode(node, at: path.index(index), in: groups) }
  }

  private mutating func checkNode(_ node: Node, at path: FieldPath, in groups: [EnclosingGroup]) {
    switch node {
    case .phase(let phase): checkPhase(phase, at: path, in: groups)
    case .group(let group): checkGroup(group, at: path, in: groups)
    }
  }

  private mutating func checkGroup(_ group: SetGroup, at path: FieldPath, in groups: [EnclosingGroup]) {
    if let name = group.name { checkName(name, path.key("name"), in: nil) }
    checkRepetition(group.repetition, at: path)
    checkSkip(group.skip, path.key("skip"), in: groups)
    checkSides(group.sides, at: path)
    if let pick = group.pick, !isUnknown(path.key("phases")) {
      checkRange(pick, 1...max(1, group.nodes.count), path.key("pick"))
    }
    let enclosing = EnclosingGroup(
      group, isRepetitionKnown: !["sets", "for", "cap", "every"].contains { isUnknown(path.key($0)) })
    let groups = groups + [enclosing]
    checkMetronome(group.metronome, path.key("metronome"), in: groups)
    checkCoach(group.coach, path.key("coach"))
    checkRules(group.cues, at: path.key("cues"), in: RulePlace(.group(group.allNodes), groups: groups))
    checkNodes(group.nodes, at: path.key("phases"), in: groups)
    if let between = group.between { checkNode(between, at: path.key("between"), in: groups) }
  }

  private mutating func checkRepetition(_ repetition: Repetition, at path: FieldPath) {
    switch repetition {
    case .sets(let sets):
      checkRange(sets, Limits.sets, path.key("sets"))
    case .capped(let sets, let cap):
      checkRange(sets, Limits.sets, path.key("sets"))
      checkRange(cap, Limits.groupTime, path.key("cap"))
    case .total(let time):
      checkRange(time, Limits.groupTime, path.key("for"))
    case .interval(let sets, let interval):
      checkRange(sets, Limits.sets, path.key("sets"))
      checkInterval(interval, sets: isUnknown(path.key("sets")) ? nil : sets, path.key("every"))
    case .totalInterval(let time, let interval):
      checkRange(time, Limits.groupTime, path.key("for"))
      checkInterval(interval, sets: nil, path.key("every"))
    }
  }

  mutating func checkRules(_ rules: [CueRule], at path: FieldPath, in place: RulePlace) {
    for (index, rule) in rules.enumerated() {
      checkRule(rule, at: path.index(index), in: place)
    }
  }
}

extension WorkoutCheck {
  mutating func checkLength(_ text: String?, _ range: ClosedRange<Int>, _ path: FieldPath) {
    guard let count = text?.unicodeScalars.count, !range.contains(count) else { return }
    report(path, Complaint.length(range, is: count))
  }

  mutating func checkRange(_ value: Int, _ range: ClosedRange<Int>, _ path: FieldPath) {
    if !range.contains(value) { report(path, Complaint.range(range, got: value)) }
  }

  mutating func checkRange(_ value: Double, _ range: ClosedRange<Double>, _ path: FieldPath) {
    if !range.contains(value) { report(path, Complaint.range(range, got: Complaint.plain(value))) }
  }

  mutating func checkRange(_ value: Duration?, _ range: ClosedRange<Duration>, _ path: FieldPath) {
    guard let value, !range.contains(value) else { return }
    report(path, Complaint.range(range, got: DurationText.write(value)))
  }
}

extension Workout {
  /// The structural problems of this workout that can be found without files and without adding up lengths, in the
  /// order of the workout, each with its path in a workout file.
  ///
  /// It applies to workouts built in code as well as to those read from files. A workout without problems can be
  /// written and read back unchanged.
  public var problems: [Problem] { problems(besides: []) }

  /// The problems if the values at some paths are unknown, because a file has invalid ones: neither those values nor
  /// values that depend on them are checked.
  package func problems(besides unknown: Set<FieldPath>) -> [Problem] {
    var check = WorkoutCheck(self, unknown: unknown)
    if check.checkSize() { check.checkWorkout() }
    return check.problems
  }
}

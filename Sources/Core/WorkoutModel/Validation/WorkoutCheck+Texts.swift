import StrictJSON

extension WorkoutCheck {
  /// Checks pronunciations, in alphabetical order.
  mutating func checkPronunciations(_ path: FieldPath) {
    let (most, count) = (Limits.pronunciations, workout.pronounce.count)
    if count > most { report(path, "must hold at most \(most) words, got \(count)") }
    for (word, spoken) in workout.pronounce.sorted(by: { $0.key < $1.key }) {
      checkLength(word, Limits.text, path.key(word))
      if !word.isEmpty, word.allSatisfy({ $0.isWhitespace }) {
        report(path.key(word), "\(Excerpt.quoted(word)) is no word that could be found in a text")
      }
      checkLength(spoken, Limits.text, path.key(word))
    }
  }

  /// Checks the text that is spoken instead of a phase's name.
  mutating func checkPhaseText(_ say: String?, _ path: FieldPath, in place: RulePlace) {
    guard let say else { return }
    checkLength(say, Limits.text, path)
    do {
      let text = try CueText(say)
      if text.placeholders.contains(.phase) {
        report(path, "{phase} would be replaced by this text itself; write the name")
      }
      checkPlaceholders(of: text, path, on: .phase, in: place)
    } catch {
      report(path, error.description)
    }
  }

  /// Checks a text of a phase that may contain no placeholder but the side.
  mutating func checkRemark(_ text: String, _ range: ClosedRange<Int>, _ path: FieldPath, in place: RulePlace) {
    checkLength(text, range, path)
    if text.has(Sides.placeholder) { checkSide(path, in: place) }
  }

  /// Checks the name of a phase, whose placeholders are the side and built-in words, or of a group, which has no side.
  mutating func checkName(_ name: String, _ path: FieldPath, in place: RulePlace?) {
    checkLength(name, Limits.text, path)
    if let place, name.has(Sides.placeholder) { checkSide(path, in: place) }
    let words = BuiltInWord.allCases.map { $0.rawValue }
    for opened in name.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      let word = String(opened.prefix { $0 != "}" })
      if word.isEmpty || word.count == opened.count { continue }
      if words.contains(word) || place != nil && word == "\(Placeholder.side)" { continue }
      let shown = "{\(Excerpt.plain(word))}"
      if Placeholder(word) != nil { return report(path, "\(shown) has no meaning in a name: write it in \"say\"") }
      // Other braces are part of the name.
      guard let near = Suggestion.nearest(to: word, among: words) else { continue }
      return report(path, "unknown word \(shown); did you mean {\(near)}?")
    }
  }

  mutating func checkPlaceholders(of text: CueText, _ path: FieldPath, on anchor: Anchor, in place: RulePlace) {
    var seen: Set<Placeholder> = []
    for placeholder in text.placeholders where seen.insert(placeholder).inserted {
      switch placeholder {
      case .set, .nextSet: checkHasGroup(placeholder, path, in: place)
      case .sets: checkSets(path, on: anchor, in: place)
      case .setOf(let name): checkGroupName(name, path, in: place)
      case .reps: checkReps(path, in: place)
      case .target: checkTarget(path, in: place)
      case .side: checkSide(path, in: place)
      case .phase, .next, .nextTarget, .remaining, .elapsed, .workout, .heartRate, .word: break
      }
    }
  }

  @discardableResult
  private mutating func checkHasGroup(_ placeholder: Placeholder, _ path: FieldPath, in place: RulePlace) -> Bool {
    guard case .phase = place.owner, place.groups.isEmpty else { return true }
    report(path, "{\(placeholder)} has no meaning here: no set group is around this phase")
    return false
  }

  private mutating func checkSets(_ path: FieldPath, on anchor: Anchor, in place: RulePlace) {
    guard checkHasGroup(.sets, path, in: place), place.meansTimedSets(on: anchor) else { return }
    report(path, "{sets} has no meaning in a group with \"for\": its number of sets is unknown")
  }

  private mutating func checkGroupName(_ name: String, _ path: FieldPath, in place: RulePlace) {
    guard areGroupNamesKnown else { return }
    let names = place.groupNames
    guard !names.contains(name.inEnglish) else { return }
    let shown = "{set@\(Excerpt.plain(name))}"
    let all = RulePlace(.workout(workout.nodes)).groupNames
    if all.contains(name.inEnglish) {
      return report(path, "\(shown) has no meaning here: the group of that name is not around this cue")
    }
    report(path, "\(shown): no set group has this name" + question(name, among: names))
  }

  private mutating func checkReps(_ path: FieldPath, in place: RulePlace) {
    guard case .phase(mayHaveReps: false, _, _) = place.owner else { return }
    report(path, "{reps} has no meaning here: this phase has no \"reps\"")
  }

  private mutating func checkTarget(_ path: FieldPath, in place: RulePlace) {
    guard case .phase(_, mayHaveTarget: false, _) = place.owner else { return }
    report(path, "{target} has no meaning here: this phase has no \"target\"")
  }

  private mutating func checkSide(_ path: FieldPath, in place: RulePlace) {
    guard case .phase(_, _, mayHaveSides: false) = place.owner else { return }
    report(
      path,
      "{side} has no meaning here: neither this phase nor a group around it has \"sides\"; "
        + "add \"sides\": true, or leave {side} out")
  }
}

extension CueTextError: CustomStringConvertible {
  /// The error and the allowed placeholders; safe to print.
  public var description: String {
    switch self {
    case .strayBrace: return "a \"}\" has no \"{\" before it"
    case .unclosedBrace: return "a \"{\" has no \"}\" after it"
    case .unknownPlaceholder(let name):
      let names = Placeholder.plain.map { $0.name }
      let words = BuiltInWord.allCases.map { $0.rawValue }
      let shown = "{\(Excerpt.plain(name))}"
      if let nearest = Suggestion.nearest(to: name, among: names + words) {
        return "unknown placeholder \(shown); did you mean {\(nearest)}?"
      }
      let known = (names + ["set@NAME"]).map { "{\($0)}" }.joined(separator: ", ")
      return "unknown placeholder \(shown); there are \(known)"
    }
  }
}

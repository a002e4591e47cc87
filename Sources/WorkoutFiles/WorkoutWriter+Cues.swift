import WorkoutModel

extension WorkoutWriter {
  static func rule(_ rule: CueRule) -> JSONOutput {
    var members = Members()
    members.add("on", rule.on.rawValue)
    members.add("at", rule.at.description)
    if let sound = rule.sound {
      members.add("sound", sound.name)
      if sound.strikes != 1 { members.add("strikes", .number("\(sound.strikes)")) }
      if sound.gain != 0 { members.add("gain", .number(Complaint.plain(sound.gain))) }
    }
    members.add("say", rule.say?.description)
    if let count = rule.count { members.add("count", .number("\(count)")) }
    if rule.align != .start { members.add("align", rule.align.rawValue) }
    members.add("class", rule.cueClass?.rawValue)
    if rule.condition != Condition() { members.add("if", condition(rule.condition)) }
    return .object(members.all)
  }

  private static func condition(_ condition: Condition) -> JSONOutput {
    var members = Members()
    if let intensities = condition.intensity {
      let words = intensities.map { JSONOutput.text($0.rawValue) }
      members.add("intensity", words.count == 1 ? words[0] : .list(words))
    }
    members.add("longerThan", condition.longerThan)
    members.add("atLeast", condition.atLeast)
    members.add("set", condition.set?.rawValue)
    members.add("before", condition.before?.description)
    members.add("after", condition.after?.description)
    members.add("intensityChanges", condition.intensityChanges)
    members.add("severalPhases", condition.severalPhases)
    members.add("endsSet", condition.endsSet)
    members.add("counted", condition.counted)
    return .object(members.all)
  }
}

import WorkoutModel

extension CompiledRules {
  final class Entry: Sendable {
    let index: Int
    let rule: CueRule
    let cueClass: CueClass
    let kind: CueKind
    /// The first moment of a rule with `every`; by default its interval.
    let first: Duration?
    /// The voice that says its words; `nil` for that of the workout.
    let voice: Voice?
    var countsUp: Bool { first != nil && rule.sound == nil }
    /// Whether it is a rule of the style; others are the author's.
    let isOfStyle: Bool
    /// Whether its words lead up to a moment, as "Set 3 completing in" does to the count of an end.
    let announcesEnd: Bool

    convenience init(_ rule: CueRule, index: Int, ofStyle: Bool, _ voice: Voice) {
      let kind = ofStyle ? Self.kind(of: rule, rule.effectiveClass) : .custom
      let own = rule.voice?.applied(to: voice)
      self.init(rule, index: index, kind, ofStyle: ofStyle, voice: own == voice ? nil : own)
    }

    private init(
      _ rule: CueRule, index: Int, _ kind: CueKind, ofStyle: Bool, voice: Voice? = nil, first: Duration? = nil
    ) {
      isOfStyle = ofStyle
      self.index = index
      self.rule = rule
      self.kind = kind
      self.voice = voice
      self.first = first
      cueClass = rule.effectiveClass
      announcesEnd = rule.align == .end && (cueClass == .warning || rule.condition.counted ?? false)
    }

    /// A copy whose sound is followed by the words of the phase; `nil` if that isn't possible.
    var announcing: Entry? {
      rule.announcingAfterSound.map { Entry($0, index: index, kind, ofStyle: isOfStyle, voice: voice) }
    }

    /// The rules for the repetitions at a tempo: a sound at the start of each part, and the number of the repetition.
    static func repetitions(at tempo: Tempo, firstIndex: Int) -> [Entry] {
      tempo.cues.enumerated().map { place, cue in
        let rule = CueRule(
          on: .phase, at: .every(tempo.length), sound: cue.sound, cueClass: cue.sound == nil ? .countdown : .bell)
        return Entry(rule, index: firstIndex + place, .interval, ofStyle: true, first: cue.start)
      }
    }

    /// Whether it leads up to the end of a phase for a style. The numbers of repetitions take the place of such cues.
    var leadsToEnd: Bool { isOfStyle && (rule.count != nil || cueClass == .transition) }

    /// Whether it says for a style that a set is over soon, which isn't true where time cuts the set off.
    var completesSet: Bool { kind == .setCompletion }

    /// The priority of its speech. The number of a repetition isn't more important than the name of its phase.
    var rank: Int { countsUp ? CueClass.start.rank : cueClass.rank }

    /// The text for a set of a group; the rules of a style call a group by its name.
    func say(forGroupNamed name: String?, _ phrases: BuiltInPhrases) -> CueText? {
      guard isOfStyle, let name, let named = phrases.words(ofRule: rule.id, forGroupNamed: name) else {
        return rule.say
      }
      return named
    }

    /// The time from a second after the last number of a count to the end that it leads to; `nil` if it leads to none.
    var countRest: Duration? {
      guard let count = rule.count, case .end(let offset) = rule.at else { return nil }
      return .zero - offset - .seconds(count)
    }

    var isMeasuredFromEnd: Bool {
      switch rule.at {
      // None of a length is the start; random moments are drawn for the planned length.
      case .start, .part(0, _), .every, .random: false
      case .end, .half, .part: true
      }
    }

    private static func kind(of rule: CueRule, _ cueClass: CueClass) -> CueKind {
      if cueClass == .completion { return .completion }
      if rule.count != nil { return .countdown }
      return switch (rule.on, rule.at) {
      case (.phase, .start): .phaseStart
      case (.set, .start): .setStart
      case (.set, .end): .setCompletion
      case (.phase, .end): .transition
      case (_, .half), (_, .part(50, _)): .halfway
      case (.phase, .part), (.set, .part): .interval
      case (_, .every), (_, .random): .interval
      case (.workout, _): .custom
      }
    }
  }
}

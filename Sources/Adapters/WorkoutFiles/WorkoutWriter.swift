public import WorkoutModel

/// Writes workouts as files.
///
/// The text is strict JSON with the keys in the order of the format's tables; defaults are omitted, except for `style`
/// and `intensity`. Reading the output gives the same workout, if it has no `problems`.
///
/// ```swift
/// var workout = try WorkoutReader.read(bytes, named: "mine.json")
/// workout.name = "Mine"
/// let text = WorkoutWriter.write(workout)
/// ```
public enum WorkoutWriter {
  /// The contents of a file; `schema` is the path or URL for `$schema`, which editors use.
  public static func write(_ workout: Workout, schema: String? = nil) -> String {
    var members = Members()
    members.add("$schema", schema)
    members.add("name", workout.name)
    members.add("description", workout.description)
    members.add("author", workout.author)
    if !workout.tags.isEmpty { members.add("tags", .list(workout.tags.map { .text($0) })) }
    members.add("style", style(of: workout))
    if workout.voice != Voice() || workout.recordings != nil { members.add("voice", voice(of: workout)) }
    if let ambient = workout.ambient { members.add("ambient", self.ambient(ambient)) }
    if !workout.sounds.isEmpty { members.add("sounds", texts(workout.sounds)) }
    if !workout.pronounce.isEmpty { members.add("pronounce", texts(workout.pronounce)) }
    if !workout.cues.isEmpty { members.add("cues", .list(workout.cues.map(rule), isTall: true)) }
    members.add("phases", nodes(workout.nodes))
    return JSONOutput.object(members.all, isTall: true).document
  }

  /// A list of cue rules, as the value of `cues`.
  public static func write(_ rules: [CueRule]) -> String {
    JSONOutput.list(rules.map(rule), isTall: true).document
  }

  private static func style(of workout: Workout) -> JSONOutput {
    let base = JSONOutput.text(workout.style.rawValue)
    if workout.without.isEmpty { return base }
    return .object([("base", base), ("without", .list(workout.without.map { .text($0) }))])
  }

  private static func voice(of workout: Workout) -> JSONOutput {
    let (voice, standard) = (workout.voice, Voice())
    var members = Members()
    members.add("language", voice.language)
    members.add("variant", voice.variant)
    if voice.rate != standard.rate { members.add("rate", .number("\(voice.rate)")) }
    if voice.pitch != standard.pitch { members.add("pitch", .number("\(voice.pitch)")) }
    members.add("recordings", workout.recordings)
    return .object(members.all)
  }

  private static func voice(_ change: VoiceChange) -> JSONOutput {
    var members = Members()
    members.add("language", change.language)
    members.add("variant", change.variant)
    if let rate = change.rate { members.add("rate", .number("\(rate)")) }
    if let pitch = change.pitch { members.add("pitch", .number("\(pitch)")) }
    return .object(members.all)
  }

  static func ambient(_ ambient: Ambient) -> JSONOutput {
    let standard = Ambient(sound: ambient.sound)
    var members = Members()
    members.add("sound", ambient.sound)
    if ambient.gain != standard.gain { members.add("gain", .number(Complaint.plain(ambient.gain))) }
    if ambient.fade != standard.fade { members.add("fade", ambient.fade) }
    if ambient.duck != standard.duck { members.add("duck", duck(ambient.duck)) }
    return .object(members.all)
  }

  private static func duck(_ duck: Ambient.Duck) -> JSONOutput {
    switch duck {
    case .by(let number): .number(Complaint.plain(number))
    case .clear: .text(Ambient.Duck.clearWord)
    }
  }

  private static func texts(_ texts: [String: String]) -> JSONOutput {
    .object(texts.sorted { $0.key < $1.key }.map { (key: $0.key, value: .text($0.value)) })
  }

  /// The members of an object; `nil` values are omitted.
  struct Members {
    private(set) var all: [(key: String, value: JSONOutput)] = []

    mutating func add(_ key: String, _ value: JSONOutput) { all.append((key, value)) }

    mutating func add(_ key: String, _ text: String?) {
      if let text { add(key, .text(text)) }
    }

    mutating func add(_ key: String, _ duration: Duration?) {
      if let duration { add(key, .text(DurationText.write(duration))) }
    }

    mutating func add(_ key: String, _ bool: Bool?) {
      if let bool { add(key, .bool(bool)) }
    }
  }
}

extension WorkoutWriter {
  static func nodes(_ nodes: [Node]) -> JSONOutput {
    let written: [JSONOutput] = nodes.map { node in
      switch node {
      case .phase(let phase): self.phase(phase)
      case .group(let group): self.group(group)
      }
    }
    return .list(written, isTall: true)
  }

  private static func group(_ group: SetGroup) -> JSONOutput {
    var members = Members()
    members.add("name", group.name)
    switch group.repetition {
    case .sets(let sets):
      members.add("sets", .number("\(sets)"))
    case .capped(let sets, let cap):
      members.add("sets", .number("\(sets)"))
      members.add("cap", cap)
    case .total(let time):
      members.add("for", time)
    case .interval(let sets, let interval):
      members.add("sets", .number("\(sets)"))
      members.add("every", interval)
    }
    if group.order != .given { members.add("order", group.order.rawValue) }
    if let pick = group.pick { members.add("pick", .number("\(pick)")) }
    add(group.skip, group.sides, to: &members)
    if let metronome = group.metronome { members.add("metronome", self.metronome(metronome)) }
    if !group.cues.isEmpty { members.add("cues", .list(group.cues.map(rule), isTall: true)) }
    members.add("phases", nodes(group.nodes))
    return .object(members.all, isTall: true)
  }

  private static func phase(_ phase: Phase) -> JSONOutput {
    var members = Members()
    members.add("name", texts(phase.name))
    members.add("intensity", phase.intensity.rawValue)
    switch phase.end {
    case .after(.tempo(let tempo)):
      members.add("tempo", tempo.description)
    case .after(let length):
      members.add("duration", self.length(length))
    case .open(let cap):
      members.add("open", true)
      members.add("cap", cap)
    }
    if let reps = phase.reps { members.add("reps", self.reps(reps)) }
    if let say = phase.say { members.add("say", texts(say)) }
    if !phase.cues.isEmpty { members.add("cues", .list(phase.cues.map(rule))) }
    switch phase.ambient {
    case .inherited: break
    case .silent: members.add("ambient", .null)
    case .bed(let ambient): members.add("ambient", self.ambient(ambient))
    }
    members.add("track", phase.track)
    add(phase.skip, phase.sides, to: &members)
    if let metronome = phase.metronome { members.add("metronome", self.metronome(metronome)) }
    if let target = phase.target { members.add("target", texts(target.map(\.description))) }
    if let notes = phase.notes { members.add("notes", texts(notes)) }
    return .object(members.all)
  }

  private static func add(_ skip: SkippedSets?, _ sides: Sides?, to members: inout Members) {
    switch skip {
    case .first: members.add("skip", "first")
    case .last: members.add("skip", "last")
    case .numbers(let numbers): members.add("skip", list(numbers.map(number)))
    case nil: break
    }
    guard let sides else { return }
    members.add("sides", sides.names.map { .list($0.map { .text($0) }) } ?? .bool(true))
    members.add("change", sides.change)
  }

  private static func metronome(_ metronome: Metronome) -> JSONOutput {
    var members = Members()
    switch metronome.pace {
    case .perMinute(let rate): members.add("bpm", .number(rate.description))
    case .every(let length): members.add("every", length)
    }
    if metronome.sound != Metronome.standardSound { members.add("sound", metronome.sound) }
    if let accent = metronome.accent { members.add("accent", number(accent)) }
    if metronome.gain != 0 { members.add("gain", .number(Complaint.plain(metronome.gain))) }
    return .object(members.all)
  }

  private static func texts(_ texts: PerSet<String>) -> JSONOutput { list(texts.values.map { .text($0) }) }

  private static func reps(_ reps: Reps) -> JSONOutput {
    switch reps {
    case .perSet(let counts): list(counts.values.map(number))
    case .progression(let from, let growth): .object([("from", number(from)), ("by", number(growth))])
    }
  }

  private static func number(_ number: Int) -> JSONOutput { .number("\(number)") }

  /// A single value alone, several as a list.
  private static func list(_ values: [JSONOutput]) -> JSONOutput { values.count == 1 ? values[0] : .list(values) }

  private static func length(_ length: PhaseLength) -> JSONOutput {
    switch length {
    case .fixed(let duration): return text(duration)
    case .perSet(let durations): return .list(durations.map(text))
    case .progression(let from, let growth): return .object([("from", text(from)), ("by", text(growth))])
    case .track: return .text("track")
    case .tempo(let tempo): return .text(tempo.description)
    }
  }

  private static func text(_ duration: Duration) -> JSONOutput { .text(DurationText.write(duration)) }
}

extension WorkoutWriter {
  static func rule(_ rule: CueRule) -> JSONOutput {
    var members = Members()
    members.add("id", rule.id)
    members.add("on", rule.on.rawValue)
    members.add("at", list(rule.moments.map { .text($0.description) }))
    if let sound = rule.sound {
      members.add("sound", sound.name)
      if sound.strikes != 1 { members.add("strikes", .number("\(sound.strikes)")) }
      if sound.spacing != CueSound.standardSpacing { members.add("spacing", sound.spacing) }
    }
    let gain = rule.sound?.gain ?? rule.speechGain
    if gain != 0 { members.add("gain", .number(Complaint.plain(gain))) }
    members.add("say", rule.say?.description)
    if let count = rule.count { members.add("count", .number("\(count)")) }
    if let change = rule.voice { members.add("voice", voice(change)) }
    if rule.align != .start { members.add("align", rule.align.rawValue) }
    members.add("class", rule.cueClass?.rawValue)
    if rule.condition != Condition() { members.add("if", condition(rule.condition)) }
    return .object(members.all)
  }

  private static func set(_ set: SetCondition) -> JSONOutput {
    switch set {
    case .numbers(let numbers): list(numbers.map(number))
    case .every(let interval, let from): .object([("every", number(interval)), ("from", number(from))])
    case .first, .last, .notLast, .odd, .even:
      .text(SetCondition.words.first { $0.condition == set }?.word ?? "first")
    }
  }

  private static func condition(_ condition: Condition) -> JSONOutput {
    var members = Members()
    if let intensities = condition.intensity {
      let words = intensities.map { JSONOutput.text($0.rawValue) }
      members.add("intensity", words.count == 1 ? words[0] : .list(words))
    }
    members.add("longerThan", condition.longerThan)
    members.add("atLeast", condition.atLeast)
    if let set = condition.set { members.add("set", self.set(set)) }
    members.add("before", condition.before?.description)
    members.add("after", condition.after?.description)
    members.add("intensityChanges", condition.intensityChanges)
    members.add("severalPhases", condition.severalPhases)
    members.add("endsSet", condition.endsSet)
    members.add("counted", condition.counted)
    return .object(members.all)
  }
}

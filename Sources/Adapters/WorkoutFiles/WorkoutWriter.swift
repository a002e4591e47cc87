package import StrictJSON
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
    JSONOutput.object(fields(of: workout, schema: schema), isTall: true).document
  }

  /// The contents on one line, without spaces and without any default.
  package static func compact(_ workout: Workout) -> String {
    withoutDefaults(fields(of: workout)).line(.compact)
  }

  /// The fields of a workout or a node without the style and the intensity that a reader assumes.
  private static func withoutDefaults(_ fields: JSONFields) -> JSONFields {
    fields.mapped { key, value in
      switch (key, value) {
      case ("style", .text(Style.hiit.rawValue)), ("intensity", .text(Intensity.high.rawValue)): nil
      case ("phases", .list(let nodes, _)): .list(nodes.map(withoutDefaults))
      default: value
      }
    }
  }

  private static func withoutDefaults(_ node: JSONOutput) -> JSONOutput {
    if case .object(let fields, _) = node { .object(withoutDefaults(fields)) } else { node }
  }

  private static func fields(of workout: Workout, schema: String? = nil) -> JSONFields {
    var fields = JSONFields()
    fields.add("$schema", ifAny: schema)
    fields.add("name", workout.name)
    fields.add("description", ifAny: workout.description)
    fields.add("author", ifAny: workout.author)
    if !workout.tags.isEmpty { fields.add("tags", workout.tags) }
    fields.add("style", style(of: workout))
    if workout.voice != Voice() || workout.voiceGain != 0 || workout.recordings != nil {
      fields.add("voice", voice(of: workout))
    }
    fields.add("ambient", ifAny: workout.ambient.map(self.ambient))
    if !workout.sounds.isEmpty { fields.add("sounds", texts(workout.sounds)) }
    if !workout.pronounce.isEmpty { fields.add("pronounce", texts(workout.pronounce)) }
    if workout.coach != .off { fields.add("coach", coach(workout.coach)) }
    if !workout.cues.isEmpty { fields.add("cues", .list(workout.cues.map(rule), isTall: true)) }
    fields.add("phases", nodes(workout.nodes))
    fields.add("translations", ifAny: workout.translations.json)
    return fields
  }

  /// A list of cue rules, as the value of `cues`.
  package static func write(_ rules: [CueRule]) -> String {
    JSONOutput.list(rules.map(rule), isTall: true).document
  }

  private static func style(of workout: Workout) -> JSONOutput {
    let base = workout.style.rawValue
    return workout.without.isEmpty ? .text(base) : .object(["base": base.json, "without": workout.without.json])
  }

  private static func voice(of workout: Workout) -> JSONOutput {
    let (voice, standard) = (workout.voice, Voice())
    var fields = JSONFields()
    fields.add("language", voice.language)
    fields.add("variant", ifAny: voice.variant)
    if voice.rate != standard.rate { fields.add("rate", voice.rate) }
    if voice.pitch != standard.pitch { fields.add("pitch", voice.pitch) }
    if workout.voiceGain != 0 { fields.add("gain", workout.voiceGain) }
    fields.add("recordings", ifAny: workout.recordings)
    return .object(fields)
  }

  private static func voice(_ change: VoiceChange) -> JSONOutput {
    var fields = JSONFields()
    fields.add("language", ifAny: change.language)
    fields.add("variant", ifAny: change.variant)
    fields.add("rate", ifAny: change.rate)
    fields.add("pitch", ifAny: change.pitch)
    return .object(fields)
  }

  static func ambient(_ ambient: Ambient) -> JSONOutput {
    let standard = Ambient(sound: ambient.sound)
    var fields = JSONFields()
    fields.add("sound", ambient.sound)
    if ambient.gain != standard.gain { fields.add("gain", ambient.gain) }
    if ambient.fade != standard.fade { fields.add("fade", length: ambient.fade) }
    if ambient.duck != standard.duck { fields.add("duck", duck(ambient.duck)) }
    return .object(fields)
  }

  private static func duck(_ duck: Ambient.Duck) -> JSONOutput {
    switch duck {
    case .by(let number): number.json
    case .clear: .text(Ambient.Duck.clearWord)
    }
  }

  private static func texts(_ texts: [String: String]) -> JSONOutput {
    .object(JSONFields(texts.sorted { $0.key < $1.key }))
  }
}

extension WorkoutWriter {
  static func nodes(_ nodes: [Node]) -> JSONOutput {
    .list(nodes.map(node), isTall: true)
  }

  private static func node(_ node: Node) -> JSONOutput {
    switch node {
    case .phase(let phase): self.phase(phase)
    case .group(let group): self.group(group)
    }
  }

  private static func group(_ group: SetGroup) -> JSONOutput {
    var fields = JSONFields()
    fields.add("name", ifAny: group.written)
    switch group.repetition {
    case .sets(let sets):
      fields.add("sets", sets)
    case .capped(let sets, let cap):
      fields.add("sets", sets)
      fields.add("cap", length: cap)
    case .total(let time):
      fields.add("for", length: time)
    case .interval(let sets, let interval):
      fields.add("sets", sets)
      fields.add("every", length(interval.length))
    case .totalInterval(let time, let interval):
      fields.add("for", length: time)
      fields.add("every", length(interval.length))
    }
    if group.order != .given { fields.add("order", group.order.rawValue) }
    fields.add("pick", ifAny: group.pick)
    add(group.skip, group.sides, to: &fields)
    fields.add("metronome", ifAny: group.metronome.map(self.metronome))
    fields.add("coach", ifAny: group.coach.map(coach))
    if !group.cues.isEmpty { fields.add("cues", .list(group.cues.map(rule), isTall: true)) }
    if let between = group.between { fields.add("between", node(between)) }
    fields.add("phases", nodes(group.nodes))
    return .object(fields, isTall: true)
  }

  private static func phase(_ phase: Phase) -> JSONOutput {
    let written = phase.written
    var fields = JSONFields()
    fields.add("name", values(written.name))
    fields.add("intensity", phase.intensity.rawValue)
    switch phase.end {
    case .after(.tempo(let tempo)):
      fields.add("tempo", tempo.description)
    case .after(let length):
      fields.add("duration", self.length(length))
    case .open(let cap, let atLeast, let until):
      if let until { fields.add("until", self.until(until)) } else { fields.add("open", true) }
      fields.add("cap", length: cap)
      fields.add("atLeast", length: atLeast)
    }
    addOvertime(of: phase, to: &fields)
    fields.add("reps", ifAny: phase.reps.map(self.reps))
    fields.add("say", ifAny: written.say.map(values))
    if !phase.cues.isEmpty { fields.add("cues", .list(phase.cues.map(rule))) }
    switch phase.ambient {
    case .inherited: break
    case .silent: fields.add("ambient", .null)
    case .bed(let ambient): fields.add("ambient", self.ambient(ambient))
    }
    fields.add("track", ifAny: phase.track)
    add(phase.skip, phase.sides, to: &fields)
    fields.add("metronome", ifAny: phase.metronome.map(self.metronome))
    fields.add("target", ifAny: phase.target.map { values($0.map { $0.description }) })
    fields.add("coach", ifAny: phase.coach.map(coach))
    fields.add("notes", ifAny: written.notes.map(values))
    return .object(fields)
  }

  private static func until(_ until: Until) -> JSONOutput {
    var fields: JSONFields = [until.signal.rawValue: until.comparisonText.json]
    if until.hold != Until.standardHold { fields.add("hold", length: until.hold) }
    return .object(fields)
  }

  private static func add(_ skip: SkippedSets?, _ sides: Sides?, to fields: inout JSONFields) {
    switch skip {
    case .first: fields.add("skip", "first")
    case .last: fields.add("skip", "last")
    case .numbers(let numbers): fields.add("skip", list(numbers))
    case nil: break
    }
    guard let sides else { return }
    fields.add("sides", sides.names?.json ?? true.json)
    fields.add("change", length: sides.change)
  }

  private static func metronome(_ metronome: Metronome) -> JSONOutput {
    var fields = JSONFields()
    switch metronome.pace {
    case .perMinute(let rate): fields.add("bpm", number(rate))
    case .perSet(let rates): fields.add("bpm", .list(rates.values.map(number)))
    case .progression(let from, let growth): fields.add("bpm", .object(["from": number(from), "by": number(growth)]))
    case .every(let length): fields.add("every", length: length)
    }
    if metronome.sound != Metronome.standardSound { fields.add("sound", metronome.sound) }
    fields.add("accent", ifAny: metronome.accent)
    if metronome.gain != 0 { fields.add("gain", metronome.gain) }
    return .object(fields)
  }

  private static func coach(_ coach: Coach) -> JSONOutput {
    guard let every = coach.every, coach != .standard else { return (coach != .off).json }
    var fields = JSONFields()
    fields.add("every", length: every)
    return .object(fields)
  }

  private static func number(_ rate: BeatsPerMinute) -> JSONOutput { .raw(rate.description) }

  private static func values(_ values: PerSet<some JSONConvertible>) -> JSONOutput {
    values.group.map { .object(["by": $0.json, "of": values.values.json]) } ?? list(values.values)
  }

  private static func reps(_ reps: Reps) -> JSONOutput {
    switch reps {
    case .perSet(let counts): values(counts)
    case .progression(let from, let growth): .object(["from": from.json, "by": growth.json])
    }
  }

  /// A single value alone, several as a list.
  private static func list(_ values: [some JSONConvertible]) -> JSONOutput {
    values.count == 1 ? values[0].json : values.json
  }
}

extension WorkoutWriter {
  static func rule(_ rule: CueRule) -> JSONOutput {
    var fields = JSONFields()
    fields.add("id", ifAny: rule.id)
    fields.add("on", rule.on.rawValue)
    fields.add("at", list(rule.moments.map { $0.description }))
    if let sound = rule.sound {
      fields.add("sound", sound.name)
      if sound.strikes != 1 { fields.add("strikes", sound.strikes) }
      if sound.spacing != CueSound.standardSpacing { fields.add("spacing", length: sound.spacing) }
    }
    let gain = rule.sound?.gain ?? rule.speechGain
    if gain != 0 { fields.add("gain", gain) }
    fields.add("say", ifAny: rule.written?.description)
    fields.add("count", ifAny: rule.count)
    fields.add("voice", ifAny: rule.voice.map(voice))
    if rule.align != .start { fields.add("align", rule.align.rawValue) }
    fields.add("class", ifAny: rule.cueClass?.rawValue)
    if rule.condition != Condition() { fields.add("if", condition(rule.condition)) }
    return .object(fields)
  }

  private static func set(_ set: SetCondition) -> JSONOutput {
    switch set {
    case .numbers(let numbers): list(numbers)
    case .every(let interval, let from): .object(["every": interval.json, "from": from.json])
    case .first, .last, .notLast, .odd, .even:
      .text(SetCondition.words.first { $0.condition == set }?.word ?? "first")
    }
  }

  private static func condition(_ condition: Condition) -> JSONOutput {
    var fields = JSONFields()
    fields.add("intensity", ifAny: condition.intensity.map { list($0.map { $0.rawValue }) })
    fields.add("longerThan", length: condition.longerThan)
    fields.add("atLeast", length: condition.atLeast)
    fields.add("set", ifAny: condition.set.map(self.set))
    fields.add("before", ifAny: condition.before?.description)
    fields.add("after", ifAny: condition.after?.description)
    fields.add("intensityChanges", ifAny: condition.intensityChanges)
    fields.add("severalPhases", ifAny: condition.severalPhases)
    fields.add("endsSet", ifAny: condition.endsSet)
    fields.add("counted", ifAny: condition.counted)
    return .object(fields)
  }
}

extension JSONFields {
  /// Adds a duration in the notation of files; `nil` is left out.
  package mutating func add(_ key: String, length: Duration?) { add(key, ifAny: length.map { DurationText.write($0) }) }
}

import StrictJSON
import WorkoutModel

extension WorkoutDecoder {
  private static let metronomeKeys = FieldKeys(
    "a metronome", ["bpm", "every", "sound", "accent", "gain"],
    synonyms: [
      "tempo": "bpm", "rate": "bpm", "beats": "bpm", "period": "every", "interval": "every", "volume": "gain",
      "accents": "accent", "emphasis": "accent",
    ])

  static func metronome(_ field: Field) -> Metronome? {
    guard let fields = members(of: field, metronomeKeys, #"{ "bpm": 180 }"#) else { return nil }
    var metronome = Metronome(pace(fields))
    if let sound = fields.optional("sound") { metronome.sound = sound.text() ?? "?" }
    metronome.accent = fields.optional("accent").map { $0.integer(in: Limits.accent) ?? 1 }
    if let gain = fields.optional("gain")?.number(in: Limits.gain) { metronome.gain = gain }
    return metronome
  }

  private static func pace(_ fields: FieldReader) -> Metronome.Pace {
    let placeholder = Metronome.Pace.perMinute(60)
    let rate = fields.optional("bpm").map(rate)
    guard let every = fields.optional("every") else {
      if let rate { return rate }
      if !fields.seemsToHave("bpm"), !fields.seemsToHave("every") {
        fields.miss(["bpm", "every"], "a metronome needs \"bpm\", or \"every\": how far apart its beats are")
      }
      return placeholder
    }
    if rate != nil { every.complain("a metronome has only one of \"bpm\" and \"every\", this one has \"bpm\" too") }
    return every.duration(in: Limits.beatInterval).map { .every($0) } ?? placeholder
  }
}

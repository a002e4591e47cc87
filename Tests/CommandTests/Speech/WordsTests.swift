import FoundationEssentials
import Testing

@Suite struct `What is written short` {
  private static func workout(_ language: String, _ head: String = "", say: String) -> String {
    """
    { "name": "Words", "style": "silent", "voice": { "language": "\(language)" }, \(head)
      "cues": [{ "on": "phase", "at": "start", "say": "\(say)" }, { "on": "phase", "at": "end-2s", "align": "end",
        "say": "\(say)" }],
      "phases": [{ "name": "A", "duration": "12s" }] }
    """
  }

  private func render(_ text: String, _ home: TemporaryHome, as name: String) throws -> (wave: Data, cues: [CueRecord])
  {
    // A file says what it was made from.
    try home.write(text, to: "w.json")
    let result = try home.cuebell("render", "w.json", "-o", "\(name).flac", "--cues", "\(name).ndjson")
    try #require(result.code == 0, "\(result.err)")
    return (try home.bytes(of: "\(name).flac"), try EventRecord.cues(in: home.text(of: "\(name).ndjson")))
  }

  /// The same sound to the last bit, back-timed by its own length, under the name of what the author wrote.
  @Test(arguments: [
    ("en", "3x12 KB swings, 10kg", "3 times 12 kettlebell swings, 10 kilos"),
    ("de", "8-12 Wdh. L/R", "8 bis 12 Wiederholungen links und rechts"),
    ("fr", "30 sec, n°2", "30 secondes, numéro 2"), ("es", "21 min & más", "veintiún minutos y más"),
    ("it", "Parte II", "Parte 2"), ("pt-BR", "2 reps", "duas repetições"), ("nl", "10x", "10 keer"),
  ])
  func `is spoken as if written out, and reported as written`(tag: String, short: String, long: String)
    throws
  {
    let home = try TemporaryHome()
    let written = try render(Self.workout(tag, say: short), home, as: "short")
    let spelt = try render(Self.workout(tag, say: long), home, as: "long")
    // The difference of two files is no help, and takes for ever to print.
    let isSame = written.wave == spelt.wave
    #expect(isSame)
    #expect(written.cues.map(\.say) == [short, short] && written.cues.map(\.outcome) == ["onTime", "onTime"])
    #expect(written.cues.map(\.due) == spelt.cues.map(\.due))
  }

  @Test func `is said as the author wants it, where the file says so`() throws {
    let home = try TemporaryHome()
    let own = try render(Self.workout("en", #""pronounce": { "qi": "chee" },"#, say: "Qi flow"), home, as: "own")
    let shown = try home.cuebell("show", "w.json")
    let plain = try render(Self.workout("en", say: "chee flow"), home, as: "plain")
    let isSame = own.wave == plain.wave
    #expect(isSame && own.cues.first?.say == "Qi flow")
    #expect(shown.lines.contains { $0.hasSuffix("your own cue  “Qi flow” (said “chee flow”)") })
  }

  /// Every phrase that the style has, said by a real voice.
  @Test(arguments: [
    ("en", "Set 1 completing in"), ("de", "Satz 1 endet in"), ("fr", "La série 1 se termine dans"),
    ("es", "La serie 1 termina en"), ("it", "La serie 1 termina tra"), ("pt", "A série 1 termina em"),
    ("nl", "Set 1 eindigt over"),
  ])
  func `or built in is said in the language of the voice, each phrase in its place`(tag: String, phrase: String) throws
  {
    let home = try TemporaryHome()
    try home.write(
      """
      { "name": "X", "voice": { "language": "\(tag)" }, "phases": [{ "sets": 2, "phases": [
        { "name": "A", "duration": "45s" }, { "name": "B", "intensity": "low", "duration": "15s" }] }] }
      """, to: "w.json")
    let result = try home.cuebell("show", "w.json", "--json")
    try #require(result.code == 0, "\(result.err)")
    let plan = try PlanRecord(result.out)
    #expect(plan.cues.allSatisfy { $0.outcome == "onTime" } && plan.notes.allSatisfy { $0.change == "moved" })
    let completion = try #require(plan.cues.first { $0.kind == "setCompletion" })
    #expect(completion.say == phrase && completion.mark == 57_000_000_000)
    #expect((500_000_000...3_000_000_000).contains(completion.mark - completion.due))
  }

  @Test func `in a language without rules is reported by check and show`() throws {
    let home = try TemporaryHome()
    try home.write(
      #"{ "name": "X", "voice": { "language": "sv" }, "phases": [{ "name": "A", "duration": 20 }] }"#, to: "w.json")
    let note = #"note: the built-in phrases aren't translated into "sv": an English voice speaks them"#
    let check = try home.cuebell("check", "w.json")
    #expect(check.code == 0 && check.lines == ["w.json: ok, 0:20, 1 phase", "  \(note)"])
    #expect(try home.cuebell("show", "w.json").lines[1] == note)
    #expect(try home.cuebell("check", "--json", "w.json").out.contains(#""notes": ["note: "#))
    let rules = try home.cuebell("show", "--style", "hiit", "--language", "fr")
    #expect(rules.code == 0 && rules.out.contains("Dernière série"))
    let none = try home.cuebell("show", "--style", "hiit", "--language", "sv")
    #expect(none.code == 64 && none.err.contains("en, de, fr, es, it, pt, nl"))
  }
}

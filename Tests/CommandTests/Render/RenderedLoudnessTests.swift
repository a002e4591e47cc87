import AudioMixing
import SoundFiles
import TestSupport
import Testing

@Suite struct `The loudness of rendered speech` {
  /// What people write: with pauses and without, with numbers in it, long and short.
  static let phrases: [(language: String, said: [String])] = [
    (
      "en",
      [
        "Warm up: march and swing your arms", "Keep your back straight and breathe out slowly",
        "Rest. Next: mountain climbers", "Last set, give it all you have", "Set 3 completing in", "Push ups, 12 reps",
      ]
    ),
    (
      "de",
      [
        "Aufwärmen: auf der Stelle gehen und die Arme schwingen", "Halte den Rücken gerade und atme langsam aus",
        "Pause. Danach: Bergsteiger", "Letzter Satz, gib alles", "Satz 3 endet in", "Liegestütze, 12 Wiederholungen",
      ]
    ),
    (
      "fr",
      [
        "Échauffement: marchez sur place et balancez les bras", "Gardez le dos droit et expirez lentement",
        "Repos. Ensuite: la planche", "Dernière série, donnez tout", "La série 3 se termine dans",
        "Pompes, 12 répétitions",
      ]
    ),
    (
      "es",
      [
        "Calentamiento: marcha en el sitio y mueve los brazos", "Mantén la espalda recta y suelta el aire despacio",
        "Descanso. Ahora: escaladores", "Última serie, dalo todo", "La serie 3 termina en",
        "Flexiones, 12 repeticiones",
      ]
    ),
    (
      "it",
      [
        "Riscaldamento: marcia sul posto e muovi le braccia", "Tieni la schiena dritta ed espira lentamente",
        "Recupero. Poi: scalatori", "Ultima serie, dai tutto", "La serie 3 termina tra", "Piegamenti, 12 ripetizioni",
      ]
    ),
    (
      "pt-BR",
      [
        "Aquecimento: marche no lugar e balance os braços", "Mantenha as costas retas e solte o ar devagar",
        "Descanso. A seguir: escaladores", "Última série, dê tudo", "A série 3 termina em", "Flexões, 12 repetições",
      ]
    ),
    (
      "pt-PT",
      [
        "Aquecimento: marche no lugar e balance os braços", "Mantenha as costas direitas e expire devagar",
        "Descanso. A seguir: escaladores", "Última série, dê tudo", "A série 3 termina em", "Flexões, 12 repetições",
      ]
    ),
    (
      "nl",
      [
        "Opwarmen: loop op de plaats en zwaai je armen", "Houd je rug recht en adem langzaam uit",
        "Rust. Daarna: bergbeklimmers", "Laatste set, geef alles", "Set 3 eindigt over", "Opdrukken, 12 herhalingen",
      ]
    ),
  ]

  @Test(arguments: phrases)
  func `is 16 LUFS within one, in every language with words of its own`(language: String, said: [String]) throws {
    let home = try TemporaryHome()
    let phases = said.map { #"{ "name": "Go", "duration": "5s", "say": "\#($0)" }"# }.joined(separator: ",\n")
    let cue = #"{ "on": "phase", "at": "start", "say": "{phase}" }"#
    try home.write(
      """
      { "name": "Talk", "style": "silent", "voice": { "language": "\(language)" }, "cues": [\(cue)],
        "phases": [\(phases)] }
      """, to: "w.json")
    let result = try home.cuebell("render", "w.json", "-o", "w.wav", "--stems", "parts")
    try #require(result.code == 0, "\(result.err)")
    let speech = try SoundFileReader.clip("parts/speech.wav", in: home.folder)
    let loudness = Loudness.integrated(of: speech).value
    #expect(abs(loudness + 16) < 1, "\(language): \(loudness) LUFS")
    // However loud the voice is at its loudest, what is heard keeps below the ceiling.
    let mix = try Wave(home.bytes(of: "w.wav"))
    let peak = mix.peak
    #expect(peak > 0.1 && peak < Double(Decibels(-0.9).amplitude), "\(language): \(peak)")
  }
}

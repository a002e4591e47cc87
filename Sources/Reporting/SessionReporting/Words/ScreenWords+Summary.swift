extension ScreenWords {
  /// The texts after the end of a session, in the order of the languages.
  static let summary: [String: [String]] = [
    "failedAfter": [
      "Failed after {time}", "Abgebrochen nach {time}", "Échec après {time}", "Fallo tras {time}",
      "Interrotto dopo {time}", "Falha após {time}", "Afgebroken na {time}",
    ],
    "phaseCount": [
      "1 phase~{n} phases", "1 Phase~{n} Phasen", "1 phase~{n} phases", "1 fase~{n} fases", "1 fase~{n} fasi",
      "1 fase~{n} fases", "1 fase~{n} fasen",
    ],
    "pauseCount": [
      "paused once~paused {n} times", "1 Mal angehalten~{n} Mal angehalten", "1 pause~{n} pauses", "1 pausa~{n} pausas",
      "1 pausa~{n} pause", "1 pausa~{n} pausas", "1 keer gepauzeerd~{n} keer gepauzeerd",
    ],
    "roundCount": [
      "1 round~{n} rounds", "1 Runde~{n} Runden", "1 tour~{n} tours", "1 ronda~{n} rondas", "1 giro~{n} giri",
      "1 volta~{n} voltas", "1 ronde~{n} rondes",
    ],
    "roundsDone": [
      "1 round done~{n} rounds done", "1 Runde geschafft~{n} Runden geschafft", "1 tour fait~{n} tours faits",
      "1 ronda hecha~{n} rondas hechas", "1 giro fatto~{n} giri fatti", "1 volta feita~{n} voltas feitas",
      "1 ronde gedaan~{n} rondes gedaan",
    ],
    "newBestBefore": [
      "New best: {score} (before: {best})", "Neue Bestleistung: {score} (bisher: {best})",
      "Nouveau record : {score} (avant : {best})", "Nueva mejor marca: {score} (antes: {best})",
      "Nuovo record: {score} (prima: {best})", "Novo recorde: {score} (antes: {best})",
      "Nieuw record: {score} (eerder: {best})",
    ],
    "sameBest": [
      "As good as your best: {best}", "So gut wie deine Bestleistung: {best}", "Record égalé : {best}",
      "Igual que tu mejor marca: {best}", "Record eguagliato: {best}", "Recorde igualado: {best}",
      "Record geëvenaard: {best}",
    ],
    "bestBefore": [
      "Best so far: {best}", "Bestleistung bisher: {best}", "Record : {best}", "Mejor marca: {best}",
      "Record: {best}", "Recorde: {best}", "Record: {best}",
    ],
    "newBest": [
      "New best", "Neue Bestleistung", "Nouveau record", "Nueva mejor marca", "Nuovo record", "Novo recorde",
      "Nieuw record",
    ],
    "best": ["Best so far", "Bestleistung", "Record", "Mejor marca", "Record", "Recorde", "Record"],
    "effortOf": [
      "Effort {n} of 10", "Anstrengung {n} von 10", "Effort {n} sur 10", "Esfuerzo {n} de 10", "Sforzo {n} su 10",
      "Esforço {n} de 10", "Inspanning {n} van 10",
    ],
    "cueCounts": [
      "cues: {counts}", "Ansagen: {counts}", "annonces : {counts}", "avisos: {counts}", "annunci: {counts}",
      "avisos: {counts}", "signalen: {counts}",
    ],
    "onTimeCues": ["on time", "pünktlich", "à l'heure", "a tiempo", "puntuali", "na hora", "op tijd"],
    "lateCues": ["late", "verspätet", "en retard", "tarde", "in ritardo", "atrasados", "te laat"],
    "skippedCues": ["left out", "ausgelassen", "omises", "omitidos", "saltati", "omitidos", "weggelaten"],
    "collapsedCues": [
      "replaced by a newer cue", "von neueren ersetzt", "remplacées", "sustituidos", "sostituiti", "substituídos",
      "vervangen",
    ],
    "failedCues": [
      "not spoken", "nicht gesprochen", "non prononcées", "sin voz", "non pronunciati", "não falados",
      "niet uitgesproken",
    ],
    "stoppedIn": [
      "Stopped in {name}", "Beendet in {name}", "Arrêté dans {name}", "Parado en {name}", "Fermato in {name}",
      "Parado em {name}", "Gestopt in {name}",
    ],
    "firstPhase": [
      "the first of {of} phases", "der ersten von {of} Phasen", "la première de {of} phases",
      "la primera de {of} fases", "la prima di {of} fasi", "a primeira de {of} fases", "de eerste van {of} fasen",
    ],
    "lastPhase": [
      "the last of {of} phases", "der letzten von {of} Phasen", "la dernière de {of} phases", "la última de {of} fases",
      "l'ultima di {of} fasi", "a última de {of} fases", "de laatste van {of} fasen",
    ],
    "phaseOf": [
      "phase {n} of {of}", "Phase {n} von {of}", "phase {n} sur {of}", "fase {n} de {of}", "fase {n} di {of}",
      "fase {n} de {of}", "fase {n} van {of}",
    ],
    "continueWith": [
      "Continue: {command}", "Weiter: {command}", "Continuer : {command}", "Seguir: {command}", "Continua: {command}",
      "Continuar: {command}", "Verder: {command}",
    ],
  ]
}

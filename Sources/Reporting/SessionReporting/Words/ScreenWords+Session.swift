extension ScreenWords {
  /// The texts of a session, in the order of the languages.
  static let session: [String: [String]] = [
    "preparing": [
      "Preparing", "Gleich geht es los", "Préparation", "Preparando", "Preparazione", "Preparando", "Voorbereiden",
    ],
    "paused": ["Paused", "Pause", "En pause", "En pausa", "In pausa", "Em pausa", "Gepauzeerd"],
    "pausedInterruption": [
      "Paused: interrupted", "Pause: unterbrochen", "En pause : interrompu", "En pausa: interrumpido",
      "In pausa: interrotto", "Em pausa: interrompido", "Gepauzeerd: onderbroken",
    ],
    "pausedSuspend": [
      "Paused: the machine slept", "Pause: das Gerät schlief", "En pause : la machine dormait",
      "En pausa: el equipo dormía", "In pausa: il computer dormiva", "Em pausa: a máquina dormiu",
      "Gepauzeerd: het apparaat sliep",
    ],
    "pausedRestored": [
      "Paused at the stored position", "Pause: es geht weiter, wo es aufhörte", "En pause : repris là où c'était",
      "En pausa: sigue donde quedó", "In pausa: ripreso da dov'era", "Em pausa: continua de onde parou",
      "Gepauzeerd: verder waar het was",
    ],
    "continuesIn": [
      "continues in {n}", "weiter in {n}", "reprise dans {n}", "sigue en {n}", "riprende tra {n}", "continua em {n}",
      "verder over {n}",
    ],
    "ending": ["Ending", "Gleich vorbei", "Fin", "Terminando", "Sta finendo", "Terminando", "Bijna klaar"],
    "over": ["Over", "Vorbei", "Terminé", "Terminado", "Finito", "Terminado", "Voorbij"],
    "finishedAfter": [
      "Completed after {time}", "Fertig nach {time}", "Terminé après {time}", "Terminado tras {time}",
      "Finito dopo {time}", "Terminado após {time}", "Klaar na {time}",
    ],
    "stoppedAfter": [
      "Stopped after {time}", "Beendet nach {time}", "Arrêté après {time}", "Parado tras {time}", "Fermato dopo {time}",
      "Parado após {time}", "Gestopt na {time}",
    ],
    "interruptedAt": [
      "Interrupted at {time}", "Unterbrochen bei {time}", "Interrompu à {time}", "Interrumpido a {time}",
      "Interrotto a {time}", "Interrompido em {time}", "Onderbroken op {time}",
    ],
    "takenOverAt": [
      "Another workout took over at {time}", "Ein anderes Training übernahm bei {time}",
      "Un autre entraînement a pris la place à {time}", "Otro entrenamiento tomó el sonido a {time}",
      "Un altro allenamento è subentrato a {time}", "Outro treino assumiu em {time}",
      "Een andere training nam over op {time}",
    ],
    "failed": [
      "This workout could not go on", "Dieses Training konnte nicht weiterlaufen",
      "Cet entraînement n'a pas pu continuer", "Este entrenamiento no pudo seguir",
      "Questo allenamento non ha potuto continuare", "Este treino não pôde continuar",
      "Deze training kon niet doorgaan",
    ],
    "wellDone": ["Well done", "Gut gemacht", "Bravo", "Bien hecho", "Ben fatto", "Muito bem", "Goed gedaan"],
    "thisWeek": [
      "This week", "Diese Woche", "Cette semaine", "Esta semana", "Questa settimana", "Esta semana", "Deze week",
    ],
    "thisMonth": ["This month", "Dieser Monat", "Ce mois", "Este mes", "Questo mese", "Este mês", "Deze maand"],
    "streak": [
      "Days in a row", "Tage am Stück", "Jours de suite", "Días seguidos", "Giorni di fila", "Dias seguidos",
      "Dagen op rij",
    ],
    "sessionCount": [
      "1 workout~{n} workouts", "1 Training~{n} Trainings", "1 séance~{n} séances", "1 sesión~{n} sesiones",
      "1 allenamento~{n} allenamenti", "1 treino~{n} treinos", "1 training~{n} trainingen",
    ],
    "hours": ["{time} h", "{time} h", "{time} h", "{time} h", "{time} h", "{time} h", "{time} u"],
    "minutes": ["{n} min", "{n} min", "{n} min", "{n} min", "{n} min", "{n} min", "{n} min"],
    "noContact": [
      "No contact", "Keine Verbindung", "Pas de contact", "Sin contacto", "Nessun contatto", "Sem contato",
      "Geen contact",
    ],
    "noContactSince": [
      "No contact since {time}", "Keine Verbindung seit {time}", "Pas de contact depuis {time}",
      "Sin contacto desde {time}", "Nessun contatto da {time}", "Sem contato desde {time}", "Geen contact sinds {time}",
    ],
    "time": ["Time", "Zeit", "Temps", "Tiempo", "Tempo", "Tempo", "Tijd"],
    "silent": ["silent", "ohne Ton", "sans son", "sin sonido", "senza audio", "sem som", "zonder geluid"],
    "stopping": ["Stopping", "Wird beendet", "Arrêt", "Parando", "Si ferma", "Parando", "Stopt"],
    "noSound": ["No sound", "Kein Ton", "Pas de son", "Sin sonido", "Senza audio", "Sem som", "Geen geluid"],
    "muted": ["Muted", "Ton aus", "Son coupé", "Silenciado", "Muto", "Sem som", "Gedempt"],
    "noAnswer": [
      "No answer", "Keine Antwort", "Pas de réponse", "Sin respuesta", "Nessuna risposta", "Sem resposta",
      "Geen antwoord",
    ],
    "noAccess": [
      "This screen has no key yet. Open the link of this timer, or scan its code.",
      "Dieses Gerät hat noch keinen Schlüssel. Öffne den Link dieses Timers oder scanne seinen Code.",
      "Cet écran n'a pas encore de clé. Ouvre le lien de ce minuteur ou scanne son code.",
      "Esta pantalla aún no tiene llave. Abre el enlace de este temporizador o escanea su código.",
      "Questo schermo non ha ancora una chiave. Apri il link di questo timer o scansiona il suo codice.",
      "Esta tela ainda não tem chave. Abra o link deste temporizador ou leia o código.",
      "Dit scherm heeft nog geen sleutel. Open de link van deze timer of scan de code.",
    ],
    "wrongKey": [
      "This link is no longer valid: ask for the new one.", "Dieser Link gilt nicht mehr: Lass dir den neuen geben.",
      "Ce lien n'est plus valable : demande le nouveau.", "Este enlace ya no vale: pide el nuevo.",
      "Questo link non vale più: chiedi quello nuovo.", "Este link não vale mais: peça o novo.",
      "Deze link geldt niet meer: vraag om de nieuwe.",
    ],
    "left": [
      "{time} left", "noch {time}", "reste {time}", "quedan {time}", "restano {time}", "faltam {time}", "nog {time}",
    ],
    "openEnd": ["open end", "offenes Ende", "fin libre", "final abierto", "fine libera", "final aberto", "open einde"],
    "elapsed": [
      "{time} elapsed", "{time} vorbei", "{time} écoulé", "{time} pasado", "{time} trascorso", "{time} passado",
      "{time} voorbij",
    ],
    "total": [
      "{time} total", "{time} gesamt", "{time} au total", "{time} en total", "{time} in tutto", "{time} no total",
      "{time} totaal",
    ],
    "leftOfPhase": [
      "{time} left of the phase", "noch {time} hier", "reste {time} ici", "quedan {time} aquí", "restano {time} qui",
      "faltam {time} aqui", "nog {time} hier",
    ],
    "nextPhase": [
      "Next: {name}", "Dann: {name}", "Suivant : {name}", "Sigue: {name}", "Poi: {name}", "Depois: {name}",
      "Straks: {name}",
    ],
    "thenPhase": [
      "then {name}", "danach {name}", "puis {name}", "luego {name}", "e dopo {name}", "e depois {name}", "dan {name}",
    ],
    "theEnd": ["the end", "Schluss", "la fin", "el final", "la fine", "o fim", "het einde"],
    "untilDone": ["until done", "bis fertig", "libre", "hasta acabar", "fino a fine", "até terminar", "tot klaar"],
    "whenDone": [
      "Enter when you are done", "Enter, wenn du fertig bist", "Entrée quand tu as fini", "Intro cuando acabes",
      "Invio quando hai finito", "Enter ao terminar", "Enter als je klaar bent",
    ],
    "asDone": [
      "Until you are done", "Bis du fertig bist", "Jusqu'à ce que tu aies fini", "Hasta que acabes",
      "Finché non hai finito", "Até você terminar", "Tot je klaar bent",
    ],
    "isDone": [
      "Done: it ends by itself", "Fertig: Sie endet von selbst", "Fini : elle finit toute seule", "Hecho: acaba sola",
      "Fatto: finisce da sola", "Feito: termina sozinha", "Klaar: ze eindigt vanzelf",
    ],
    "reps": [
      "1 rep~{n} reps", "1 Wdh.~{n} Wdh.", "1 rép.~{n} rép.", "1 rep.~{n} reps.", "1 rip.~{n} rip.", "1 rep.~{n} reps.",
      "1 keer~{n} keer",
    ],
    "rep": [
      "rep {n} of {of}", "Wdh. {n} von {of}", "rép. {n} sur {of}", "rep. {n} de {of}", "rip. {n} di {of}",
      "rep. {n} de {of}", "{n} van {of} keer",
    ],
    "heartRate": ["{n} bpm", "Puls {n}", "{n} bpm", "{n} ppm", "{n} bpm", "{n} bpm", "{n} bpm"],
    "zone": ["zone {n}", "Zone {n}", "zone {n}", "zona {n}", "zona {n}", "zona {n}", "zone {n}"],
    "set": ["set", "Satz", "série", "serie", "serie", "série", "set"],
    "round": ["round", "Runde", "tour", "ronda", "giro", "volta", "ronde"],
    "countOf": [
      "{name} {n} of {of}", "{name} {n} von {of}", "{name} {n} sur {of}", "{name} {n} de {of}", "{name} {n} di {of}",
      "{name} {n} de {of}", "{name} {n} van {of}",
    ],
    "plays": [
      "plays {name}", "spielt {name}", "joue {name}", "suena {name}", "suona {name}", "toca {name}", "speelt {name}",
    ],
  ]
}

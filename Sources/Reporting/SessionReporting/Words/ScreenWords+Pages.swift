extension ScreenWords {
  /// The texts of pages and keys, in the order of the languages.
  static let pages: [String: [String]] = [
    "noWorkout": [
      "No workout is running", "Gerade läuft kein Training", "Aucun entraînement en cours",
      "No hay ningún entrenamiento", "Nessun allenamento in corso", "Nenhum treino em andamento",
      "Er loopt geen training",
    ],
    "startWithPhone": [
      "Start with your phone", "Starte mit dem Handy", "Démarre avec ton téléphone", "Empieza con tu móvil",
      "Avvia col telefono", "Comece com o celular", "Start met je telefoon",
    ],
    "remote": ["Remote", "Fernbedienung", "Commande", "Mando", "Comando", "Controle", "Bediening"],
    "workouts": ["Workouts", "Trainings", "Séances", "Sesiones", "Allenamenti", "Treinos", "Trainingen"],
    "history": ["History", "Verlauf", "Historique", "Historial", "Cronologia", "Histórico", "Geschiedenis"],
    "pages": ["Pages", "Seiten", "Pages", "Páginas", "Pagine", "Páginas", "Pagina's"],
    "search": ["Search", "Suchen", "Chercher", "Buscar", "Cerca", "Buscar", "Zoeken"],
    "all": ["All", "Alle", "Tous", "Todos", "Tutti", "Todos", "Alle"],
    "favourites": [
      "Favourites", "Favoriten", "Favoris", "Favoritos", "Preferiti", "Favoritos", "Favorieten",
    ],
    "nothingFound": [
      "Nothing found", "Nichts gefunden", "Rien trouvé", "No hay nada", "Nessun risultato", "Nada encontrado",
      "Niets gevonden",
    ],
    "noWorkouts": [
      "There are no workouts here yet", "Hier gibt es noch keine Trainings", "Il n'y a pas encore de séances ici",
      "Aún no hay entrenamientos aquí", "Qui non ci sono ancora allenamenti", "Ainda não há treinos aqui",
      "Hier zijn nog geen trainingen",
    ],
    "noSessions": [
      "Nothing yet: your workouts will be here", "Noch nichts: Hier stehen bald deine Trainings",
      "Rien encore : tes séances seront ici", "Nada todavía: aquí verás tus sesiones",
      "Ancora niente: qui vedrai i tuoi allenamenti", "Nada ainda: seus treinos ficarão aqui",
      "Nog niets: hier komen je trainingen",
    ],
    "programmes": ["Programmes", "Programme", "Programmes", "Programas", "Programmi", "Programas", "Programma's"],
    "lastWorkouts": [
      "Your last workouts", "Deine letzten Trainings", "Tes dernières séances", "Tus últimas sesiones",
      "I tuoi ultimi allenamenti", "Seus últimos treinos", "Je laatste trainingen",
    ],
    "weekDay": [
      "Week {week}, day {day}", "Woche {week}, Tag {day}", "Semaine {week}, jour {day}", "Semana {week}, día {day}",
      "Settimana {week}, giorno {day}", "Semana {week}, dia {day}", "Week {week}, dag {day}",
    ],
    "programmeDone": [
      "All done", "Alles geschafft", "Tout est fait", "Todo hecho", "Tutto fatto", "Tudo feito", "Alles gedaan",
    ],
    "fromLink": [
      "A workout from a link", "Ein Training aus einem Link", "Une séance reçue par un lien", "Una sesión de un enlace",
      "Un allenamento da un link", "Um treino de um link", "Een training uit een link",
    ],
    "brokenLink": [
      "There is no whole workout in this link: ask for it again",
      "In diesem Link steckt kein vollständiges Training: Lass ihn dir noch einmal schicken",
      "Ce lien ne contient pas de séance complète : demande-le à nouveau",
      "Este enlace no contiene una sesión completa: pídelo otra vez",
      "Questo link non contiene un allenamento completo: richiedilo",
      "Este link não contém um treino completo: peça de novo",
      "In deze link zit geen hele training: vraag hem opnieuw",
    ],
    "lostSounds": [
      "without its own sounds", "ohne eigene Klänge", "sans ses propres sons", "sin sus propios sonidos",
      "senza i suoi suoni", "sem seus próprios sons", "zonder eigen geluiden",
    ],
    "keep": ["Keep", "Behalten", "Garder", "Guardar", "Conserva", "Guardar", "Bewaren"],
    "kept": [
      "Kept as {name}.", "Behalten als {name}.", "Gardée sous le nom {name}.", "Guardada como {name}.",
      "Conservato come {name}.", "Guardado como {name}.", "Bewaard als {name}.",
    ],
    "open": ["open", "offen", "libre", "libre", "libero", "livre", "open"],
    "line": [
      "Line {n}: {problem}", "Zeile {n}: {problem}", "Ligne {n} : {problem}", "Línea {n}: {problem}",
      "Riga {n}: {problem}", "Linha {n}: {problem}", "Regel {n}: {problem}",
    ],
    "phases": ["What comes", "Was kommt", "Le déroulement", "Lo que viene", "Cosa viene", "O que vem", "Wat er komt"],
    "says": [
      "What you hear", "Was du hörst", "Ce que tu entends", "Lo que oyes", "Cosa senti", "O que você ouve",
      "Wat je hoort",
    ],
    "pausedAsk": [
      "{name} is paused: resume or end it?", "{name} macht Pause: weiter oder beenden?",
      "{name} est en pause : reprendre ou terminer ?", "{name} está en pausa: ¿seguir o terminar?",
      "{name} è in pausa: riprendere o terminare?", "{name} está em pausa: continuar ou encerrar?",
      "{name} is gepauzeerd: verder of beëindigen?",
    ],
    "endIt": ["End it", "Beenden", "Terminer", "Terminar", "Termina", "Encerrar", "Beëindigen"],
    "planned": ["Planned", "Geplant", "Prévu", "Previsto", "Previsto", "Planejado", "Gepland"],
    "actual": ["Done", "Gemacht", "Fait", "Hecho", "Fatto", "Feito", "Gedaan"],
    "cuesLate": [
      "Cues: {late} late, {missed} missed", "Ansagen: {late} spät, {missed} verpasst",
      "Annonces : {late} en retard, {missed} manquées", "Avisos: {late} tarde, {missed} perdidos",
      "Annunci: {late} in ritardo, {missed} persi", "Avisos: {late} atrasados, {missed} perdidos",
      "Signalen: {late} te laat, {missed} gemist",
    ],
    "completed": ["Completed", "Geschafft", "Terminé", "Completado", "Completato", "Completo", "Voltooid"],
    "stopped": ["Stopped", "Beendet", "Arrêté", "Parado", "Fermato", "Parado", "Gestopt"],
    "interrupted": [
      "Interrupted", "Unterbrochen", "Interrompu", "Interrumpido", "Interrotto", "Interrompido", "Onderbroken",
    ],
    "running": ["Running", "Läuft", "En cours", "En marcha", "In corso", "Em andamento", "Loopt"],
    "mayGoDark": [
      "Tap to keep the screen on", "Tippen, damit der Bildschirm anbleibt", "Touche pour garder l'écran allumé",
      "Toca para mantener la pantalla", "Tocca per tenere lo schermo acceso", "Toque para manter a tela ligada",
      "Tik om het scherm aan te houden",
    ],
    "cannotPlay": [
      "This browser can't play the sound: open the file in another one",
      "Dieser Browser kann den Ton nicht abspielen: Öffne die Datei in einem anderen",
      "Ce navigateur ne peut pas lire le son : ouvre le fichier dans un autre",
      "Este navegador no puede reproducir el sonido: abre el archivo en otro",
      "Questo browser non può riprodurre l'audio: apri il file in un altro",
      "Este navegador não toca o som: abra o arquivo em outro",
      "Deze browser kan het geluid niet afspelen: open het bestand in een andere",
    ],
    "jumpTo": [
      "Jump to a set (3) or a time (3:20):", "Springe zu einem Satz (3) oder einer Zeit (3:20):",
      "Aller à une série (3) ou un temps (3:20) :", "Ir a una serie (3) o un tiempo (3:20):",
      "Vai a una serie (3) o a un tempo (3:20):", "Ir para uma série (3) ou um tempo (3:20):",
      "Ga naar een set (3) of een tijd (3:20):",
    ],
    "noFullScreen": [
      "This browser has no full-screen mode", "Dieser Browser kann kein Vollbild",
      "Ce navigateur n'a pas de plein écran", "Este navegador no tiene pantalla completa",
      "Questo browser non ha lo schermo intero", "Este navegador não tem tela cheia",
      "Deze browser heeft geen volledig scherm",
    ],
    "noPage": [
      "There is no such page", "Diese Seite gibt es nicht", "Cette page n'existe pas", "Esta página no existe",
      "Questa pagina non esiste", "Esta página não existe", "Deze pagina bestaat niet",
    ],
    "keys": ["Keys", "Tasten", "Touches", "Teclas", "Tasti", "Teclas", "Toetsen"],
    "keyPause": [
      "pause, resume", "Pause, weiter", "pause, reprise", "pausa, seguir", "pausa, riprendi", "pausa, continuar",
      "pauze, verder",
    ],
    "keyNext": [
      "next phase, or done in an open one", "nächste Phase; fertig, in einer offenen",
      "phase suivante ; fini, si elle est libre", "fase siguiente; hecho, si es libre",
      "fase successiva; fatto, se è libera", "próxima fase; feito, se for livre",
      "volgende fase; klaar, in een open fase",
    ],
    "keyRestart": [
      "restart the phase", "Phase von vorn", "recommencer la phase", "repetir la fase", "ricomincia la fase",
      "repetir a fase", "fase opnieuw",
    ],
    "keySeek": [
      "5 s back, forward", "5 s zurück, vor darin", "5 s en arrière, en avant", "5 s atrás, adelante",
      "5 s indietro, avanti", "5 s para trás, para frente", "5 s terug, vooruit",
    ],
    "keyJump": [
      "jump to a set or a time", "zu einem Satz oder einer Zeit", "aller à une série ou un temps",
      "ir a una serie o un tiempo", "vai a una serie o a un tempo", "ir para uma série ou um tempo",
      "naar een set of een tijd",
    ],
    "keyLength": [
      "15 s more, less", "15 s mehr, weniger", "15 s de plus, de moins", "15 s más, menos", "15 s in più, in meno",
      "15 s a mais, a menos", "15 s meer, minder",
    ],
    "keyUndo": [
      "undo, redo a move", "rückgängig, wiederholen", "annuler, rétablir", "deshacer, rehacer", "annulla, ripristina",
      "desfazer, refazer", "ongedaan, opnieuw",
    ],
    "keyVolume": [
      "quieter, louder", "leiser, lauter", "moins fort, plus fort", "más bajo, más alto", "più piano, più forte",
      "mais baixo, mais alto", "zachter, harder",
    ],
    "keyStop": ["stop", "beenden", "arrêter", "parar", "finire", "parar", "stoppen"],
    "keyScreen": [
      "full screen", "Vollbild", "plein écran", "pantalla completa", "schermo intero", "tela cheia", "volledig scherm",
    ],
    "keySuspend": [
      "pause and suspend; fg or bg resumes", "Pause und anhalten; weiter mit fg oder bg",
      "pause et suspension ; fg ou bg reprend", "pausa y suspender; fg o bg sigue",
      "pausa e sospendi; fg o bg riprende", "pausa e suspender; fg ou bg continua",
      "pauzeren en opschorten; fg of bg hervat",
    ],
    "keyHelp": [
      "show or hide the keys", "Tasten zeigen oder verbergen", "montrer ou cacher les touches",
      "mostrar u ocultar las teclas", "mostra o nascondi i tasti", "mostrar ou ocultar as teclas",
      "toetsen tonen of verbergen",
    ],
  ]
}

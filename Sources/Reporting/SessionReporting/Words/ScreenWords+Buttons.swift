extension ScreenWords {
  /// The texts of intensities and buttons, in the order of the languages.
  static let buttons: [String: [String]] = [
    "high": ["Work", "Arbeit", "Effort", "Trabajo", "Lavoro", "Trabalho", "Werk"],
    "low": ["Easy", "Locker", "Facile", "Suave", "Leggero", "Leve", "Rustig"],
    "rest": ["Rest", "Pause", "Repos", "Descanso", "Riposo", "Descanso", "Rust"],
    "prepare": ["Get ready", "Bereit machen", "Prêt", "Prepárate", "Preparati", "Prepare-se", "Klaarmaken"],
    "warmup": ["Warm-up", "Aufwärmen", "Échauffement", "Calentamiento", "Riscaldamento", "Aquecimento", "Warming-up"],
    "cooldown": [
      "Cool-down", "Abkühlen", "Retour au calme", "Vuelta a la calma", "Defaticamento", "Desaquecimento",
      "Cooling-down",
    ],
    "sit": ["Sit still", "Stillsitzen", "Assise", "Quietud", "Stare seduti", "Quietude", "Stil zitten"],
    "pause": ["Pause", "Pause", "Pause", "Pausa", "Pausa", "Pausa", "Pauze"],
    "resume": ["Resume", "Weiter", "Reprendre", "Seguir", "Riprendi", "Continuar", "Verder"],
    "next": ["Next", "Weiter", "Suivant", "Siguiente", "Avanti", "Próximo", "Volgende"],
    "done": ["Done", "Fertig", "Fini", "Hecho", "Fatto", "Feito", "Klaar"],
    "back": ["Back", "Zurück", "Retour", "Atrás", "Indietro", "Voltar", "Terug"],
    "undo": ["Undo", "Rückgängig", "Annuler", "Deshacer", "Annulla", "Desfazer", "Ongedaan"],
    "holdToStop": [
      "Hold to stop", "Zum Beenden halten", "Maintenir pour arrêter", "Mantén para parar", "Tieni premuto per finire",
      "Segure para parar", "Houd vast om te stoppen",
    ],
    "stopLabel": [
      "Stop: hold for a second", "Beenden: eine Sekunde halten", "Arrêter : maintenir une seconde",
      "Parar: mantén un segundo", "Finire: tieni premuto un secondo", "Parar: segure um segundo",
      "Stoppen: houd een seconde vast",
    ],
    "mute": ["Mute", "Ton aus", "Couper le son", "Silenciar", "Senza audio", "Sem som", "Geluid uit"],
    "unmute": ["Unmute", "Ton an", "Remettre le son", "Con sonido", "Con audio", "Com som", "Geluid aan"],
    "volume": ["Volume", "Lautstärke", "Volume", "Volumen", "Volume", "Volume", "Volume"],
    "less": [
      "15 s less", "15 s weniger", "15 s de moins", "15 s menos", "15 s in meno", "15 s a menos", "15 s minder",
    ],
    "more": ["15 s more", "15 s mehr", "15 s de plus", "15 s más", "15 s in più", "15 s a mais", "15 s meer"],
    "start": ["Start", "Start", "Démarrer", "Empezar", "Avvia", "Começar", "Start"],
    "takeOver": [
      "Take over", "Übernehmen", "Prendre la place", "Tomar el sonido", "Prendi il posto", "Assumir", "Overnemen",
    ],
    "takeOverAsk": [
      "{name} is running. Taking over pauses it.", "{name} läuft. Übernehmen hält es an.",
      "{name} est en cours. Prendre sa place le met en pause.", "{name} está en marcha. Tomar el sonido lo pausa.",
      "{name} è in corso. Prenderne il posto lo mette in pausa.", "{name} está em andamento. Assumir o pausa.",
      "{name} loopt. Overnemen pauzeert het.",
    ],
  ]
}

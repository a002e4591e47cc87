extension ScreenWords {
  /// Why a run refuses a request, by the reason in English up to a colon, in the order of the languages.
  static let refusals: [String: [String]] = [
    "notPossible": [
      "That isn't possible now", "Das geht gerade nicht", "Ce n'est pas possible maintenant",
      "Ahora no es posible", "Ora non è possibile", "Agora não é possível", "Dat kan nu niet",
    ],
    "toggled less than 0.5 s before": [
      "Toggled less than 0.5 s before", "Gerade erst gedrückt", "Pressé il y a un instant", "Pulsado hace un instante",
      "Premuto un attimo fa", "Pressionado há um instante", "Net al ingedrukt",
    ],
    "it is paused already": [
      "It is paused already", "Es ist schon angehalten", "C'est déjà en pause", "Ya está en pausa", "È già in pausa",
      "Já está em pausa", "Het is al gepauzeerd",
    ],
    "it isn't paused": [
      "It isn't paused", "Es ist nicht angehalten", "Ce n'est pas en pause", "No está en pausa", "Non è in pausa",
      "Não está em pausa", "Het is niet gepauzeerd",
    ],
    "there is nothing to undo": [
      "There is nothing to undo", "Es gibt nichts rückgängig zu machen", "Il n'y a rien à annuler",
      "No hay nada que deshacer", "Non c'è niente da annullare", "Não há nada para desfazer",
      "Er is niets ongedaan te maken",
    ],
    "there is nothing to redo": [
      "There is nothing to redo", "Es gibt nichts zu wiederholen", "Il n'y a rien à rétablir",
      "No hay nada que rehacer", "Non c'è niente da ripristinare", "Não há nada para refazer",
      "Er is niets opnieuw te doen",
    ],
    "nothing of this phase is left": [
      "Nothing of this phase is left", "Von dieser Phase ist nichts mehr übrig", "Il ne reste rien de cette phase",
      "No queda nada de esta fase", "Di questa fase non resta nulla", "Não resta nada desta fase",
      "Van deze fase is niets meer over",
    ],
    "this phase ends when you say done": [
      "This phase ends when you say done", "Diese Phase endet, wenn du fertig bist",
      "Cette phase finit quand tu as fini", "Esta fase acaba cuando tú acabes", "Questa fase finisce quando hai finito",
      "Esta fase termina quando você terminar", "Deze fase eindigt als je klaar bent",
    ],
    "it is done already: this phase ends by itself": [
      "It is done already: this phase ends by itself", "Schon fertig: Diese Phase endet von selbst",
      "C'est déjà fini : cette phase finit toute seule", "Ya está hecho: esta fase acaba sola",
      "È già fatto: questa fase finisce da sola", "Já está feito: esta fase termina sozinha",
      "Het is al klaar: deze fase eindigt vanzelf",
    ],
    "this phase is over": [
      "This phase is over", "Diese Phase ist vorbei", "Cette phase est finie", "Esta fase ha terminado",
      "Questa fase è finita", "Esta fase acabou", "Deze fase is voorbij",
    ],
    "a phase lasts at most 24 hours": [
      "A phase lasts at most 24 hours", "Eine Phase dauert höchstens 24 Stunden", "Une phase dure au plus 24 heures",
      "Una fase dura como máximo 24 horas", "Una fase dura al massimo 24 ore", "Uma fase dura no máximo 24 horas",
      "Een fase duurt hooguit 24 uur",
    ],
    "the workout hasn't begun": [
      "The workout hasn't begun", "Das Training hat noch nicht begonnen", "La séance n'a pas commencé",
      "La sesión no ha empezado", "L'allenamento non è iniziato", "O treino não começou",
      "De training is nog niet begonnen",
    ],
    "the workout is ending": [
      "The workout is ending", "Das Training endet gerade", "La séance se termine", "La sesión está terminando",
      "L'allenamento sta finendo", "O treino está terminando", "De training eindigt net",
    ],
    "the workout is over": [
      "The workout is over", "Das Training ist vorbei", "La séance est finie", "La sesión ha terminado",
      "L'allenamento è finito", "O treino acabou", "De training is voorbij",
    ],
    "Another run holds the audio session": [
      "Another workout has the sound", "Ein anderes Training hat den Ton", "Une autre séance a le son",
      "Otra sesión tiene el sonido", "Un altro allenamento ha l'audio", "Outro treino tem o som",
      "Een andere training heeft het geluid",
    ],
  ]

  /// Why a run refuses a request, as a sentence; in English if the reason has no translation.
  func refusal(_ reason: String) -> String {
    let text = self[reason.split(separator: ":").first.map(String.init) ?? ""]
    return text.isEmpty ? reason.prefix(1).uppercased() + reason.dropFirst() : text
  }
}

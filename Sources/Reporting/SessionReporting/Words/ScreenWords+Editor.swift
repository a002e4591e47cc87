extension ScreenWords {
  /// The texts of the page that edits a workout, in the order of the languages.
  static let editor: [String: [String]] = [
    "edit": ["Edit", "Bearbeiten", "Modifier", "Editar", "Modifica", "Editar", "Bewerken"],
    "newWorkout": [
      "New workout", "Neues Training", "Nouvelle séance", "Nueva sesión", "Nuovo allenamento", "Novo treino",
      "Nieuwe training",
    ],
    "save": ["Save", "Sichern", "Enregistrer", "Guardar", "Salva", "Salvar", "Opslaan"],
    "saved": ["Saved", "Gesichert", "Enregistré", "Guardado", "Salvato", "Salvo", "Opgeslagen"],
    "redo": ["Redo", "Wiederholen", "Rétablir", "Rehacer", "Ripristina", "Refazer", "Opnieuw"],
    "tryHere": [
      "Try from here", "Von hier probieren", "Essayer d'ici", "Probar desde aquí", "Prova da qui",
      "Testar daqui", "Vanaf hier proberen",
    ],
    "saveAndTry": [
      "Save and try from here", "Sichern und von hier probieren", "Enregistrer et essayer d'ici",
      "Guardar y probar desde aquí", "Salva e prova da qui", "Salvar e testar daqui", "Opslaan en vanaf hier proberen",
    ],
    "tried": [
      "{name} is running", "{name} läuft", "{name} est en cours", "{name} está en marcha", "{name} è in corso",
      "{name} está em andamento", "{name} loopt",
    ],
    "stop": ["Stop", "Beenden", "Arrêter", "Parar", "Ferma", "Parar", "Stoppen"],
    "phase": ["Phase", "Phase", "Phase", "Fase", "Fase", "Fase", "Fase"],
    "group": ["Group", "Gruppe", "Groupe", "Grupo", "Gruppo", "Grupo", "Groep"],
    "addPhase": [
      "Add a phase", "Phase hinzufügen", "Ajouter une phase", "Añadir una fase", "Aggiungi una fase",
      "Adicionar uma fase", "Fase toevoegen",
    ],
    "addGroup": [
      "Add a group", "Gruppe hinzufügen", "Ajouter un groupe", "Añadir un grupo", "Aggiungi un gruppo",
      "Adicionar um grupo", "Groep toevoegen",
    ],
    "add": ["Add", "Hinzufügen", "Ajouter", "Añadir", "Aggiungi", "Adicionar", "Toevoegen"],
    "quick": [
      "In short: 8x20/10", "Kurz: 8x20/10", "En bref : 8x20/10", "En corto: 8x20/10", "In breve: 8x20/10",
      "Resumido: 8x20/10", "Kort: 8x20/10",
    ],
    "name": ["Name", "Name", "Nom", "Nombre", "Nome", "Nome", "Naam"],
    "length": ["Length", "Dauer", "Durée", "Duración", "Durata", "Duração", "Duur"],
    "effort": ["Effort", "Belastung", "Effort", "Esfuerzo", "Sforzo", "Esforço", "Inspanning"],
    "repetitions": [
      "Reps", "Wiederholungen", "Répétitions", "Repeticiones", "Ripetizioni", "Repetições", "Herhalingen",
    ],
    "notes": ["Notes", "Notizen", "Notes", "Notas", "Note", "Notas", "Notities"],
    "sets": ["Sets", "Sätze", "Séries", "Series", "Serie", "Séries", "Sets"],
    "totalTime": [
      "Total time", "Gesamtzeit", "Temps total", "Tiempo total", "Tempo totale", "Tempo total", "Totale tijd",
    ],
    "every": ["Every", "Alle", "Toutes les", "Cada", "Ogni", "A cada", "Elke"],
    "timeLimit": [
      "Time limit", "Zeitlimit", "Temps limite", "Tiempo límite", "Tempo limite", "Tempo limite", "Tijdslimiet",
    ],
    "moveUp": ["Up", "Nach oben", "Monter", "Subir", "Su", "Subir", "Omhoog"],
    "moveDown": ["Down", "Nach unten", "Descendre", "Bajar", "Giù", "Descer", "Omlaag"],
    "copy": ["Copy", "Kopieren", "Copier", "Copiar", "Copia", "Copiar", "Kopiëren"],
    "delete": ["Delete", "Löschen", "Supprimer", "Borrar", "Elimina", "Excluir", "Verwijderen"],
    "moreFor": [
      "More about {name}", "Mehr zu {name}", "Plus sur {name}", "Más sobre {name}", "Altro su {name}",
      "Mais sobre {name}", "Meer over {name}",
    ],
    "asText": ["As text", "Als Text", "En texte", "Como texto", "Come testo", "Como texto", "Als tekst"],
    "onlyInText": [
      "Only in the text, and kept: {list}", "Nur im Text, und bleibt: {list}", "Dans le texte, et conservé : {list}",
      "Solo en el texto, y se conserva: {list}", "Solo nel testo, e resta: {list}",
      "Só no texto, e fica: {list}", "Alleen in de tekst, en blijft: {list}",
    ],
    "block": ["Block", "Baustein", "Bloc", "Bloque", "Blocco", "Bloco", "Blok"],
    "draftFound": [
      "Your changes of {time} aren't saved.", "Deine Änderungen von {time} sind nicht gesichert.",
      "Tes modifications de {time} ne sont pas enregistrées.", "Tus cambios de {time} no están guardados.",
      "Le tue modifiche delle {time} non sono salvate.", "Suas mudanças de {time} não estão salvas.",
      "Je wijzigingen van {time} zijn niet opgeslagen.",
    ],
    "goOn": [
      "Continue with them", "Damit weitermachen", "Continuer avec elles", "Seguir con ellos", "Continua con quelle",
      "Continuar com elas", "Daarmee verder",
    ],
    "discard": ["Discard", "Verwerfen", "Abandonner", "Descartar", "Scarta", "Descartar", "Weggooien"],
    "fileChanged": [
      "The file has changed meanwhile.", "Die Datei wurde inzwischen geändert.", "Le fichier a changé entre-temps.",
      "El archivo ha cambiado entretanto.", "Il file è cambiato nel frattempo.", "O arquivo mudou nesse meio-tempo.",
      "Het bestand is intussen veranderd.",
    ],
    "mine": ["Yours", "Deins", "Le tien", "El tuyo", "Il tuo", "O seu", "Dat van jou"],
    "theirs": [
      "The file now", "Die Datei jetzt", "Le fichier actuel", "El archivo ahora", "Il file ora", "O arquivo agora",
      "Het bestand nu",
    ],
    "keepMine": [
      "Save mine", "Meins sichern", "Garder le mien", "Guardar el mío", "Salva il mio", "Salvar o meu",
      "Mijn versie opslaan",
    ],
    "takeTheirs": [
      "Take the file", "Datei nehmen", "Prendre le fichier", "Tomar el archivo", "Prendi il file", "Usar o arquivo",
      "Bestand nemen",
    ],
    "copyNote": [
      "This workout comes with Cuebell. Saving makes a copy of your own.",
      "Dieses Training gehört zu Cuebell. Beim Sichern entsteht deine eigene Kopie.",
      "Cette séance est fournie avec Cuebell. Enregistrer crée ta propre copie.",
      "Esta sesión viene con Cuebell. Al guardar se crea tu propia copia.",
      "Questo allenamento è fornito con Cuebell. Salvando crei una tua copia.",
      "Este treino vem com o Cuebell. Ao salvar, você cria a sua cópia.",
      "Deze training hoort bij Cuebell. Opslaan maakt een eigen kopie.",
    ],
    "noProblems": [
      "No problems", "Keine Fehler", "Aucun problème", "Sin problemas", "Nessun problema", "Sem problemas",
      "Geen problemen",
    ],
    "problemsLeft": [
      "Solve the problems first.", "Behebe erst die Fehler.", "Corrige d'abord les problèmes.",
      "Corrige antes los problemas.", "Correggi prima i problemi.", "Corrija antes os problemas.",
      "Los eerst de problemen op.",
    ],
    "commentsGone": [
      "A comment was deleted with it.~{n} comments were deleted with it.",
      "Ein Kommentar wurde mitgelöscht.~{n} Kommentare wurden mitgelöscht.",
      "Un commentaire a été supprimé avec.~{n} commentaires ont été supprimés avec.",
      "Se borró también un comentario.~Se borraron también {n} comentarios.",
      "È stato eliminato anche un commento.~Sono stati eliminati anche {n} commenti.",
      "Um comentário também foi excluído.~{n} comentários também foram excluídos.",
      "Een opmerking is mee verwijderd.~{n} opmerkingen zijn mee verwijderd.",
    ],
    "keptHere": [
      "No contact. Your changes are kept in this browser.",
      "Keine Verbindung. Deine Änderungen bleiben in diesem Browser.",
      "Pas de connexion. Tes modifications restent dans ce navigateur.",
      "Sin conexión. Tus cambios se guardan en este navegador.",
      "Nessun contatto. Le tue modifiche restano in questo browser.",
      "Sem contato. Suas mudanças ficam neste navegador.", "Geen contact. Je wijzigingen blijven in deze browser.",
    ],
    "notText": [
      "This file isn't UTF-8 text, so it can't be edited here.",
      "Diese Datei ist kein UTF-8-Text und lässt sich hier nicht bearbeiten.",
      "Ce fichier n'est pas un texte UTF-8 : impossible de le modifier ici.",
      "Este archivo no es texto UTF-8 y no se puede editar aquí.",
      "Questo file non è testo UTF-8 e non si può modificare qui.",
      "Este arquivo não é texto UTF-8 e não pode ser editado aqui.",
      "Dit bestand is geen UTF-8-tekst en kan hier niet worden bewerkt.",
    ],
  ]
}

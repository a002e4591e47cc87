import Testing
import TextNormalization

/// Lines of programmes as coaches write them in other languages: each row is what is written and what is said.
@Suite struct `A line of a programme` {
  private func expect(
    _ tag: String, _ cases: [(String, String)], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let normalizer = TextNormalizer(tag: tag)
    for (written, said) in cases {
      let spoken = normalizer.spoken(written)
      #expect(spoken == said, "\(written)", sourceLocation: sourceLocation)
      #expect(normalizer.spoken(spoken) == said, "\(written), spelt out twice", sourceLocation: sourceLocation)
    }
  }

  @Test func `is said in German`() {
    expect(
      "de",
      [
        ("1 1/2 Stunden", "eineinhalb Stunden"), ("½ Stunde", "eine halbe Stunde"), ("2½ min", "zweieinhalb Minuten"),
        ("1/2 l Wasser", "ein halber Liter Wasser"), ("1/2 kg", "ein halbes Kilo"),
        ("1/4 Stunde", "eine Viertelstunde"), ("3/4 h", "eine Dreiviertelstunde"), ("1 1/4 h", "eineinviertel Stunden"),
        ("1h 30m", "eine Stunde 30 Minuten"), ("1 Std. 30 Min.", "eine Stunde 30 Minuten."), ("5 000 m", "5000 Meter"),
        ("1 001 m", "1001 Meter"), ("10 Wdh./Seite", "10 Wiederholungen pro Seite"),
        ("60 U/min", "60 Umdrehungen pro Minute"), ("5:00/km", "5 Minuten pro Kilometer"),
        ("1:30 h", "eine Stunde 30 Minuten"), ("4:30 min/km", "4 Minuten 30 Sekunden pro Kilometer"),
        ("19:30 Uhr", "19:30 Uhr"), ("1x12", "einmal 12"), ("Sprint 10 m", "Sprint 10 Meter"), ("10 m", "10 Minuten"),
        ("1' an, 1' aus", "eine Minute an, eine Minute aus"), ("hiit, Emom", "Hitt, Imom"),
        ("30 Sek. Pause, dann 1 Min. 30 Sek. Plank", "30 Sekunden Pause, dann eine Minute 30 Sekunden Plank"),
        ("1. Satz", "erster Satz"), ("Im 2. Satz", "Im zweiten Satz"), ("Die 3. Runde", "Die dritte Runde"),
        ("2. Runde: Kniebeugen", "zweite Runde: Kniebeugen"), ("Satz 1. Pause", "Satz 1. Pause"),
        ("Seite 1. Satz 2", "Seite 1. Satz 2"), ("in 3. Runde", "in 3. Runde"),
        ("Nr. 1 Übung", "Nummer 1 Übung"), ("#1 Übung", "Nummer 1 Übung"), ("Noch 1 Übung", "Noch eine Übung"),
        ("4x8 Kniebeugen, 90 Sek. Pause", "4 mal 8 Kniebeugen, 90 Sekunden Pause"),
        ("3 Sätze à 12 Wdh.", "3 Sätze à 12 Wiederholungen."),
        ("30 s Belastung / 15 s Pause", "30 Sekunden Belastung, 15 Sekunden Pause"),
        ("Liegestütze 3 x 10-12", "Liegestütze 3 mal 10 bis 12"),
        ("10 Min. locker einlaufen", "10 Minuten locker einlaufen"),
        ("6 x 400 m, dazwischen 1:30 Trabpause", "6 mal 400 Meter, dazwischen eine Minute 30 Sekunden Trabpause"),
        ("Plank 45 Sek., danach 15 Sek. Pause", "Plank 45 Sekunden, danach 15 Sekunden Pause"),
        ("1 Kniebeuge", "eine Kniebeuge"), ("1 Liegestütz", "ein Liegestütz"), ("1 Satz", "ein Satz"),
        ("Satz 1 Kniebeugen", "Satz 1 Kniebeugen"), ("li./re.", "links und rechts"),
        ("10-12 Wdh. pro Seite", "10 bis 12 Wiederholungen pro Seite"), ("30-Sek.-Pause", "30 Sekunden-Pause"),
        ("10-kg-Hantel", "10 Kilo-Hantel"), ("ca. 20 Min.", "circa 20 Minuten."),
        ("z. B. 3x pro Woche", "zum Beispiel 3 mal pro Woche"), ("+/- 5", "plus minus 5"),
        ("li. Bein", "linkes Bein"), ("re. Arm", "rechter Arm"), ("L Seite", "linke Seite"),
        ("r. Unterarm", "rechter Unterarm"), ("mit dem re. Arm", "mit dem rechten Arm"),
        ("das li. Bein", "das linke Bein"),
        ("Plank li. Bein", "Plank linkes Bein"), ("Bein li.", "Bein links"), ("½ Tempo", "halbes Tempo"),
        ("max. Wdh.", "maximale Wiederholungen."), ("max. 10 Wdh.", "maximal 10 Wiederholungen."),
        ("d. h. langsam", "das heißt langsam"), ("s. o.", "siehe oben"), ("Rd. 3", "Runde 3"), ("km 5", "Kilometer 5"),
        ("10 m Seilklettern", "10 Meter Seilklettern"), ("32. Runde", "zweiunddreißigste Runde"),
        ("3. Trainingstag", "dritter Trainingstag"), ("3. HIIT-Runde", "dritte Hitt-Runde"),
      ])
  }

  @Test func `is said in French`() {
    expect(
      "fr-CA",
      [
        ("1/2 heure", "une demi-heure"), ("1/2 min", "une demi-minute"), ("1 h 1/2", "une heure et demie"),
        ("1h½", "une heure et demie"), ("1½ h", "une heure et demie"), ("2½ min", "2 minutes et demie"),
        ("1/4 h", "un quart d'heure"), ("3/4 h", "trois quarts d'heure"), ("1/2 L d'eau", "un demi-litre d'eau"),
        ("1,5 L d'eau", "1,5 litre d'eau"), ("1 kg 1/2", "1 kilo et demi"), ("5 000 m", "5000 mètres"),
        ("10 500 m", "10500 mètres"), ("5' d'échauffement", "5 minutes d'échauffement"),
        ("C'est 5'", "C'est 5 minutes"), ("30''/30''", "30 secondes, 30 secondes"), ("1'30", "une minute 30 secondes"),
        ("45\" / 15\"", "45 secondes, 15 secondes"), ("10 rép./jambe", "10 répétitions par jambe"),
        ("x10/jambe", "10 fois par jambe"), ("1x12", "une fois 12"), ("101 répétitions", "100 une répétitions"),
        ("121 rép", "100 vingt et une répétitions"), ("60 tr/min", "60 tours par minute"),
        ("5:00/km", "5 minutes au kilomètre"), ("2:00/500m", "2 minutes aux 500 mètres"),
        ("2e série", "deuxième série"), ("1re série", "première série"), ("3ème tour", "troisième tour"),
        ("Course 10 m", "Course 10 mètres"), ("Footing 10m", "Footing 10 minutes"),
        ("1 h 30 de course", "une heure 30 minutes de course"), ("1 h 30", "une heure 30 minutes"),
        ("4 séries de 12 rép.", "4 séries de 12 répétitions."),
        ("30 s d'effort / 15 s de repos", "30 secondes d'effort, 15 secondes de repos"),
        ("Gainage 1 min 30", "Gainage une minute 30"),
        ("3x10 pompes, récup. 1'30", "3 fois 10 pompes, récupération une minute 30 secondes"),
        ("6 x 400 m, récup. 1'", "6 fois 400 mètres, récupération une minute"), ("1 série", "une série"),
        ("Squats x 15", "Squats 15 fois"), ("Allure 5'30\"/km", "Allure 5 minutes 30 secondes au kilomètre"),
        ("80 % de la FCmax", "80 % de la FCmax"), ("Tour 2/4", "Tour 2 sur 4"), ("Zone 2", "Zone 2"),
        ("jambe D", "jambe droite"), ("bras G", "bras gauche"), ("jambe g.", "jambe gauche"), ("Plan D", "Plan D"),
        ("5e série", "cinquième série"), ("9e", "neuvième"), ("14ᵉ", "quatorzième"), ("20e série", "vingtième série"),
        ("21e série", "vingt et unième série"), ("71e", "soixante et onzième"), ("80e", "quatre-vingtième"),
        ("81e tour", "quatre-vingt-unième tour"), ("99e", "quatre-vingt-dix-neuvième"), ("100e", "100e"),
        ("RPE 8", "R P E 8"),
      ])
  }

  @Test func `is said in Spanish`() {
    expect(
      "es",
      [
        ("1 ½ h", "una hora y media"), ("1/2 h", "media hora"), ("2½ min", "2 minutos y medio"),
        ("1/4 hora", "un cuarto de hora"), ("1/2 kg", "medio kilo"), ("10 c/u", "10 cada uno"),
        ("10 c/lado", "10 cada lado"), ("8-10 c/lado", "8 a 10 cada lado"), ("12 c/pierna", "12 cada pierna"),
        ("c/ banda", "con banda"), ("~1 h", "alrededor de una hora"), ("~20 reps", "alrededor de 20 repeticiones"),
        ("101 reps", "ciento una repeticiones"), ("101 min", "ciento un minutos"),
        ("121 minutos", "ciento veintiún minutos"), ("200 reps", "doscientas repeticiones"),
        ("250 repeticiones", "doscientas 50 repeticiones"), ("200 min", "200 minutos"),
        ("1/2 sentadilla", "media sentadilla"), ("1 pierna", "una pierna"), ("1 burpee", "un burpee"),
        ("1 para 1", "1 para 1"), ("1 flexión", "una flexión"), ("Zona 1 suave", "Zona 1 suave"),
        ("Sentadilla izq/dcha", "Sentadilla izquierda y derecha"), ("2'30''", "2 minutos 30 segundos"),
        ("5:00/km", "5 minutos por kilómetro"), ("2:00/500m", "2 minutos cada 500 metros"),
        ("4 series de 12 reps.", "4 series de 12 repeticiones."),
        ("30\" de trabajo / 15\" de descanso", "30 segundos de trabajo, 15 segundos de descanso"),
        ("3x10 flexiones, desc. 1'30\"", "3 por 10 flexiones, descanso un minuto 30 segundos"),
        ("Plancha 45 seg.", "Plancha 45 segundos."),
        ("5 km a 5:30 min/km", "5 kilómetros a 5 minutos 30 segundos por kilómetro"),
        ("2 min. de descanso", "2 minutos de descanso"), ("Sentadillas x 15", "Sentadillas 15 veces"),
        ("21 repeticiones", "veintiuna repeticiones"), ("Serie 2/4", "Serie 2 de 4"),
        ("1,5 L de agua", "1,5 litros de agua"), ("5 000 m", "5000 metros"), ("Sprint 10 m", "Sprint 10 metros"),
        ("brazo izq.", "brazo izquierdo"), ("pierna izq.", "pierna izquierda"), ("pierna D", "pierna derecha"),
        ("11.ª serie", "undécima serie"), ("13.er set", "decimotercer set"), ("16.º", "decimosexto"),
        ("18.ª", "decimoctava"),
        ("21.ª serie", "vigésima primera serie"), ("21.er set", "vigésimo primer set"), ("99.ª", "nonagésima novena"),
        ("Flexión a 45º", "Flexión a 45º"), ("30º C", "30º C"), ("1º de mayo", "primero de mayo"),
      ])
  }

  @Test func `is said in Italian`() {
    expect(
      "it",
      [
        ("1/2 ora", "mezz'ora"), ("1 h 1/2", "un'ora e mezza"), ("1½ h", "un'ora e mezza"),
        ("2½ min", "2 minuti e mezzo"), ("3/4 h", "tre quarti d'ora"), ("1/2 litro", "mezzo litro"),
        ("1/4 l", "un quarto di litro"), ("dalle 8-12", "dalle 8 a 12"), ("8-12 rip", "da 8 a 12 ripetizioni"),
        ("10 x lato", "10 per lato"), ("10 rip/lato", "10 ripetizioni per lato"), ("5:00/km", "5 minuti al chilometro"),
        ("2:00/500m", "2 minuti ogni 500 metri"), ("1 ora 30 minuti", "un'ora 30 minuti"),
        ("4 serie da 12 rip.", "4 serie da 12 ripetizioni."),
        ("30\" di lavoro / 15\" di recupero", "30 secondi di lavoro, 15 secondi di recupero"),
        ("3x10 piegamenti, rec. 1'30\"", "3 per 10 piegamenti, recupero un minuto 30 secondi"),
        ("6 x 400 m, rec. 1'", "6 per 400 metri, recupero un minuto"),
        ("10 min di riscaldamento", "10 minuti di riscaldamento"), ("1 serie", "una serie"), ("1 gamba", "una gamba"),
        ("Squat x 15", "Squat 15 volte"), ("5 000 m", "5000 metri"), ("Scatto 10 m", "Scatto 10 metri"),
        ("1x12", "1 per 12"), ("1h 30m", "un'ora 30 minuti"),
        ("braccio dx", "braccio destro"), ("gamba sx", "gamba sinistra"), ("gamba D", "gamba destra"),
        ("11° giro", "undicesimo giro"), ("21° giro", "ventunesimo giro"), ("23ª serie", "ventitreesima serie"),
        ("26° giro", "ventiseiesimo giro"), ("90° squat", "90° squat"), ("RPE 8", "R P E 8"),
      ])
  }

  @Test func `is said in Portuguese`() {
    expect(
      "pt-BR",
      [
        ("2x12", "duas vezes 12"), ("1x12", "uma vez 12"), ("10km", "10 quilômetros"),
        ("200 repetições", "duzentas repetições"), ("102 reps", "cento e duas repetições"),
        ("112 reps", "112 repetições"), ("222 reps", "duzentas e vinte e duas repetições"), ("500 min", "500 minutos"),
        ("2 flexões", "duas flexões"), ("2 pernas", "duas pernas"), ("2 minutos", "2 minutos"),
        ("2 vezes por semana", "duas vezes por semana"), ("2 vezes", "duas vezes"),
        ("2x/semana", "duas vezes por semana"), ("1/2 hora", "meia hora"), ("1½ h", "uma hora e meia"),
        ("2½ min", "2 minutos e meio"), ("3/4 h", "três quartos de hora"), ("5:00/km", "5 minutos por quilômetro"),
        ("10 reps/perna", "10 repetições por perna"), ("4 séries de 12 reps.", "4 séries de 12 repetições."),
        ("30\" de trabalho / 15\" de descanso", "30 segundos de trabalho, 15 segundos de descanso"),
        ("3x10 flexões, desc. 1'30\"", "3 vezes 10 flexões, descanso 1 minuto 30 segundos"),
        ("Prancha 45 seg.", "Prancha 45 segundos."), ("10 min de aquecimento", "10 minutos de aquecimento"),
        ("2 séries", "duas séries"), ("1 série", "uma série"), ("10 c/ cada perna", "10 com cada perna"),
        ("Agachamento x 15", "Agachamento 15 vezes"), ("Tiro 10 m", "Tiro 10 metros"), ("5 000 m", "5000 metros"),
        ("1h 30m", "uma hora 30 minutos"),
        ("braço dir.", "braço direito"), ("perna E", "perna esquerda"), ("PERNA E BRAÇO", "PERNA E BRAÇO"),
        ("11.º", "décimo primeiro"), ("21.ª série", "vigésima primeira série"), ("RPE 8", "R P E 8"),
      ])
  }

  @Test func `is said in Dutch`() {
    expect(
      "nl",
      [
        ("1/2 uur", "een half uur"), ("1½ uur", "anderhalf uur"), ("1 1/2 min", "anderhalve minuut"),
        ("2½ min", "tweeënhalve minuut"), ("1/2 min", "een halve minuut"), ("1/4 uur", "een kwartier"),
        ("3/4 uur", "drie kwartier"), ("3e set", "derde set"), ("1ste ronde", "eerste ronde"),
        ("20:00 uur", "20:00 uur"), ("1u30", "1 uur 30 minuten"), ("1 u 30", "1 uur 30 minuten"),
        ("10 herh./kant", "10 herhalingen per kant"), ("x10/kant", "10 keer per kant"), ("1x12", "één keer 12"),
        ("5 000 m", "5000 meter"), ("5:00/km", "5 minuten per kilometer"), ("2:00/500m", "2 minuten per 500 meter"),
        ("4 sets van 12 herh.", "4 sets van 12 herhalingen."),
        ("30 sec. werk / 15 sec. rust", "30 seconden werk, 15 seconden rust"),
        ("6 x 400 m, 1' rust", "6 keer 400 meter, 1 minuut rust"), ("10 min. inlopen", "10 minuten inlopen"),
        ("5 km op 5:30 min/km", "5 kilometer op 5 minuten 30 seconden per kilometer"), ("3 rondes", "3 rondes"),
        ("Sprint 10 m", "Sprint 10 meter"), ("80% van max.", "80% van maximaal"),
        ("re. been", "rechter been"), ("L arm", "linker arm"), ("45e", "vijfenveertigste"), ("RPE 8", "R P E 8"),
      ])
  }
}

struct CoachWords: Equatable, Sendable {
  let faster: String
  let slower: String
  /// More power, and less.
  let harder: String
  let easier: String
  private let noHeartRate: String
  private let noPower: String
  private let noCadence: String

  /// That nobody measures a signal.
  func no(_ signal: Signal) -> String {
    switch signal {
    case .heartRate: noHeartRate
    case .power: noPower
    case .cadence: noCadence
    }
  }
}

extension CoachWords {
  static let english = CoachWords(
    faster: "Faster", slower: "Slower", harder: "Push harder", easier: "Ease off",
    noHeartRate: "No heart rate", noPower: "No power", noCadence: "No cadence")

  static let german = CoachWords(
    faster: "Schneller", slower: "Langsamer", harder: "Mehr Druck", easier: "Weniger Druck",
    noHeartRate: "Keine Herzfrequenz", noPower: "Keine Leistungswerte", noCadence: "Keine Trittfrequenz")

  static let french = CoachWords(
    faster: "Plus vite", slower: "Moins vite", harder: "Poussez plus fort", easier: "Relâchez un peu",
    noHeartRate: "Pas de fréquence cardiaque", noPower: "Pas de puissance", noCadence: "Pas de cadence")

  static let spanish = CoachWords(
    faster: "Más rápido", slower: "Más despacio", harder: "Aprieta más", easier: "Afloja",
    noHeartRate: "Sin frecuencia cardíaca", noPower: "Sin potencia", noCadence: "Sin cadencia")

  static let italian = CoachWords(
    faster: "Più veloce", slower: "Più piano", harder: "Spingi di più", easier: "Spingi meno",
    noHeartRate: "Frequenza cardiaca assente", noPower: "Potenza assente", noCadence: "Cadenza assente")

  static let portuguese = CoachWords(
    faster: "Mais rápido", slower: "Mais devagar", harder: "Mais força", easier: "Alivie um pouco",
    noHeartRate: "Sem frequência cardíaca", noPower: "Sem potência", noCadence: "Sem cadência")

  static let dutch = CoachWords(
    faster: "Sneller", slower: "Langzamer", harder: "Meer kracht", easier: "Rustiger aan",
    noHeartRate: "Geen hartslagmeting", noPower: "Geen vermogensmeting", noCadence: "Geen cadansmeting")
}

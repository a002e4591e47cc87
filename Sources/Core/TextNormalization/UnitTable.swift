/// The units of measure of all languages.
enum Unit: CaseIterable, Sendable {
  case hour, minute, second
  case meter, kilometer, centimeter, millimeter, mile
  case kilogram, gram, pound, liter, milliliter
  case calorie, kilocalorie, watt
  case beatPerMinute, turnPerMinute, strokePerMinute, kilometerPerHour, minutePerKilometer
  case repetition, repetitionMaximum

  /// The units of time, longest first.
  static let ofTime: [Unit] = [.hour, .minute, .second]
  /// The units that a pace may be given for.
  static let ofDistance: Set<Unit> = [.meter, .kilometer, .mile]

  /// Its international symbols, separated by spaces; those in lower case ignore case.
  var symbols: String {
    switch self {
    case .hour: "h"
    case .minute: "m min ' ′ ’"
    case .second: "s sec \" ″ ”"
    case .meter: "m"
    case .kilometer: "km"
    case .centimeter: "cm"
    case .millimeter: "mm"
    case .mile: ""
    case .kilogram: "kg"
    case .gram: "g"
    case .pound: "lb lbs"
    case .liter: "l"
    case .milliliter: "ml"
    case .calorie: "cal"
    case .kilocalorie: "kcal"
    case .watt: "W"
    case .beatPerMinute: "bpm"
    case .turnPerMinute: "rpm"
    case .strokePerMinute: "spm"
    case .kilometerPerHour: "km/h"
    case .minutePerKilometer: "min/km"
    case .repetition: "rep reps"
    case .repetitionMaximum: "RM"
    }
  }
}

/// The units and nouns of a language, found by their spelling.
struct UnitTable: Sendable {
  /// A noun that is counted, or a unit of measure.
  struct Noun: Sendable {
    let one: String
    let many: String
    let gender: Gender
    /// Further spellings of the language, separated by spaces.
    let also: String

    init(_ one: String, _ many: String, _ gender: Gender = .other, also: String = "") {
      self.one = one
      self.many = many
      self.gender = gender
      self.also = also
    }
  }

  /// The grammatical gender, in languages where numbers agree with it.
  enum Gender: Sendable {
    case masculine, feminine, neuter, common, other
  }

  struct Entry: Sendable {
    let noun: Noun
    let unit: Unit?
    /// Whether the spelling is the noun itself.
    let isWrittenOut: Bool
  }

  let units: [Unit: Noun]
  private let entries: [String: Entry]
  private let times: [String: Unit]

  /// The nouns of all units, and of other counted things.
  init(_ units: [Unit: Noun], others: [Noun]) {
    self.units = units
    var entries: [String: Entry] = [:]
    var times: [String: Unit] = [:]
    func add(_ noun: Noun, _ unit: Unit?, _ symbols: String) {
      for spelling in "\(symbols) \(noun.also)".split(separator: " ").map(String.init) {
        entries[spelling] = Entry(noun: noun, unit: unit, isWrittenOut: false)
      }
      // The plural "reps" may follow a 1 and is corrected; "rep" is left for "10 rep max".
      for form in Set([noun.one, noun.many]) where !form.contains(" ") {
        guard form == noun.one || entries[form.lowercased()] == nil else { continue }
        entries[form.lowercased()] = Entry(noun: noun, unit: unit, isWrittenOut: true)
      }
    }
    for unit in Unit.allCases {
      guard let noun = units[unit] else { continue }
      add(noun, unit, unit.symbols)
      guard Unit.ofTime.contains(unit) else { continue }
      for spelling in "\(unit.symbols) \(noun.also) \(noun.one) \(noun.many)".split(separator: " ") {
        times[spelling.lowercased()] = unit
      }
    }
    for noun in others { add(noun, nil, "") }
    self.entries = entries
    self.times = times
  }

  /// The entry of a spelling; a single letter is case-sensitive, because a capital after a number is part of a name.
  func entry(_ spelling: String) -> Entry? {
    entries[spelling] ?? (spelling.count > 1 ? entries[spelling.lowercased()] : nil)
  }

  func partOfTime(_ spelling: String) -> Unit? {
    times[spelling] ?? (spelling.count > 1 ? times[spelling.lowercased()] : nil)
  }
}

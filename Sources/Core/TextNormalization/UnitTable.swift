/// What people measure with, in every language.
enum Unit: CaseIterable, Sendable {
  case hour, minute, second
  case meter, kilometer, centimeter, millimeter, mile
  case kilogram, gram, pound, liter, milliliter
  case calorie, kilocalorie, watt
  case beatPerMinute, turnPerMinute, strokePerMinute, kilometerPerHour, minutePerKilometer
  case repetition, repetitionMaximum

  /// The parts of a time, from the longest.
  static let ofTime: [Unit] = [.hour, .minute, .second]
  /// What a pace may be a time for.
  static let ofDistance: Set<Unit> = [.meter, .kilometer, .mile]

  /// How it is written wherever it is used, parted by spaces; in small letters what may be written either way.
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

/// What a language counts and measures: the words for it, found by how they are written.
struct UnitTable: Sendable {
  /// A noun that is counted, or a unit of measure.
  struct Noun: Sendable {
    let one: String
    let many: String
    let gender: Gender
    /// How the language writes it besides, parted by spaces.
    let also: String

    init(_ one: String, _ many: String, _ gender: Gender = .other, also: String = "") {
      self.one = one
      self.many = many
      self.gender = gender
      self.also = also
    }
  }

  /// The grammatical gender, where numbers agree with it.
  enum Gender: Sendable {
    case masculine, feminine, neuter, common, other
  }

  /// The meaning of a spelling.
  struct Entry: Sendable {
    let noun: Noun
    let unit: Unit?
    /// Whether it is the noun itself that is written.
    let isWrittenOut: Bool
  }

  let units: [Unit: Noun]
  private let entries: [String: Entry]
  private let times: [String: Unit]

  /// The nouns of all units, and of other things that are counted.
  init(_ units: [Unit: Noun], others: [Noun]) {
    self.units = units
    var entries: [String: Entry] = [:]
    var times: [String: Unit] = [:]
    func add(_ noun: Noun, _ unit: Unit?, _ symbols: String) {
      for spelling in "\(symbols) \(noun.also)".split(separator: " ").map(String.init) {
        entries[spelling] = Entry(noun: noun, unit: unit, isWrittenOut: false)
      }
      // The symbol "reps" may follow a 1 and is put right; "rep" is left for "10 rep max".
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

  /// What is written so; one letter is written in one way only, since a capital behind a number is the name of
  /// something.
  func entry(_ spelling: String) -> Entry? {
    entries[spelling] ?? (spelling.count > 1 ? entries[spelling.lowercased()] : nil)
  }

  /// The part of a time that is written so.
  func partOfTime(_ spelling: String) -> Unit? {
    times[spelling] ?? (spelling.count > 1 ? times[spelling.lowercased()] : nil)
  }
}

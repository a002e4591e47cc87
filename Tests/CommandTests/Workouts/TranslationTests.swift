import FoundationEssentials
import Testing
import WorkoutFiles
import WorkoutModel

/// The shipped workouts and programmes in the languages of Cuebell.
@Suite struct `The shipped texts` {
  private static let languages = Language.allCases.filter { $0 != .english }.map(\.rawValue)

  /// What each text is in each language: the table that is written into the files.
  private static let table: [String: [String: String]] = {
    let data = FileManager.default.contents(atPath: "\(Project.root)/Scripts/translations.json") ?? Data()
    return (try? JSONDecoder().decode([String: [String: String]].self, from: data)) ?? [:]
  }()

  private static let workouts = Project.workoutNames + ["tracks/arriving"]
  private static let files = workouts + Project.programmeNames

  private static func contents(of name: String) throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: "\(Project.workouts)/\(name).json")))
  }

  @Test(arguments: files)
  func `are those of one table in every file and language, none missing and none left over`(name: String) throws {
    let bytes = try Self.contents(of: name)
    let (translations, texts, ineffective): (Translations, [String], [String])
    if ProgrammeReader.recognizes(bytes) {
      let document = try ProgrammeReader.document(bytes, named: name)
      (translations, texts) = (document.programme.translations, document.programme.texts)
      ineffective = document.ineffective.map(\.message)
    } else {
      let workout = try WorkoutReader.read(bytes, named: name)
      (translations, texts) = (workout.translations, workout.texts)
      ineffective = try Timeline(workout, trackLengths: ["arriving": .seconds(60)]).ineffective.map(\.description)
    }
    #expect(translations.keys.sorted() == Self.languages.sorted())
    #expect(translations.missing(of: texts, voice: "en").isEmpty)
    #expect(ineffective == [])
    for (language, translated) in translations {
      for (text, translation) in translated {
        #expect(Self.table[text]?[language] == translation, "\(text)")
      }
    }
  }

  @Test func `of the table are all in use, in each language`() throws {
    let files = try Self.files.map { String(decoding: try Self.contents(of: $0), as: UTF8.self) }
    for (text, row) in Self.table {
      #expect(row.keys.sorted() == Self.languages.sorted(), "\(text)")
      #expect(files.contains { $0.contains("\"\(text)\"") }, "\(text)")
    }
  }

  /// The announcements that have no room, by their cues.
  private func leftOut(_ name: String, _ voice: String, in home: TemporaryHome) throws -> [String: String] {
    let result = try home.cuebell("show", "--json", "--voice", voice, "\(Project.workouts)/\(name).json")
    try #require(result.code == 0, "\(result)")
    let notes = try PlanRecord(result.out).notes.filter { $0.change == "leftOut" }
    return Dictionary(notes.map { ($0.cue, $0.say) }, uniquingKeysWith: { first, _ in first })
  }

  @Test(arguments: workouts)
  func `fit where the English ones do`(name: String) throws {
    let home = try TemporaryHome()
    let english = try leftOut(name, "en", in: home)
    for language in Self.languages {
      let others = try leftOut(name, language, in: home).filter { english[$0.key] == nil }
      #expect(others.isEmpty, "\(language)")
    }
  }

  @Test func `are what show prints in the language of the voice, and what lists have in the reader's`() throws {
    let home = try TemporaryHome()
    let plan = try home.cuebell("show", "seven-minute", "--voice", "fr").out
    for text in ["Sept minutes", "Pompes", "Chaise au mur"] { #expect(plan.contains(text), "\(plan)") }
    #expect(!plan.contains("Push-ups"))
    let list = try home.shell(
      "export LC_ALL=de_DE.UTF-8; \"$CUEBELL\" list; \"$CUEBELL\" next couch-to-5k --list")
    #expect(list.out.contains("Kraft") && list.out.contains("Vier Wochen zum Einstieg"), "\(list)")
    #expect(list.out.contains("Vom Sofa zu 5 km, Woche 9"), "\(list)")
    let json = try home.cuebell("list", "--json").out
    #expect(json.contains(#""Tabata": "Tabata""#) && json.contains(#""tags": ["hiit", "tabata"]"#))
  }
}

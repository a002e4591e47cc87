import Foundation
import SessionReporting
import Testing
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

@Suite struct `The words of a screen` {
  private static func folder() -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../../Workouts").standardizedFileURL
  }

  /// A session of a shipped workout.
  private func harness(_ name: String) throws -> ScreenHarness {
    let text = try Data(contentsOf: Self.folder().appending(path: "\(name).json"))
    return try ScreenHarness(WorkoutReader.read(Array(text), named: name))
  }

  @Test func `are the reader's where the workout has them, and otherwise those of the voice`() throws {
    func screen(_ name: String, _ reader: Language, voice: String = "en") throws -> String {
      let text = try Data(contentsOf: Self.folder().appending(path: "\(name).json"))
      var workout = try WorkoutReader.read(Array(text), named: name)
      workout.voice.language = voice
      var session = ObservedSession(Engine(try Timeline(workout)))
      session.read(in: reader)
      var view = SessionView(session)
      let look = TerminalStyle(isColored: false, glyphs: .eighths, words: ScreenWords(reader))
      return view.frame(at: .zero, ScreenSize(columns: 80, rows: 24), look).lines.joined(separator: "\n")
    }
    let german = try screen("rep-ladder", .german)
    #expect(german.contains("Leiter von zehn bis eins"), "\(german)")
    #expect(try screen("rep-ladder", .english, voice: "fr").contains("Échelle de dix à un"))
    #expect(try screen("rep-ladder", .english).contains("Ladder from ten to one"))
  }

  private func words(_ rows: String) -> Set<Substring> { Set(rows.split { $0 == " " || $0 == "\n" }) }

  @Test(arguments: [
    "amrap-12", "odd-even-emom", "rounds-for-time", "circuit", "death-by-burpees", "seven-minute", "rep-ladder",
  ])
  func `are whole at 80 and 40 columns, and keep the key to stop`(name: String) throws {
    var show = try harness(name)
    for second in stride(from: 3, to: 900, by: 7) {
      show.run(to: .seconds(second))
      // When all is done there is nothing to stop.
      if show.engine.state.playback == .completed { break }
      if second % 3 == 0 { show.send(.done, at: .seconds(second)) }
      if second % 5 == 0 { show.send(.toggle, at: .seconds(second)) }
      let whole = words(show.screen(at: .seconds(second), 300, 24))
      for columns in [80, 40] {
        let screen = show.screen(at: .seconds(second), columns, 24)
        let rows = screen.split(separator: "\n")
        #expect(rows.last?.contains("q stop") == true, "\(screen)")
        for row in rows.filter({ $0.contains("…") }) {
          #expect(columns == 40 && !row.contains("Next:"), "\(row)")
          let word = row.split(separator: "…").first?.split(separator: " ").last ?? ""
          #expect(whole.contains(word) || whole.contains { $0.hasPrefix(word) && row.contains("“") }, "\(row)")
        }
      }
    }
  }

  @Test func `count the repetitions of a tempo, and say those of what follows`() throws {
    var show = try harness("tempo-strength")
    show.run(to: .milliseconds(206_900))
    #expect(show.screen(at: .milliseconds(206_900), 24, 4).contains("2/8x 1/3"))
    show.run(to: .seconds(195 + 12))
    #expect(show.screen(at: .seconds(195 + 12), 80, 24).contains("rep 3 of 8 · Set 1 of 3"))
    show.run(to: .seconds(195 + 60))
    #expect(show.screen(at: .seconds(195 + 60), 40, 24).contains("Next: ▲ Floor press, 8 reps  0:48"))
  }
}

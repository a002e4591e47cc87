import Foundation
import SessionReporting
import StrictJSON
import Testing
import WorkoutModel

/// The words of the screen and the pages.
@Suite struct `The words of a language` {
  private let places = /\{\w+\}/

  private func texts(_ language: Language) throws -> [String: String] {
    let object = JSONObject(line: ScreenWords(language).fields.line().utf8)
    #expect(object?["language"]?.text == language.rawValue)
    let texts = try #require(object?["texts"]?.object)
    return Dictionary(uniqueKeysWithValues: texts.members.map { ($0.key, $0.value.text ?? "") })
  }

  @Test(arguments: Language.allCases) func `are all there, with the same places`(language: Language) throws {
    let (english, texts) = (try texts(.english), try texts(language))
    #expect(texts.keys.sorted() == english.keys.sorted())
    for (key, text) in texts {
      #expect(!text.isEmpty && text.count <= 120, "\(key)")
      let found = [text, english[key] ?? ""].map { text in
        Set(text.matches(of: self.places).map { String($0.output) })
      }
      #expect(found[0] == found[1], "\(key): \(text)")
      #expect(text.contains("~") == english[key]?.contains("~"), "\(key): \(text)")
    }
  }

  @Test func `follow the number, the tag and the locale`() {
    #expect(ScreenWords(.english)("reps", count: 1) == "1 rep" && ScreenWords(.english)("reps", count: 12) == "12 reps")
    #expect(ScreenWords(tag: "de-AT")("left", ["time": "3:20"]) == "noch 3:20")
    #expect(ScreenWords(tag: "pt_BR.UTF-8").language == .portuguese && ScreenWords(tag: "fr").language == .french)
    #expect(ScreenWords(tag: "C.UTF-8").language == .english && ScreenWords(tag: "").language == .english)
    #expect(ScreenWords(.english).inline("paused") == "paused" && ScreenWords(.german).inline("paused") == "Angehalten")
  }

  @Test func `are known where the pages use them`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/Serving/PageFiles/Pages")
    let known = try texts(.english)
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    for case let file as URL in files where ["html", "js"].contains(file.pathExtension) {
      let text = try String(contentsOf: file, encoding: .utf8)
      let uses = text.matches(of: /(?:word\(|counted\(|data-word=|data-label=)['"](\w+)['"]/)
      for use in uses { #expect(known[String(use.output.1)] != nil, "\(file.lastPathComponent): \(use.output.1)") }
    }
  }
}

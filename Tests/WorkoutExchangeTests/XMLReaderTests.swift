import Testing
import WorkoutExchange
import WorkoutFiles
import XMLReading

@Suite struct `XML is read as a tree` {
  @Test func `with names, attributes, texts and places`() throws {
    let root = try XMLReader.read(Array("<a x='1'>\n  <B y=\"2\">t &amp; u</B>\n</a>".utf8))
    #expect(root.name == "a")
    #expect(root["X"] == "1")
    #expect(root.child("b")?.text == "t & u")
    #expect(root.child("b")?.location.description == "2:3")
  }

  @Test(arguments: ["", "<a>", "<!DOCTYPE a><a/>", String(repeating: "<a>", count: 33)])
  func `or refused with the place`(_ text: String) {
    #expect(throws: ExchangeError.self) { try XMLReader.read(Array(text.utf8)) }
  }
}

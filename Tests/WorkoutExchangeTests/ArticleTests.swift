import Foundation
import Testing
import WorkoutExchange
import XMLReading

@Suite struct `The article on adding a format` {
  @Test func `imports a file, and prints what its workout can't hold`() throws {
    let bytes = Array(
      """
      <workout_file>
        <name>VO2</name>
        <sportType>bike</sportType>
        <workout>
          <SteadyState Duration="60" Power="0.5" FlatRoad="1"/>
        </workout>
      </workout_file>
      """.utf8)
    let parseXML = XMLReader.read
    var output: [String] = []
    func print(_ line: String) { output.append(line) }

    let result = try WorkoutImporter.read(bytes, named: "vo2", xml: parseXML)
    for loss in result.losses {
      print(loss.text(in: "vo2.zwo"))  // vo2.zwo:5: SteadyState: FlatRoad="1" means nothing here
    }

    #expect(output == ["vo2.zwo:5: SteadyState: FlatRoad=\"1\" means nothing here"])
  }

  @Test func `shows why a file is rejected`() {
    let error = #expect(throws: ExchangeError.self) {
      try WorkoutImporter.read(Array("<workout_file>".utf8), named: "vo2", xml: XMLReader.read)
    }
    let sentence = error.map { "\($0)" } ?? ""
    #expect((error as (any Error)?)?.localizedDescription == sentence && sentence.contains(" "))
  }
}

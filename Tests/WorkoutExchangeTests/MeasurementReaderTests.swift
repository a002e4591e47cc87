import Testing
import WorkoutExchange
import WorkoutModel

@Suite struct `Recorded measurements` {
  private func read(_ text: String) throws -> [RecordedMeasurement] {
    try MeasurementReader.measurements(in: Array(text.utf8))
  }

  private func complaint(_ text: String) -> String? {
    do throws(ExchangeError) {
      _ = try MeasurementReader.measurements(in: Array(text.utf8))
      return nil
    } catch {
      return error.errors.first?.text(in: "x.csv")
    }
  }

  @Test func `are read by the names of their columns, and other columns are passed over`() throws {
    let text = "Phase,t,power,HeartRate\nWork,0.5,,120\n\"Rest, \"\"easy\"\"\",1.25,250.4,\nRest,1.25,,131\n"
    #expect(
      try read(text) == [
        RecordedMeasurement(at: .milliseconds(500), .heartRate, 120),
        RecordedMeasurement(at: .milliseconds(1250), .power, 250),
        RecordedMeasurement(at: .milliseconds(1250), .heartRate, 131),
      ])
  }

  @Test func `may have a byte order mark, CRLF, semicolons, decimal commas, empty lines and no last line break`() throws
  {
    let expected = [RecordedMeasurement(at: .seconds(1), .cadence, 90)]
    #expect(try read("\u{FEFF}t,cadence\r\n1,90\r\n") == expected)
    #expect(try read("t;cadence;note\n\n1;90;a,b\n;;") == expected)
    #expect(try read("t,cadence\n1.000000000,90.0") == expected)
    #expect(try read("t;cadence\n1,000;90,4") == expected)
    #expect(try read("t,cadence\n\"1,0\",\"90\"") == expected)
  }

  @Test func `keep their times to the nanosecond`() throws {
    #expect(try read("t,heartRate\n12.345678901,140\n").first?.at == .nanoseconds(12_345_678_901))
    // Ten times a tenth, as programs add it up.
    #expect(
      try read("t,heartRate\n0.30000000000000004,140\n0.9999999999999999,141\n").map(\.at) == [
        .milliseconds(300), .seconds(1),
      ])
  }

  @Test(arguments: [
    ("", "x.csv:1: the column \"t\" is missing: seconds of session time"),
    ("time,heartRate\n1,90", "x.csv:1: the column \"t\" is missing: seconds of session time"),
    ("t,pulse\n1,90", "x.csv:1: a column of a signal is missing: heartRate, power, cadence"),
    ("t,heartRate\n2,90\n1.5,91", "x.csv:3: t: \"1.5\" is before the row above"),
    ("t,heartRate\n,90", "x.csv:2: t: \"\" is not a number of seconds"),
    ("t,heartRate\n-1,90", "x.csv:2: t: \"-1\" must be 0 to 1000000000 seconds"),
    ("t,heartRate\n99999999999,90", "x.csv:2: t: \"99999999999\" must be 0 to 1000000000 seconds"),
    ("t,heartRate\n0x10,90", "x.csv:2: t: \"0x10\" is not a number of seconds"),
    ("t,heartRate\n1:30,90", "x.csv:2: t: \"1:30\" is not a number of seconds"),
    ("t,heartRate\n1,high", "x.csv:2: heartRate: \"high\" is not a number"),
    ("t,heartRate\n1,300", "x.csv:2: heartRate: \"300\" must be 20 to 250"),
    ("t,heartRate\n1,\"90", "x.csv:2: a quotation mark has no closing one"),
  ])
  func `are refused with the line and the reason`(text: String, message: String) {
    #expect(complaint(text) == message)
  }

  @Test func `of a day, every second, are read`() throws {
    let rows = (0..<86_400).map { "\($0),\(60 + $0 % 120),200,90" }
    #expect(try read("t,heartRate,power,cadence\n" + rows.joined(separator: "\n")).count == 3 * 86_400)
  }
}

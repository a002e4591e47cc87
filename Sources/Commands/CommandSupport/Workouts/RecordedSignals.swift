import WorkoutExchange
package import WorkoutModel

package enum RecordedSignals {
  package static let help = "Replay recorded measurements: a table with t, and heartRate, power or cadence."

  /// The measurements in a file, `nil` without one; a file that can't be read ends the command.
  package static func measurements(_ file: String?) throws -> [RecordedMeasurement]? {
    guard let file else { return nil }
    let bytes = try InputFile.bytes(of: file, atMost: MeasurementReader.maximumSize)
    do throws(ExchangeError) { return try MeasurementReader.measurements(in: bytes) } catch {
      throw ExchangeReport.failure(error, in: InputFile.name(of: file))
    }
  }
}

import StrictJSON
public import WorkoutModel

/// Reads the measurements of a recorded session: a header with `t`, in seconds of session time, and any of the signals,
/// then rows in the order of time.
///
/// Other columns are passed over, and an empty field is no measurement, so the CSV files of `SessionExporter` are such
/// recordings.
public struct MeasurementReader {
  /// The largest file, in bytes: a day of measurements of each signal every second.
  public static let maximumSize = 64 << 20

  /// Beyond any session, in seconds.
  private static let limit = 1_000_000_000.0

  private var measurements: [RecordedMeasurement] = []
  private var last: Duration?

  /// The measurements in a file, in order; throws the first problem with its line.
  public static func measurements(in bytes: [UInt8]) throws(ExchangeError) -> [RecordedMeasurement] {
    guard bytes.count <= maximumSize else {
      throw ExchangeError(.file, that: "the file", "is larger than \(maximumSize >> 20) MB")
    }
    var reader = MeasurementReader()
    try reader.read(CSVRows(ImportText(bytes).utf8))
    return reader.measurements
  }

  private mutating func read(_ table: CSVRows) throws(ExchangeError) {
    var rows = table
    let header = rows.next() ?? CSVRows.Row(fields: [], line: 1)
    let names = header.fields.map { $0.trimmed.lowercased() }
    guard let time = names.firstIndex(of: "t") else {
      throw ExchangeError(.line(header.line), that: "the column \"t\"", "is missing: seconds of session time")
    }
    let columns = Signal.allCases.compactMap { signal in
      names.firstIndex(of: signal.rawValue.lowercased()).map { (signal, $0) }
    }
    if columns.isEmpty {
      let known = Signal.allCases.map(\.rawValue).joined(separator: ", ")
      throw ExchangeError(.line(header.line), that: "a column of a signal", "is missing: \(known)")
    }
    while let row = rows.next() {
      guard row.fields.contains(where: { !$0.trimmed.isEmpty }) else { continue }
      let at = try instant(row, time)
      for (signal, column) in columns where row.fields.indices.contains(column) {
        let text = row.fields[column].trimmed
        if !text.isEmpty { measurements.append(RecordedMeasurement(at: at, signal, try value(text, signal, row.line))) }
      }
    }
    if let line = rows.openQuote { throw ExchangeError(.line(line), that: "a quotation mark", "has no closing one") }
  }

  /// The time of a row, to the nanosecond, and not before that of the row above.
  private mutating func instant(_ row: CSVRows.Row, _ column: Int) throws(ExchangeError) -> Duration {
    let text = row.fields.indices.contains(column) ? row.fields[column].trimmed : ""
    let pointed = text.replacing(",", with: ".")
    guard let decimal = ExactDecimal(pointed), let seconds = Double(pointed) else {
      throw problem(row.line, "t", text, "is not a number of seconds")
    }
    guard (0..<Self.limit).contains(seconds) else {
      throw problem(row.line, "t", text, "must be 0 to \(Int(Self.limit)) seconds")
    }
    // Programs that add up fractions write more digits than a nanosecond has.
    let at = (try? decimal.times(1_000_000_000)) ?? Int64((seconds * 1_000_000_000).rounded())
    if let last, .nanoseconds(at) < last { throw problem(row.line, "t", text, "is before the row above") }
    last = .nanoseconds(at)
    return .nanoseconds(at)
  }

  private func value(_ text: String, _ signal: Signal, _ line: Int) throws(ExchangeError) -> Int {
    guard let value = ExchangeNumber.whole(text) else { throw problem(line, signal.rawValue, text, "is not a number") }
    let range = signal.range
    guard range.contains(value) || value == signal.noContact else {
      throw problem(line, signal.rawValue, text, "must be \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private func problem(_ line: Int, _ column: String, _ text: String, _ why: String) -> ExchangeError {
    ExchangeError(.line(line, column), that: Excerpt.quoted(text), why)
  }
}

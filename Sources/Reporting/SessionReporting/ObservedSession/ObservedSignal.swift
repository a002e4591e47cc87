import WorkoutEngine
import WorkoutModel

/// The value of a signal that is measured, or that a sensor was chosen for.
package struct ObservedSignal: Equatable, Sendable {
  /// The value; `nil` if it is unknown.
  package let value: Int?
  /// The heart rate zone of the value, 1 to 5; `nil` if there is none.
  package let zone: Int?
  /// The instant since which it has been the value, in session time.
  package let since: Duration

  /// The text of an unknown value.
  package static let unknownText = "–"

  /// The value of a signal, by default one that has not been measured.
  package init(value: Int? = nil, zone: Int? = nil, since: Duration = .zero) {
    (self.value, self.zone, self.since) = (value, zone, since)
  }

  init(_ report: MeasurementReport) { (value, zone, since) = (report.value, report.zone, report.since) }

  init(_ measured: MeasuredSignal, of signal: Signal, _ body: BodyProfile) {
    (value, since) = (measured.value, measured.since)
    zone = value.flatMap { body.zone(of: $0, signal) }
  }

  /// A heart rate and its zone: "131 bpm, zone 3".
  package func heartRateText(_ words: ScreenWords = ScreenWords(), unknown: String = unknownText) -> String {
    let rate = words("heartRate", ["n": value.map(String.init) ?? unknown])
    return ([rate] + (zone.map { [words("zone", ["n": "\($0)"])] } ?? [])).joined(separator: ", ")
  }

  /// The value as text, with a dash for an unknown one.
  package var text: String { value.map(String.init) ?? Self.unknownText }
}

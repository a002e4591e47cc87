package import SessionReporting
import WorkoutModel

/// A past session as watches and training sites record one: laps in order, each a phase as it was done.
struct RecordedSession {
  typealias Lap = SessionCourse.Stretch

  struct Sample {
    let at: Duration
    var values: [Signal: Int]
  }

  let name: String
  let note: String?
  let rpe: Int?
  let course: SessionCourse
  /// The last measurement of each signal in each second.
  private(set) var samples: [Sample] = []
  /// The start of the first phase, in milliseconds since 1970, and the offset of local time in seconds.
  private let began: Int
  let zone: Int

  init?(_ detail: SessionDetail) {
    let session = detail.session
    guard let first = detail.phases.first else { return nil }
    name = session.name
    (note, rpe) = (session.note, session.rpe)
    // A rehearsal begins at its true time, and its phases have their own lengths.
    began = session.began.wall + ExchangeNumber.milliseconds(first.began) / max(1, session.speed)
    zone = session.began.zone
    course = SessionCourse(detail)
    for measured in course.measurements where measured.at >= start && measured.at < end {
      if let last = samples.last, wall(at: last.at) / 1000 == wall(at: measured.at) / 1000 {
        samples[samples.count - 1].values[measured.signal] = measured.value
      } else {
        samples.append(Sample(at: measured.at, values: [measured.signal: measured.value]))
      }
    }
  }

  func samples(in span: Range<Duration>) -> ArraySlice<Sample> {
    let first = samples.firstIndex { $0.at >= span.lowerBound } ?? samples.endIndex
    return samples[first...].prefix { $0.at < span.upperBound }
  }

  /// The mean and the maximum of the heart rate within a span; `nil` if it wasn't measured.
  func heartRate(in span: Range<Duration>) -> SessionDetail.SignalSummary? {
    course.measurements.filter { span.contains($0.at) }.summary(of: .heartRate)
  }

  var laps: [Lap] { course.stretches }

  var start: Duration { laps.first?.time.lowerBound ?? .zero }
  var end: Duration { laps.last?.time.upperBound ?? .zero }
  var active: Duration { laps.reduce(.zero) { $0 + $1.active } }

  /// An instant of session time in milliseconds since 1970.
  func wall(at time: Duration) -> Int { began + ExchangeNumber.milliseconds(time - start) }
}

/// Writes past sessions for watches and training sites.
package enum SessionExporter {
  package enum Format: String, CaseIterable, Sendable {
    case fit, tcx, csv

    /// The format with the extension of a file name; `nil` if none has it.
    package init?(ending name: String) {
      guard let dot = name.lastIndex(of: ".") else { return nil }
      self.init(rawValue: name[name.index(after: dot)...].lowercased())
    }
  }

  package static func write(_ detail: SessionDetail, as format: Format) -> [UInt8]? {
    guard let session = RecordedSession(detail) else { return nil }
    return switch format {
    case .fit: FITActivityWriter.write(session)
    case .tcx: Array(TCXActivityWriter.write(session).utf8)
    case .csv: Array((HistoryCSV.samples(detail) + "\n").utf8)
    }
  }
}

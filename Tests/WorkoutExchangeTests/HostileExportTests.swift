import Testing
import WorkoutExchange
import WorkoutModel

@Suite(.timeLimit(.minutes(5))) struct `Numbers of an export that can't be` {
  private static let times: [Duration] =
    [.zero, .nanoseconds(1), .seconds(1), .seconds(10_000_000_000_000), .seconds(Int64.max)]
    .flatMap { [$0, .zero - $0] } + [1, .max, .min].map { Duration(attoseconds: $0) }
  private static let numbers = [
    Int.min, Int.min + 1, -1_000_000_007, -1, 0, 1, 2, 1_000_000_007, 10_000_000_000, .max - 1, .max,
  ]

  @Test(arguments: ExchangeFormat.allCases)
  func `are written, or a reason why not`(format: ExchangeFormat) throws {
    let workout = try Workout("W") {
      Sets(3) {
        Phase("Work", for: .seconds(20), target: Target("ramp 50-75%"))
        Phase(open: "Rest", .rest)
      }
      Phase(open: "Row", target: Target("200w"), overtime: nil)
    }
    let timeline = try Timeline(workout)
    for time in Self.times {
      let spans = Self.times.map { MediaTrack.Span("Work", from: time, to: $0) }
      let track = MediaTrack(title: "W", author: nil, audio: "w.flac", chapters: spans, captions: spans)
      for number in Self.numbers {
        let power = [Intensity.high: number, .rest: number]
        let options = ExportOptions(openLength: time, power: power, ftp: number, start: LocalTime("2026-12-01T07:00"))
        _ = try? WorkoutExporter.write(timeline, track: track, doneAfter: time, as: format, options)
      }
    }
  }
}

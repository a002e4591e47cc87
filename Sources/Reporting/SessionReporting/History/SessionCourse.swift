/// When the phases of a past session ran, in session time, which includes pauses.
package struct SessionCourse: Sendable {
  package struct Stretch: Sendable {
    package let phase: SessionDetail.Phase
    /// From its start to that of the next phase.
    package let time: Range<Duration>
    /// The time within, without pauses.
    package let active: Duration
  }

  package let stretches: [Stretch]
  package let measurements: [SessionDetail.Measurement]
  private let pauses: [Range<Duration>]

  package init(_ detail: SessionDetail) {
    let pauses = detail.pauses.compactMap { pause in
      pause.ended.flatMap { $0 > pause.began ? pause.began..<$0 : nil }
    }
    self.pauses = pauses
    measurements = detail.measurements.filter { measured in !pauses.contains { $0.contains(measured.at) } }
    guard let last = detail.phases.last else {
      stretches = []
      return
    }
    let lastActive = max(.zero, last.active ?? detail.session.active - last.elapsed)
    // The last phase ends with its time and the pauses in it.
    let paused = pauses.reduce(Duration.zero) { sum, pause in
      pause.lowerBound >= last.began ? sum + (pause.upperBound - pause.lowerBound) : sum
    }
    let starts = detail.phases.map(\.began) + [max(last.began + lastActive + paused, last.began)]
    stretches = detail.phases.enumerated().map { index, phase in
      let active = phase.active ?? (index == detail.phases.count - 1 ? lastActive : .zero)
      let next = max(phase.began, starts[index + 1])
      return Stretch(phase: phase, time: phase.began..<next, active: min(active, next - phase.began))
    }
  }

  package func runs(in span: Range<Duration>) -> [Range<Duration>] {
    var runs: [Range<Duration>] = []
    var start = span.lowerBound
    for pause in pauses where pause.overlaps(span) {
      if pause.lowerBound > start { runs.append(start..<pause.lowerBound) }
      start = max(start, pause.upperBound)
    }
    return start < span.upperBound || runs.isEmpty ? runs + [start..<max(start, span.upperBound)] : runs
  }
}

import WorkoutModel

/// A past session as an image: a curve of each measured signal with the targets behind it, above the phases as they
/// were done, on one axis of active time.
package struct SessionPicture: Sendable {
  private static let (top, rowHeight, curveHeight) = (118.0, 190.0, 150.0)
  private static let (curve, target) = ("#b0121a", "#cfe8d6")

  private let detail: SessionDetail
  private let body: SessionBody
  private let axis: TimeAxis
  private let starts: [Duration]

  package init(_ detail: SessionDetail, _ body: SessionBody) {
    (self.detail, self.body) = (detail, body)
    var (starts, end) = ([Duration](), Duration.zero)
    for stretch in body.course.stretches {
      starts.append(end)
      end += stretch.active
    }
    self.starts = starts
    axis = TimeAxis(end: max(TimeAxis.seconds(end), 1))
  }

  package var svg: String {
    let session = detail.session
    let about = [session.began.date, session.began.time, session.state.label].joined(separator: " ")
    let signals = detail.signals
    let phaseTop = Self.top + Double(signals.count) * Self.rowHeight + 12
    let bottom = phaseTop + TimeAxis.phaseHeight
    let rows = signals.enumerated().map { row($0.element, top: Self.top + Double($0.offset) * Self.rowHeight) }
    let legend = body.course.stretches.compactMap { Intensity(rawValue: $0.phase.intensity) }.legend
    let target = signals.contains { body.total[$0.signal] != nil } ? [(word: "target", fill: Self.target)] : []
    return TimeAxis.svg(
      height: bottom + 56,
      TimeAxis.heading(session.name, ClockText.short(session.active), about) + axis.grid(from: Self.top, to: bottom)
        + rows.joined() + phases(top: phaseTop) + TimeAxis.legend(legend + target, at: bottom + 36))
  }

  private func phases(top: Double) -> String {
    zip(body.course.stretches, starts).map { stretch, start in
      guard let intensity = Intensity(rawValue: stretch.phase.intensity), stretch.active > .zero else { return "" }
      return TimeAxis.bar(
        stretch.phase.name, intensity, from: axis.x(start), to: axis.x(start + stretch.active), top: top,
        title: "\(stretch.phase.name) \(ClockText.exact(start))")
    }.joined()
  }

  // MARK: A signal

  /// The curve of a signal below its name and figures, with the highest and the lowest value beside it.
  private func row(_ summary: SessionDetail.SignalSummary, top: Double) -> String {
    let course = body.signals[summary.signal]
    let values = course?.stretches.map(\.value) ?? []
    guard let lowest = values.min(), let highest = values.max() else { return "" }
    let scale = Scale(low: lowest, high: max(highest, lowest + 1), top: top + 34, height: Self.curveHeight - 12)
    let unit = Words.unit(of: summary.signal)
    let figures = "\(Words.signal(summary.signal)), \(unit): \(summary.mean) on average"
    let (left, right) = (TimeAxis.margin, TimeAxis.width - TimeAxis.margin)
    let labels = [(highest, scale.top - 6), (lowest, scale.top + scale.height - 6)].map { value, y in
      SVG.text("\(value)", right, y, size: TimeAxis.textSize, fill: TimeAxis.grey, anchor: "end")
    }
    return bands(of: summary.signal, scale)
      + SVG.level(scale.top, left, right, stroke: "#c4ccd6")
      + SVG.level(scale.top + scale.height, left, right, stroke: "#c4ccd6")
      + SVG.text(figures, left, top + 22, size: TimeAxis.textSize, fill: TimeAxis.ink)
      + SVG.path(
        commands(of: summary.signal, scale), stroke: Self.curve, width: 2, title: Words.signal(summary.signal))
      + labels.joined()
  }

  /// The values of a row from bottom to top.
  private struct Scale {
    let low: Int
    let high: Int
    let top: Double
    let height: Double

    func y(_ value: Int) -> Double { top + height * Double(high - value) / Double(high - low) }
  }

  /// What is within the targets, from the start of each phase to its end.
  private func bands(of signal: Signal, _ scale: Scale) -> String {
    zip(zip(body.course.stretches, starts), body.targets).compactMap { place, target in
      let (stretch, start) = place
      guard let own = target?.signals.first(where: { $0.signal == signal }), stretch.active > .zero else { return nil }
      let ends = [Duration.zero, stretch.active].map { moment in
        (x: axis.x(start + moment), limits: own.limits(after: moment, of: target?.length))
      }
      func shown(_ value: Int) -> Double { scale.y(min(max(value, scale.low), scale.high)) }
      let points =
        ends.map { ($0.x, shown($0.limits.upperBound)) } + ends.reversed().map { ($0.x, shown($0.limits.lowerBound)) }
      return SVG.polygon(points, fill: Self.target)
    }.joined()
  }

  /// The curve, a point for each column of the picture; it has gaps where the value is unknown.
  private func commands(of signal: Signal, _ scale: Scale) -> String {
    guard let course = body.signals[signal] else { return "" }
    var (commands, isDown) = ("", false)
    for column in 0..<Int(TimeAxis.width - 2 * TimeAxis.margin) {
      let x = TimeAxis.margin + Double(column)
      let moment = instant(at: axis.end * Double(column) / (TimeAxis.width - 2 * TimeAxis.margin))
      guard let value = moment.flatMap(course.value(at:)) else {
        isDown = false
        continue
      }
      let y = SVG.number(scale.y(value))
      // A value is drawn to the end of its column.
      commands += isDown ? "L\(SVG.number(x + 1)),\(y)" : "M\(SVG.number(x)),\(y)L\(SVG.number(x + 1)),\(y)"
      isDown = true
    }
    return commands
  }

  /// The session time of an active time in the picture, in seconds; `nil` after the end.
  private func instant(at seconds: Double) -> Duration? {
    let moment = Duration.nanoseconds(Int64(seconds * 1e9))
    let next = starts.partitioningIndex { $0 > moment }
    guard next > 0 else { return nil }
    var left = moment - starts[next - 1]
    for run in body.course.runs(in: body.course.stretches[next - 1].time) {
      if left < run.upperBound - run.lowerBound { return run.lowerBound + left }
      left -= run.upperBound - run.lowerBound
    }
    return nil
  }
}

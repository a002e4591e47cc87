import WorkoutEngine
import WorkoutModel

/// A workout as an image: its sound, its phases and its cues below one another on one time axis.
///
/// Its texts are so large that they can be read where it is 600 pixels wide.
struct PlanPicture {
  private static let (margin, width) = (TimeAxis.margin, TimeAxis.width)
  private static let waveHeight = 120.0

  let plan: Plan
  let cues: [[CueReport]]
  let waveform: Waveform?
  private let isTitled: Bool
  /// From the top: the waveform, where there is one, the phases and the cues.
  private let (waveTop, phaseTop, cueTop): (Double, Double, Double)
  private let shown: Duration
  let axis: TimeAxis

  init(_ plan: Plan, _ waveform: Waveform?, isTitled: Bool) {
    self.plan = plan
    self.waveform = waveform
    self.isTitled = isTitled
    waveTop = isTitled ? 118 : 34
    phaseTop = waveTop + 12 + (waveform == nil ? 0 : Self.waveHeight)
    cueTop = phaseTop + 100
    let lastPhase = max(plan.phases.last?.start ?? .zero, plan.phases.last?.end ?? .zero)
    // Cues that only an extended open phase would reach are outside the picture.
    let cues = plan.cues.filter { !$0.isDroppedByDone || $0.due <= lastPhase }
    self.cues = CueLane.groups(cues)
    let last = max(lastPhase, cues.last?.due ?? .zero)
    shown = plan.stopsAt == nil ? lastPhase : plan.total ?? last
    let sound = waveform.map { Double($0.frames) / Double($0.sampleRate) } ?? 0
    axis = TimeAxis(end: max(TimeAxis.seconds(last), TimeAxis.seconds(shown), sound, 1))
  }

  var text: String {
    let cues = CueLane(cues, axis, top: cueTop)
    let height = cues.bottom + 56
    let length = PlanLength.text(plan.total, shown: shown, range: plan.range)
    let about = [plan.workout.author, plan.workout.spokenDescription].compactMap { $0 }.joined(separator: " · ")
    return TimeAxis.svg(
      height: height,
      (isTitled
        ? TimeAxis.heading(plan.workout.spokenName, length, about) : "")
        + axis.grid(from: waveTop, to: cues.bottom) + wave + phases + cues.text
        + TimeAxis.legend(plan.phases.lazy.map(\.intensity).legend + kinds, at: height - 20))
  }

  private var wave: String {
    guard let waveform else { return "" }
    let middle = waveTop + Self.waveHeight / 2
    let level = SVG.level(middle, Self.margin, Self.width - Self.margin, stroke: "#c4ccd6")
    guard waveform.frames > 0 else { return level }
    let shape = WaveShape(waveform, pixels: Int(Self.width - 2 * Self.margin), of: axis.end)
    let scale = Self.waveHeight / 2
    return level + shape.path(shape.peaks, x: Self.margin, middle: middle, scale: scale, fill: "#9db8d8")
      + shape.path(shape.levels, x: Self.margin, middle: middle, scale: scale, fill: "#3f6ea6")
  }

  private var phases: String {
    let all = plan.phases
    return all.enumerated().map { index, phase in
      // If the user ends a phase, the start of the next one marks its end.
      let next = index + 1 < all.count ? axis.x(all[index + 1].start) : Self.width - Self.margin
      let (from, to) = (axis.x(phase.start), min(phase.end.map { axis.x($0) } ?? next, next))
      let title = "\(phase.name) \(ClockText.exact(phase.start))\(phase.remark.map { ": \($0)" } ?? "")"
      return TimeAxis.bar(
        phase.name, phase.intensity, from: from, to: to, top: phaseTop, title: title, ramp: phase.target?.ramp)
        + setMark(phase, from, to)
    }.joined()
  }

  /// The number of the set, below its first phase.
  private func setMark(_ phase: PhaseReport, _ from: Double, _ to: Double) -> String {
    guard let span = phase.countedSet else { return "" }
    let label = span.sets.map { "\(span.set)/\($0)" } ?? "\(span.set)"
    guard SVG.width(of: label, size: TimeAxis.textSize) <= to - from else { return "" }
    return SVG.text(
      label, from + 4, phaseTop + TimeAxis.phaseHeight + 22, size: TimeAxis.textSize, fill: TimeAxis.grey)
  }

  private var kinds: [(word: String, fill: String)] {
    CueLane.Kind.allCases.filter { kind in cues.contains { CueLane.Kind($0[0]) == kind } }.map { ($0.rawValue, $0.ink) }
  }
}

extension Plan {
  /// The plan as an SVG image without scripts: the waveform, if there is one, the phases as bars by intensity, and the
  /// cues with their words, below one another on one time axis; without a title where one stands above it already.
  package func svg(waveform: Waveform? = nil, isTitled: Bool = true) -> String {
    PlanPicture(self, waveform, isTitled: isTitled).text
  }
}

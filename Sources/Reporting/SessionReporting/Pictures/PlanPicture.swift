import WorkoutEngine
import WorkoutModel

/// A workout as an image: its sound, its phases and its cues below one another on one time axis.
///
/// Its texts are so large that they can be read where it is 600 pixels wide.
struct PlanPicture {
  static let margin = 24.0
  static let grey = "#667080"
  private static let ink = "#1d232b"
  static let (width, textSize) = (1200.0, 19.0)
  private static let (waveTop, waveHeight) = (118.0, 120.0)
  private static let (phaseTop, phaseHeight) = (250.0, 60.0)
  private static let cueTop = 350.0

  let plan: Plan
  let cues: [[CueReport]]
  let waveform: Waveform?
  /// The length of the workout in the picture.
  private let shown: Duration
  /// The end of the time axis, in seconds.
  let end: Double

  init(_ plan: Plan, _ waveform: Waveform?) {
    self.plan = plan
    self.waveform = waveform
    let lastPhase = max(plan.phases.last?.start ?? .zero, plan.phases.last?.end ?? .zero)
    // Cues that only an extended open phase would reach are outside the picture.
    let cues = plan.cues.filter { !$0.isDroppedByDone || $0.due <= lastPhase }
    self.cues = CueLane.groups(cues)
    let last = max(lastPhase, cues.last?.due ?? .zero)
    shown = plan.stopsAt == nil ? lastPhase : plan.total ?? last
    let sound = waveform.map { Double($0.frames) / Double($0.sampleRate) } ?? 0
    end = max(Self.seconds(last), Self.seconds(shown), sound, 1)
  }

  var text: String {
    let cues = CueLane(cues, self, top: Self.cueTop)
    let height = cues.bottom + 56
    let (columns, rows) = (SVG.number(Self.width), SVG.number(height))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(columns) \(rows)" width="\(columns)" height="\(rows)" \
      \(SVG.font)>
      \(SVG.rect(0, 0, Self.width, height, fill: "#ffffff"))\
      \(heading)\(grid(to: cues.bottom))\(wave)\(phases)\(cues.text)\(legend(at: height - 20))</svg>

      """
  }

  func x(_ moment: Duration) -> Double { x(Self.seconds(moment)) }

  private func x(_ seconds: Double) -> Double { Self.margin + (Self.width - 2 * Self.margin) * seconds / end }

  private static func seconds(_ duration: Duration) -> Double { Double(duration.inNanoseconds) / 1e9 }

  private var heading: String {
    let size = 32.0
    let length = PlanLength.text(plan.total, shown: shown)
    let space = Self.width - 2 * Self.margin
    let name = SVG.fitted(plan.workout.name, size: size, into: space - SVG.width(of: length, size: size) - 40) ?? ""
    let about = [plan.workout.author, plan.workout.description].compactMap { $0 }.joined(separator: " · ")
    let remark = SVG.fitted(about, size: Self.textSize, into: space).map {
      SVG.text($0, Self.margin, 72, size: Self.textSize, fill: Self.grey)
    }
    return SVG.text(name, Self.margin, 42, size: size, fill: Self.ink, isBold: true) + (remark ?? "")
      + SVG.text(length, Self.width - Self.margin, 42, size: size, fill: Self.ink, anchor: "end", isBold: true)
  }

  private func grid(to bottom: Double) -> String {
    let steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400]
    let step = steps.first { (Self.width - 2 * Self.margin) * Double($0) / end >= 110 } ?? 86_400
    return stride(from: 0, through: Int(end), by: step).map { second in
      let at = x(Double(second))
      // The first and the last label are kept within the picture.
      let anchor = second == 0 ? "start" : at > Self.width - Self.margin - 40 ? "end" : "middle"
      let label = ClockText.short(.seconds(second))
      return SVG.line(at, Self.waveTop - 4, bottom, stroke: "#e3e7ec")
        + SVG.text(label, at, Self.waveTop - 10, size: Self.textSize, fill: Self.grey, anchor: anchor)
    }.joined()
  }

  private var wave: String {
    let middle = Self.waveTop + Self.waveHeight / 2
    let axis = SVG.level(middle, Self.margin, Self.width - Self.margin, stroke: "#c4ccd6")
    guard let waveform, waveform.frames > 0 else { return axis }
    let shape = WaveShape(waveform, pixels: Int(Self.width - 2 * Self.margin), of: end)
    let scale = Self.waveHeight / 2
    return axis + shape.path(shape.peaks, x: Self.margin, middle: middle, scale: scale, fill: "#9db8d8")
      + shape.path(shape.levels, x: Self.margin, middle: middle, scale: scale, fill: "#3f6ea6")
  }

  private var phases: String {
    let all = plan.phases
    return all.enumerated().map { index, phase in
      // If the user ends a phase, the start of the next one marks its end.
      let next = index + 1 < all.count ? x(all[index + 1].start) : Self.width - Self.margin
      let (from, to) = (x(phase.start), min(phase.end.map { x($0) } ?? next, next))
      let look = Palette(phase.intensity)
      let height = Self.phaseHeight * look.effort
      let top = Self.phaseTop + Self.phaseHeight - height
      let title = "\(phase.name) \(ClockText.exact(phase.start))\(phase.remark.map { ": \($0)" } ?? "")"
      let width = max(0.5, to - from - 0.5)
      let bar =
        phase.target?.ramp.map { ramp in
          SVG.slope(
            from, top, width, height, low: Double(min(ramp.from, ramp.to)) / Double(max(ramp.from, ramp.to)),
            rises: ramp.to > ramp.from, fill: look.ground, title: title)
        } ?? SVG.rect(from, top, width, height, fill: look.ground, radius: 2, title: title)
      let name = SVG.fitted(phase.name, size: Self.textSize, into: to - from - 8).map {
        SVG.text($0, from + 4, Self.phaseTop + Self.phaseHeight - 7, size: Self.textSize, fill: look.ink)
      }
      return bar + (name ?? "") + setMark(phase, from, to)
    }.joined()
  }

  /// The number of the set, below its first phase.
  private func setMark(_ phase: PhaseReport, _ from: Double, _ to: Double) -> String {
    guard let span = phase.countedSet else { return "" }
    let label = span.sets.map { "\(span.set)/\($0)" } ?? "\(span.set)"
    guard SVG.width(of: label, size: Self.textSize) <= to - from else { return "" }
    return SVG.text(label, from + 4, Self.phaseTop + Self.phaseHeight + 22, size: Self.textSize, fill: Self.grey)
  }

  private func legend(at y: Double) -> String {
    var x = Self.margin
    var result = ""
    func add(_ word: String, _ fill: String) {
      result += SVG.rect(x, y - 15, 16, 16, fill: fill, radius: 3)
      result += SVG.text(word, x + 24, y, size: Self.textSize, fill: Self.grey)
      x += 24 + SVG.width(of: word, size: Self.textSize) + 14
    }
    for intensity in Intensity.allCases where plan.phases.contains(where: { $0.intensity == intensity }) {
      add(ScreenWords()[intensity.rawValue], Palette(intensity).ground)
    }
    for kind in CueLane.Kind.allCases where cues.contains(where: { CueLane.Kind($0[0]) == kind }) {
      add(kind.rawValue, kind.ink)
    }
    return result
  }
}

extension Plan {
  /// The plan as an SVG image without scripts: the waveform, if there is one, the phases as bars by intensity, and the
  /// cues with their words, below one another on one time axis.
  package func svg(waveform: Waveform? = nil) -> String { PlanPicture(self, waveform).text }
}

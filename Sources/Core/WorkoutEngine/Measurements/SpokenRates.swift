/// The heart rate in words: that of a second before they begin, so that there is time to synthesise them.
struct SpokenRates: Equatable, Sendable {
  /// The time for which words keep their value before they begin.
  static let lead = Duration.seconds(1)

  private struct Step: Equatable, Sendable {
    /// The position in the plan before which words have the value.
    let end: Duration
    /// `nil` if it is unknown.
    let value: Int?
  }

  private var steps: [Step] = []
  private var last: Int?

  /// Nobody measures.
  init() {}

  /// The values of a signal; `lead` is from positions to instants, and `nil` while no time passes.
  init(_ signal: MeasuredSignal?, lead: Duration?) {
    last = signal?.value
    guard let lead else { return }
    steps = (signal?.earlier ?? []).map { Step(end: $0.until + Self.lead - lead, value: $0.value) }
  }

  /// The value in words that begin at a position of the plan; `nil` if it is unknown.
  func value(at position: Duration) -> Int? {
    if let step = steps.first(where: { position < $0.end }) { return step.value }
    return last
  }
}

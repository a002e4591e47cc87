import Testing

@Suite(.enabled(if: Measurement.isOn, "make measure")) struct `The doctor on an idle machine` {
  @Test func `finds its clock and its voice fast enough`() throws {
    let lines = try TemporaryHome().cuebell("doctor").lines
    for name in ["clock", "voice"] { #expect(lines.contains { $0.hasPrefix("ok       \(name): ") }, "\(lines)") }
  }
}

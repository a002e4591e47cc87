import Testing

/// A workout with a different name for each of thousands of phases.
@Suite struct `Ten thousand different names` {
  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome()
    let phases = (0..<9_990).map { #"{"name":"Exercise \#($0) of many","duration":5}"# }
    try home.write(#"{"name":"Big","phases":[\#(phases.joined(separator: ","))]}"#, to: "big.json")
    return home
  }

  @Test func `are shown at once: the lengths of most are estimated, which is said`() throws {
    let home = try home()
    for words in [["show", "--json", "big.json"], ["show", "--svg", "big.svg", "big.json"]] {
      let result = try home.cuebell(words)
      #expect(result.code == 0 && result.processorTime < Measurement.limit(.seconds(8)), "\(result.processorTime)")
      #expect(
        result.errorLines.first?.hasPrefix("The lengths of the first 120 phrases are measured, those of ") == true
          || result.errorLines.first?.hasPrefix("No waveform") == true, "\(result.err)")
    }
    let check = try home.cuebell("check", "big.json")
    #expect(check.code == 0 && check.err.isEmpty)
  }
}

import Foundation
import Testing

@Suite(.enabled(if: Measurement.isOn, "make measure")) struct `A thousand stored phrases of a natural voice` {
  @Test func `are rendered in 3 s of processor time`() throws {
    let home = try TemporaryHome.withoutSound()
    try WyomingServer.install(in: home)
    try home.write(
      #"{ "voice": { "wyoming": ["\#(home.folder)/wyoming", "right"], "name": "tone-en" } }"#,
      to: home.config + "/config.json")
    let phases = (0..<1_000).map { #"{ "name": "Go \#($0)", "duration": "2s" }"# }
    try home.write(
      #"""
      { "name": "W", "style": "silent", "cues": [{ "on": "phase", "at": "start", "say": "{phase}" }],
        "phases": [\#(phases.joined(separator: ","))] }
      """#, to: "w.json")
    let first = try home.cuebell("render", "w.json", "-o", "w.wav")
    let second = try home.cuebell("render", "w.json", "-o", "again.wav")
    print("1000 phrases: \(first.processorTime) new, \(second.processorTime) stored")
    #expect(second.code == 0 && second.processorTime < .seconds(3), "\(second)")
    #expect(try home.text(of: "asked").split(separator: "\n").count == 1_000)
    #expect(try home.bytes(of: "again.wav") == home.bytes(of: "w.wav"))
  }
}

import ArgumentParser
import CommandSupport
import DesktopBus
import FoundationEssentials
import SessionReporting
import StrictJSON
import WorkoutModel

/// `sensors`: the heart rate straps in reach.
struct Sensors: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the heart rate straps in reach with their values.",
    discussion: """
      Examples:
        cuebell sensors
        cuebell run tabata --heart-rate 'Polar H10'

      It looks for ten seconds, and connects each Bluetooth strap to read its heart rate. A strap that measures \
      nothing has a dash. The status is 69 if there is no Bluetooth adapter or BlueZ doesn't answer.
      """)

  @Option(name: .customLong("for"), help: ArgumentHelp("How long to look.", valueName: "10s"))
  var time: DurationArgument?

  @Flag(help: "Print one JSON object.")
  var json = false

  private static let usualTime = Duration.seconds(10)

  func run() throws {
    let scan = StrapScan.scan(ProcessInfo.processInfo.environment, for: time?.duration ?? Self.usualTime)
    if let failure = scan.failure, scan.found.isEmpty {
      throw Exit.fail(.unavailable, "No heart rate straps: \(failure).")
    }
    if json { return try Streams.out((["straps": scan.found.map(\.fields)] as JSONFields).line()) }
    if scan.found.isEmpty { return try Streams.out("No heart rate straps in reach.") }
    for line in Columns.aligned(scan.found.map(\.texts)) { try Streams.out(line) }
  }
}

extension StrapScan.Found {
  fileprivate var fields: JSONFields {
    ["name": strap.name, "address": strap.address, "heartRate": hasContact ? rate : nil, "contact": hasContact]
  }

  fileprivate var texts: [String] {
    let value = hasContact ? rate.map { "\($0) bpm" } : "no contact"
    return [SafeText.filtered(strap.name), strap.address, value ?? ObservedSignal.unknownText]
  }
}

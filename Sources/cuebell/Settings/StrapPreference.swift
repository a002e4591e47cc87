import ArgumentParser
import DesktopBus
import StrictJSON
import WorkoutFiles
import WorkoutModel

/// The heart rate strap of a run: none, the nearest one, or the one with a name or an address.
enum StrapPreference: Equatable, ExpressibleByArgument, JSONConvertible {
  case off, on
  case named(String)

  private static let length = 1...200

  init?(argument: String) {
    guard Self.length.contains(argument.count) else { return nil }
    self = argument == "off" ? .off : .named(argument)
  }

  init?(_ field: Field) {
    if let isOn = field.value.bool {
      self = isOn ? .on : .off
    } else if field.value.text != nil {
      guard let name = field.text(in: Self.length) else { return nil }
      self = .named(name)
    } else {
      field.complain("must be true, false, or the name or address of a strap, got \(field.value.summary)")
      return nil
    }
  }

  var json: JSONOutput {
    switch self {
    case .off: false.json
    case .on: true.json
    case .named(let name): name.json
    }
  }

  var signals: [Signal] { self == .off ? [] : [.heartRate] }

  var choice: StrapChoice? {
    switch self {
    case .off: nil
    case .on: .any
    case .named(let name): .named(name)
    }
  }
}

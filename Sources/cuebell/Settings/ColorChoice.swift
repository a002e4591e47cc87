import ArgumentParser
import FoundationEssentials
import Glibc
import StrictJSON

enum ColorChoice: String, ExpressibleByArgument, JSONConvertible, CaseIterable {
  case auto, always, never

  var isColored: Bool {
    let environment = ProcessInfo.processInfo.environment
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      return isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
  }
}

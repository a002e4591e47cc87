import FoundationEssentials
import HostSystem
import WorkoutModel

extension UserLocale {
  /// The language of the person at the terminal; `nil` if none is set, or one without words.
  static var reader: Language? {
    of("LC_MESSAGES", ProcessInfo.processInfo.environment).flatMap { Language(locale: $0) }
  }
}

import ArgumentParser
import AudioMixing
import AudioOutput
import FoundationEssentials
import SessionHistory
import SessionReporting
import WorkoutModel

/// The values that shells complete, in addition to files.
extension CompletionKind {
  static var devices: CompletionKind {
    .candidates {
      let devices = (try? ALSADevices.list()) ?? []
      return devices.map { ($0.name, String($0.description.prefix { !$0.isNewline })) }
    }
  }

  /// The numbers of the sessions in the history, the newest first.
  static var sessions: CompletionKind { .candidates { sessions { _ in true } } }

  static var unfinishedSessions: CompletionKind { .candidates { sessions(where: \.canBeResumed) } }

  static var sounds: CompletionKind { .list(Instrument.allCases.map(\.rawValue) + Bed.allCases.map(\.rawValue)) }

  static var styles: CompletionKind { .list(Style.allCases.map(\.rawValue)) }

  static var languages: CompletionKind { .list(Language.allCases.map(\.rawValue)) }

  static var suspendPolicies: CompletionKind { .list(["continue", "freeze", "pause-if-over=2s"]) }

  private typealias Candidate = (value: String, meaning: String)

  /// Candidates that are determined only when a shell requests them.
  private static func candidates(_ make: @escaping @Sendable () -> [Candidate]) -> CompletionKind {
    .custom { _, _, _ in
      make().map { text(SafeText.filtered($0.value), SafeText.filtered($0.meaning), for: CompletionShell.requesting) }
    }
  }

  /// The sessions of the history that meet a condition; empty if the history can't be read.
  private static func sessions(where isOffered: (PastSession) -> Bool) -> [Candidate] {
    guard let place = try? HistoryLocation(ProcessInfo.processInfo.environment),
      let sessions = try? HistoryPatience.watch({ try HistoryStore(at: place, for: .reading).sessions() })
    else { return [] }
    return sessions.filter(isOffered).map { session in
      let began = "\(session.began.date) \(session.began.time)"
      return ("\(session.id)", "\(session.name), \(began), \(session.state.name)")
    }
  }

  /// A value in the form of a shell: zsh and fish show its meaning, bash inserts the whole text.
  private static func text(_ value: String, _ meaning: String, for shell: CompletionShell?) -> String {
    // For zsh a colon ends the value.
    let value = shell == .zsh ? SafeText.mapped(value) { $0 == ":" ? "\\:" : nil } : value
    if meaning.isEmpty || shell == nil || shell == .bash { return value }
    return "\(value)\(shell == .zsh ? ":" : "\t")\(meaning)"
  }
}

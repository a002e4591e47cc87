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
      return devices.map { device in
        CompletionCandidate(device.name, meaning: device.description.prefix { !$0.isNewline })
      }
    }
  }

  /// The numbers of the sessions in the history, the newest first.
  static var sessions: CompletionKind { .candidates { sessions { _ in true } } }

  static var unfinishedSessions: CompletionKind { .candidates { sessions(where: \.canBeResumed) } }

  static var sounds: CompletionKind { .list(Instrument.allCases.map(\.rawValue) + Bed.allCases.map(\.rawValue)) }

  static var styles: CompletionKind { .list(Style.allCases.map(\.rawValue)) }

  static var languages: CompletionKind { .list(Language.allCases.map(\.rawValue)) }

  static var suspendPolicies: CompletionKind { .list(["continue", "freeze", "pause-if-over=2s"]) }

  /// Candidates that are determined only when a shell requests them.
  private static func candidates(_ make: @escaping @Sendable () -> [CompletionCandidate]) -> CompletionKind {
    .custom { _, _, _ in make().map { $0.text(for: CompletionShell.requesting) } }
  }

  /// The sessions of the history that meet a condition; empty if the history can't be read.
  private static func sessions(where isOffered: (PastSession) -> Bool) -> [CompletionCandidate] {
    guard let place = try? HistoryLocation(ProcessInfo.processInfo.environment),
      let sessions = try? HistoryPatience.watch({ try HistoryStore(at: place, for: .reading).sessions() })
    else { return [] }
    return sessions.filter(isOffered).map { session in
      let began = "\(session.began.date) \(session.began.time)"
      return CompletionCandidate("\(session.id)", meaning: "\(session.name), \(began), \(session.state.name)")
    }
  }
}

/// A value with its meaning.
private struct CompletionCandidate {
  private let value: String
  private let meaning: String

  init(_ value: String, meaning: some StringProtocol) {
    self.value = SafeText.filtered(value)
    self.meaning = SafeText.filtered(String(meaning))
  }

  /// The candidate in the form of a shell: zsh and fish show the meaning, bash inserts the whole text.
  func text(for shell: CompletionShell?) -> String {
    // For zsh a colon ends the value.
    let value = shell == .zsh ? self.value.replacing(":", with: "\\:") : self.value
    if meaning.isEmpty || shell == nil || shell == .bash { return value }
    return "\(value)\(shell == .zsh ? ":" : "\t")\(meaning)"
  }
}

import CommandSupport
import FoundationEssentials
import Glibc
import HostSystem
import Speech

/// The speech of a workout: the engines of the settings, what speaks in their place, and the phrases stored on disk.
struct WorkoutSpeech {
  let engines: MachineSpeech
  /// espeak-ng, where another engine speaks that may not be ready; `nil` if it isn't to speak instead.
  let standIn: SpeechWorkerBackend?
  /// `nil` if the environment names no folder.
  let store: SpeechDiskCache?

  /// The speech by the engines of `choice`, which have their own time for a phrase, or `limit`.
  init(_ choice: SpeechChoice, limit: Duration? = nil, hasStandIn: Bool = false, hasStore: Bool = true) {
    let engines = MachineSpeech(
      choice, executable: Self.executable, limit: limit,
      errors: Diagnostics.areOn ? .descriptor(STDERR_FILENO) : .nothing)
    self.engines = engines
    standIn = hasStandIn && choice.isSlow ? SpeechWorkerBackend(executable: Self.executable) : nil
    let path = hasStore ? SpeechDiskCache.path(in: ProcessInfo.processInfo.environment) : nil
    store = path.map { SpeechDiskCache($0) { engines.identity(for: $0) } }
  }

  /// Ends the worker processes and writes what is to be stored.
  func close() {
    engines.close()
    standIn?.close()
    store?.close()
  }

  private static let executable = "/proc/self/exe"
}

extension SpeechChoice {
  /// Whether a phrase may take seconds, because another engine than espeak-ng speaks it.
  var isSlow: Bool { engines != [.espeak] }

  var isResident: Bool { engines.contains { if case .wyoming = $0 { true } else { false } } }
}

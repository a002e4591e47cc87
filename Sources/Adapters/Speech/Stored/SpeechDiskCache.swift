package import AudioMixing
package import CueAudio
package import HostSystem
import Synchronization

/// A phrase store in a folder, for use by later sessions.
///
/// Errors are not reported. A dedicated thread does all file work, so that a disk that hangs costs only its phrases.
/// Several processes may use one folder at once. Its size never exceeds its capacity, except by what several processes
/// add at the same time.
package final class SpeechDiskCache: PhraseStore {
  /// The maximum number of bytes of the phrases in a folder: 47 minutes of speech.
  package static let capacity = 256 << 20
  /// The time that synthesis takes for a phrase, which reading it may take as well.
  private static let synthesisTime = Duration.milliseconds(20)
  /// The maximum number of samples that wait to be written: 87 s of speech, in 8 MB.
  private static let maximumPendingSamples = 4 << 20

  private struct State {
    var patience: Duration
    /// Whether the disk took too long, or the system could not create a thread.
    var isUnavailable: Bool
    var pendingSamples = 0
  }

  private let folder: PhraseFolder
  private let synthesizer: @Sendable (SpeechRequest) -> String?
  package let thread = WorkThread()
  private let state: Mutex<State>

  /// A cache in the folder at `path`, which is absolute; it is created when the first phrase is stored.
  ///
  /// All reads of a session may take `patience` in excess of synthesis. `synthesizer` names what speaks a request: two
  /// synthesisers that may speak differently have different names, and phrases of one without a name aren't stored.
  package init(
    _ path: String, capacity: Int = SpeechDiskCache.capacity, patience: Duration = .seconds(1),
    synthesizer: @escaping @Sendable (SpeechRequest) -> String?
  ) {
    folder = PhraseFolder(path, capacity: capacity)
    self.synthesizer = synthesizer
    state = Mutex(State(patience: patience, isUnavailable: thread.failure != nil))
  }

  /// The folder that the environment names: `$XDG_CACHE_HOME/cuebell/speech`, else `$HOME/.cache/cuebell/speech`; `nil`
  /// if there is neither.
  ///
  /// A relative path is ignored (XDG Base Directory Specification); one that isn't UTF-8 gives `nil`.
  package static func path(in environment: [String: String]) -> String? {
    UserFolders(environment).cache.flatMap { $0.contains("\u{FFFD}") ? nil : $0 + "/cuebell/speech" }
  }

  /// The stored phrase, if the disk returns it in time; after a timeout the disk is not used again.
  package func phrase(_ key: PhraseKey) -> PackedClip? {
    let (isUnavailable, patience) = state.withLock { ($0.isUnavailable, max(.zero, $0.patience)) }
    guard !isUnavailable, let synthesizer = synthesizer(key.request) else { return nil }
    let answer = Mailbox<PackedClip?>(capacity: 1)
    thread.later { [self] in answer.put(read(key, of: synthesizer)) }
    let limit = patience + Self.synthesisTime
    answer.wait(milliseconds: Int32(clamping: Int((limit / .milliseconds(1)).rounded(.up))))
    let found = answer.drain().messages.first
    if found == nil { state.withLock { $0.isUnavailable = true } }
    return found ?? nil
  }

  /// Reads a phrase on the cache's thread; what it takes longer than synthesis uses up patience.
  private func read(_ key: PhraseKey, of synthesizer: String) -> PackedClip? {
    if state.withLock(\.isUnavailable) { return nil }
    let begin = ContinuousClock.now
    let phrase = folder.phrase(key, of: synthesizer)
    let excess = ContinuousClock.now - begin - Self.synthesisTime
    if excess > .zero { state.withLock { $0.patience -= excess } }
    return phrase
  }

  /// Schedules the phrase for writing, which may remove the least recently used ones; returns at once.
  package func insert(_ phrase: PackedClip, _ key: PhraseKey) {
    guard let synthesizer = synthesizer(key.request) else { return }
    let samples = phrase.frames
    let isAccepted = state.withLock { state in
      guard !state.isUnavailable, state.pendingSamples + samples <= Self.maximumPendingSamples else { return false }
      state.pendingSamples += samples
      return true
    }
    guard isAccepted else { return }
    thread.later { [self] in
      folder.insert(phrase, key, of: synthesizer)
      state.withLock { $0.pendingSamples -= samples }
    }
  }

  /// Waits until all phrases are written, for at most 2 s.
  package func close() { if !state.withLock(\.isUnavailable) { thread.wait(milliseconds: 2_000) } }
}

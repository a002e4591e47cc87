public import AudioMixing
public import CueAudio
import HostThreads
import Synchronization

/// Phrases in a folder, a file for each: what was made in one run is there in the next.
///
/// Nothing that goes wrong is told, and a disk that hangs costs nothing but the phrases on it: all that is done with
/// files is done by a thread of the folder's own, which begins with the first use and sleeps when nothing is asked for.
/// Several processes may use one folder at once. It never outgrows `capacity`, but for what several processes add at
/// the same time; `close` makes room in it by removing what was used least recently.
public final class PhraseFolder: PhraseStore {
  /// How many bytes the phrases of one folder may take: about eleven minutes of speech.
  public static let capacity = 64 << 20
  /// How much longer the disk may take in all than what it saves.
  public static let patience = Duration.seconds(1)
  /// How long, in milliseconds, `close` waits at most.
  public static let closingPatience = 2_000
  /// What a phrase takes to be made, which its file may take as well.
  private static let making = Duration.milliseconds(20)
  /// How many frames may wait for the disk: 90 s of speech, more than a book holds at a time, in 8 MB.
  private static let mostFramesUnderWay = 90 * Bus.sampleRate

  private struct State {
    /// Does the work, from the first use on.
    var thread: WorkThread?
    /// How much longer the disk may take.
    var patience: Duration
    /// Whether it took longer, or nobody can do the work: then there is no folder.
    var isAbsent = false
    var framesUnderWay = 0
  }

  private let shelf: PhraseShelf
  private let state: Mutex<State>

  /// The folder at `path`, which is absolute; it is made when something is to be kept.
  ///
  /// What is found there was spoken by the same `synthesizer`: it has to name every installation that speaks otherwise
  /// by another name, and is asked once, by the first use, on the folder's thread. One without a name has nothing kept.
  public convenience init(_ path: String, synthesizer: @escaping @Sendable () -> String?) {
    self.init(path, patience: Self.patience, synthesizer: synthesizer)
  }

  /// The same with another `patience`.
  package init(_ path: String, patience: Duration, synthesizer: @escaping @Sendable () -> String?) {
    shelf = PhraseShelf(path, synthesizer: synthesizer)
    state = Mutex(State(patience: patience))
  }

  /// The phrase in its file, if the disk has it in time; a disk that takes too long isn't asked again.
  public func clip(_ key: PhraseKey) -> PackedClip? {
    guard let (thread, patience) = open() else { return nil }
    let begin = ContinuousClock.now
    let answer = Mailbox<PackedClip?>(capacity: 1)
    thread.later { [shelf] in answer.put(shelf.clip(key)) }
    let found = answer.letter(by: begin + patience + Self.making)
    let excess = ContinuousClock.now - begin - Self.making
    state.withLock { state in
      if found == nil { state.isAbsent = true }
      if excess > .zero { state.patience -= excess }
    }
    return found ?? nil
  }

  /// Has the phrase written into its file, where there is room; who asks for it goes on at once.
  public func keep(_ clip: PackedClip, _ key: PhraseKey) {
    guard let (thread, _) = open() else { return }
    let frames = clip.frames
    let isTaken = state.withLock { state in
      guard state.framesUnderWay + frames <= Self.mostFramesUnderWay else { return false }
      state.framesUnderWay += frames
      return true
    }
    guard isTaken else { return }
    thread.later { [self] in
      shelf.keep(clip, key)
      state.withLock { $0.framesUnderWay -= frames }
    }
  }

  /// Waits until what was to be kept is written, and makes room where the folder is full or nearly so: to be called
  /// when nobody waits for a phrase any more. What the disk hasn't done after `closingPatience` is given up.
  public func close() {
    guard let thread = state.withLock({ $0.isAbsent ? nil : $0.thread }) else { return }
    let deadline = ContinuousClock.now + .milliseconds(Self.closingPatience)
    let done = Mailbox<Void>(capacity: 1)
    thread.later { [shelf] in
      shelf.makeRoom(by: deadline)
      done.put(())
    }
    if done.letter(by: deadline) == nil { state.withLock { $0.isAbsent = true } }
  }

  /// Waits until all that was asked for is done, however long that takes.
  package func settle() { state.withLock { $0.thread }?.wait() }

  /// The thread, and how long the disk may keep anyone waiting; `nil` where there is no folder any more.
  private func open() -> (thread: WorkThread, patience: Duration)? {
    state.withLock { state in
      if state.isAbsent { return nil }
      let thread = state.thread ?? WorkThread()
      state.thread = thread
      if thread.failure != nil { state.isAbsent = true }
      return state.isAbsent ? nil : (thread, max(.zero, state.patience))
    }
  }
}

extension Mailbox {
  /// The first letter, once it is there; `nil` where none comes by `deadline`.
  fileprivate func letter(by deadline: ContinuousClock.Instant) -> Letter? {
    while true {
      if let letter = drain().letters.first { return letter }
      let left = deadline - ContinuousClock.now
      guard left > .zero else { return nil }
      // Rounded up, and again where a signal has cut it short.
      wait(
        milliseconds: Int32(
          clamping: left.components.seconds * 1_000
            + left.components.attoseconds / 1_000_000_000_000_000 + 1))
    }
  }
}

import Synchronization

/// The single owner of the audio session within a process.
///
/// ```swift
/// let coordinator = AudioSessionCoordinator.shared
/// let grant = try coordinator.request(.preview) { _ in
///   preview.stop()  // Releases the grant; otherwise the other source's request throws `.busy(.preview)`.
/// }
/// preview.start(with: grant)
/// ```
///
/// Sources request and release it. A request while another source owns it calls the owner's conflict handler, which
/// must release it; otherwise the request is refused. It is thread-safe. There are never two owners, and the system's
/// session is active exactly while there is one.
public final class AudioSessionCoordinator: Sendable {
  /// The shared coordinator of this process.
  public static let shared = AudioSessionCoordinator()

  /// The right to the session, until it is released.
  public struct Grant: Equatable, Hashable, Sendable {
    /// The source that holds it.
    public let source: AudioSource
    let number: Int
  }

  private struct Ownership {
    var owner: Grant?
    var conflict: (@Sendable (AudioSource) -> Void)?
    var configuration: any AudioSessionConfiguring
    var count = 0
  }

  private let ownership: Mutex<Ownership>

  /// A coordinator whose sessions are configured by `configuration`.
  public init(_ configuration: any AudioSessionConfiguring = NoConfiguration()) {
    ownership = Mutex(Ownership(configuration: configuration))
  }

  /// The current owner of the session.
  public var owner: AudioSource? { ownership.withLock { $0.owner?.source } }

  /// Uses `configuration` for the sessions granted from now on; the current owner keeps its own.
  public func use(_ configuration: any AudioSessionConfiguring) {
    ownership.withLock { $0.configuration = configuration }
  }

  /// Requests the session, to be released by the grant; it throws if the owner doesn't release the session or the
  /// system refuses. `conflict` is called when another source requests it, on that source's thread: it must release the
  /// grant before it returns.
  public func request(
    _ source: AudioSource, _ category: AudioCategory = .playback, _ options: AudioSessionOptions = [],
    onConflict conflict: @escaping @Sendable (AudioSource) -> Void
  ) throws(AudioSessionError) -> Grant {
    // Outside the lock, because the handler calls `release`.
    ownership.withLock { $0.conflict }?(source)
    let result: Result<Grant, AudioSessionError> = ownership.withLock { ownership in
      if let owner = ownership.owner { return .failure(.busy(owner.source)) }
      do throws(AudioSessionError) { try ownership.configuration.activate(category, options) } catch {
        return .failure(error)
      }
      ownership.count += 1
      let grant = Grant(source: source, number: ownership.count)
      ownership.owner = grant
      ownership.conflict = conflict
      return .success(grant)
    }
    return try result.get()
  }

  /// Releases the session; a grant that is no longer valid has no effect.
  public func release(_ grant: Grant) {
    ownership.withLock { ownership in
      guard ownership.owner == grant else { return }
      ownership.configuration.deactivate()
      ownership.owner = nil
      ownership.conflict = nil
    }
  }
}

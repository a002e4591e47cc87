import WorkoutEngine
import WorkoutModel

/// What a media player shows of a session: the phase is its track.
struct MediaState {
  /// The words of MPRIS.
  enum Status: String {
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"
  }

  /// A phase as a track.
  struct Track: Equatable {
    let id: SegmentID
    let title: String
    let set: Int?
    /// `nil` where the user ends the phase.
    var length: Duration?
  }

  private(set) var playback = PlaybackState.idle
  private(set) var track: Track?
  /// dB relative to the normal level.
  private(set) var volume = 0.0
  /// Where the phase begins in the plan.
  private var start = Duration.zero
  /// The place in the plan at an instant of the session.
  private var place = (position: Duration.zero, at: Duration.zero)

  /// How far a place may be from where time alone would have brought it.
  private static let tolerance = Duration.milliseconds(100)

  /// What the followers of a media player are to be told of an event.
  struct Change {
    /// The place within the track isn't where time alone would have brought it.
    var hasJumped = false
  }

  /// Takes in an event that is heard.
  mutating func follow(_ kind: EngineEvent.Kind, _ progress: SessionProgress, at instant: Duration) -> Change {
    let (expected, id) = (planned(at: instant), track?.id)
    switch kind {
    case .stateChanged(_, let to, let changes):
      playback = to
      for change in changes { follow(change) }
    case .actionTaken(_, _, _, let to): playback = to
    case .phaseStarted(let phase):
      let title = [phase.name, Self.count(phase)].compactMap(\.self).joined(separator: " ")
      track = Track(id: phase.id, title: title, set: phase.set, length: phase.end.map { $0 - phase.start })
      start = progress.position - (instant - phase.start)
    default: break
    }
    place = (progress.position, instant)
    let usual = track?.id == id ? expected : start
    let distance = progress.position - usual
    return Change(hasJumped: max(distance, .zero - distance) > Self.tolerance)
  }

  private mutating func follow(_ change: StateChange) {
    switch change {
    case .volume(let volume): self.volume = volume
    case .end(let end): track?.length = end.map { $0 - start }
    default: break
    }
  }

  private static func count(_ phase: PhaseReport) -> String? {
    phase.set.map { set in phase.sets.map { "\(set)/\($0)" } ?? "\(set)" }
  }

  /// Whether the timer of the session runs.
  var isRunning: Bool {
    switch playback {
    case .fadingIn, .playing: true
    default: false
    }
  }

  /// Whether the session plays, is paused, or neither.
  var status: Status {
    switch playback {
    case .preparingToPlay, .fadingIn, .playing, .fadingOut(_, .completed): .playing
    case .preparingToPause, .paused, .fadingOut(_, .paused): .paused
    case .idle, .fadingOut(_, .stopped), .completed, .stopped, .failed: .stopped
    }
  }

  /// How far into the phase the session is at an instant.
  func position(at instant: Duration) -> Duration {
    let position = max(planned(at: instant) - start, .zero)
    return track?.length.map { min(position, $0) } ?? position
  }

  private func planned(at instant: Duration) -> Duration {
    place.position + (isRunning ? max(instant - place.at, .zero) : .zero)
  }
}

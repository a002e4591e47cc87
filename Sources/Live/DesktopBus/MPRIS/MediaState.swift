import WorkoutEngine
import WorkoutModel

/// The session as a media player shows it, with each phase as a track.
struct MediaState {
  /// The playback states of MPRIS.
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
    /// `nil` if the user ends the phase.
    var length: Duration?
  }

  private(set) var playback = PlaybackState.idle
  private(set) var track: Track?
  /// The volume in dB relative to the normal level.
  private(set) var volume = 0.0
  /// The start of the phase in the plan.
  private var start = Duration.zero
  /// A position in the plan and its instant of session time.
  private var place = (position: Duration.zero, at: Duration.zero)

  /// A larger deviation from the expected position is a seek.
  private static let tolerance = Duration.milliseconds(100)

  /// The effect of an event on media players.
  struct Change {
    /// Whether the position changed other than by playing.
    var hasJumped = false
  }

  /// Receives an event when it is heard.
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

  /// The playback state.
  var status: Status {
    switch playback {
    case .preparingToPlay, .fadingIn, .playing, .fadingOut(_, .completed): .playing
    case .preparingToPause, .paused, .fadingOut(_, .paused): .paused
    case .idle, .fadingOut(_, .stopped), .completed, .stopped, .failed: .stopped
    }
  }

  /// The position in the phase at an instant.
  func position(at instant: Duration) -> Duration {
    let position = max(planned(at: instant) - start, .zero)
    return track?.length.map { min(position, $0) } ?? position
  }

  private func planned(at instant: Duration) -> Duration {
    place.position + (isRunning ? max(instant - place.at, .zero) : .zero)
  }
}

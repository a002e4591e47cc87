import Glibc

/// The states of a stream that matter to a player; the rest is `other`.
package enum StreamState: Sendable {
  case open, setup, prepared, running, underrun, draining, paused, suspended, disconnected, other
}

/// The action that recovers a stream after a refused call.
package enum XrunRecovery: Equatable, Sendable {
  /// Restart with an empty buffer.
  case prepare
  /// Resume the stream, or else restart it.
  case resume
  case unpause
  /// There is no fault: repeat the call.
  case retry
  case giveUp

  /// The recovery from `error` in `state`.
  ///
  /// The state decides, because the same number has different meanings: EBADFD is a stream that needs preparing, or a
  /// card that was removed. `snd_pcm_recover` is not used, as it may wait for a suspended device without end.
  package static func action(for error: ALSAError, in state: StreamState) -> XrunRecovery {
    switch state {
    case .disconnected, .open: return .giveUp
    case .underrun, .setup: return isLoss(error) && error != .badState ? .giveUp : .prepare
    case .suspended: return .resume
    case .paused: return .unpause
    case .prepared, .running, .draining, .other: break
    }
    switch error {
    case .again, ALSAError(rawValue: -EINTR): return .retry
    case .underrun: return .prepare
    case .suspended: return .resume
    default: return .giveUp
    }
  }

  private static func isLoss(_ error: ALSAError) -> Bool {
    [-ENODEV, -EIO, -EBADFD, -ENXIO, -ENOENT].contains(error.rawValue)
  }
}

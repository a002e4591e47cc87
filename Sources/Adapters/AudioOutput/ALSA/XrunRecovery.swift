import Glibc

/// The states of a stream that matter to a player; the rest is `other`.
package enum StreamState: Sendable {
  case open, setup, prepared, running, underrun, draining, paused, suspended, disconnected, other
}

/// What brings a stream back after a refused call.
package enum XrunRecovery: Equatable, Sendable {
  /// Start over with an empty buffer.
  case prepare
  /// Wake it as it was, or else start over.
  case resume
  case unpause
  /// Nothing is wrong: ask again.
  case retry
  /// The device is gone.
  case giveUp

  /// The recovery from `error` in `state`.
  ///
  /// The state decides, for the same number means different things: EBADFD is a stream that needs preparing, or a card
  /// that was pulled. `snd_pcm_recover` is not used, as it may wait for a sleeping device without end.
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

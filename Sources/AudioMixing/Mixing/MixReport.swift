/// What became of the mix since the last report.
public struct MixReport: Equatable, Sendable {
  /// Sounds that faded out early, because more voices were wanted than there are.
  public var stolen: [VoiceID] = []
  /// Voices that could not begin: all others were speech, or too many were fading out.
  public var refusedVoices: [VoiceID] = []
  /// Layers that could not begin: there were as many as there may be.
  public var refusedLayers: [LayerID] = []
  /// How many frames the limiter turned down.
  public var limitedFrames = 0

  /// A report of nothing.
  public init() {}
}

/// What became of a request to the mixer.
public enum Placement: Equatable, Sendable {
  /// It happens at the frame that was asked for.
  case onTime
  /// The frame is mixed already: it happens as soon as it can, so many frames late.
  case late(by: Int)
  /// It doesn't happen.
  case refused(Refusal)

  /// Why a request was refused.
  public enum Refusal: Equatable, Sendable {
    /// `Mixer.eventCapacity` requests wait already.
    case queueFull
    /// The whole clip lies in the past, or it is empty.
    case clipOver
    /// `Mixer.duckCapacity` intervals wait already.
    case tooManyDucks
  }
}

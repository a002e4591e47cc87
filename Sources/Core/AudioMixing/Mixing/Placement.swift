/// What has become of the requests to a group, in the last call of `Mixer.render`.
public struct GroupReport: Equatable, Sendable {
  /// Sounds that faded out early because there were too many voices.
  public var stolen: [VoiceID] = []
  /// Voices that could not begin because all others were speech or too many were fading out.
  public var refusedVoices: [VoiceID] = []
  /// Layers that could not begin because there were too many.
  public var refusedLayers: [LayerID] = []

  /// An empty report.
  public init() {}
}

/// The result of a request to a group.
public enum Placement: Equatable, Sendable {
  /// It takes effect at the requested frame.
  case onTime
  /// The frame is already mixed: the request takes effect as soon as possible, late by this many frames.
  case late(by: Int)
  /// It has no effect.
  case refused(Refusal)

  /// The reason for refusing a request.
  public enum Refusal: Equatable, Sendable {
    /// `MixGroup.eventCapacity` requests are already waiting.
    case queueFull
    /// The whole clip is in the past, or it is empty.
    case clipOver
    /// `MixGroup.duckCapacity` intervals are already waiting.
    case tooManyDucks
  }
}

/// The ID of a layer, chosen by the caller.
public struct LayerID: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The caller's number.
  public let rawValue: Int
  /// Makes an ID from a number.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Makes an ID from a literal.
  public init(integerLiteral value: Int) { rawValue = value }
}

/// The state of a layer for callers.
public struct LayerStatus: Equatable, Sendable {
  /// The number of frames mixed from its source.
  package let framesRead: Int
  /// Its fade gain at the first frame that is not mixed yet, without its own level.
  public let fadeGain: Float
  /// Whether it is faded out and paused.
  public let isPaused: Bool
}

/// The kind of a layer: a bed or track, or a metronome, which speech ducks less.
public enum LayerBus: Sendable {
  /// Beds and tracks.
  case bed
  /// Beats.
  case metronome
}

/// A source with its own fader.
struct Layer: StemPart {
  let id: LayerID
  let bus: LayerBus
  let source: any LayerSource
  private(set) var gain: Float
  /// The curve of its fades, except for a swap that it may have begun with.
  private let curve: FadeCurve
  private(set) var fade: Fade
  private(set) var framesRead = 0
  /// Whether it is removed once silent, and its ID is free.
  private(set) var isStopping = false
  private(set) var isSwappedOut = false
  private var hasEnded = false

  /// Starts at a frame, fading in over `length` frames; with length 0 it is full at once.
  init(
    id: LayerID, bus: LayerBus = .bed, source: any LayerSource, gain: Float, curve: FadeCurve, at frame: Int,
    over length: Int
  ) {
    self.id = id
    self.bus = bus
    self.source = source
    self.gain = gain
    // Equal power is only for swaps: next to silence it would begin and end too suddenly.
    self.curve = curve == .equalPower ? .square : curve
    fade = Fade(at: length > 0 ? .silence : .full, curve: curve)
    if length > 0 { fade.turn(to: .full, at: frame, over: length) }
  }

  mutating func fade(to target: FadeEnd, at frame: Int, over length: Int) {
    settle(at: frame)
    fade.turn(to: target, at: frame, over: length)
  }

  mutating func stop(at frame: Int, over length: Int) {
    isStopping = true
    if !isSwappedOut { settle(at: frame) }
    fade.fall(at: frame, over: length)
  }

  /// Falls from its current gain to silence in exactly `length` frames, at equal power with its replacement.
  mutating func swapOut(at frame: Int, over length: Int) {
    isStopping = true
    isSwappedOut = true
    gain *= fade.gain(at: frame)
    fade = Fade(at: .full, curve: .equalPower)
    fade.turn(to: .silence, at: frame, over: length)
  }

  /// Returns to its own curve after a swap: at the ends of a fade all curves agree.
  private mutating func settle(at frame: Int) {
    if frame >= fade.end, fade.curve != curve { fade = Fade(at: fade.target, curve: curve) }
  }

  var stem: GroupBus { bus == .metronome ? .beats : .bed }

  func isOver(at frame: Int) -> Bool { hasEnded || (isStopping && fade.restsInSilence(at: frame)) }

  func status(at frame: Int) -> LayerStatus {
    LayerStatus(
      framesRead: framesRead, fadeGain: fade.gain(at: frame), isPaused: fade.restsInSilence(at: frame))
  }

  /// Reads the frames of a range and adds them to a stem whose first frame is `base`.
  mutating func mix(_ range: Range<Int>, into stem: inout BusBuffer, base: Int, grid: Int) {
    var frame = range.lowerBound
    while frame < range.upperBound && !hasEnded {
      let piece = fade.piece(at: frame, grid: grid)
      let next = min(range.upperBound, piece.frames.upperBound)
      defer { frame = next }
      // The source is not read in silence: a paused track resumes where it was.
      if fade.restsInSilence(at: frame) { continue }
      let ramp = piece.ramp(from: frame, times: gain)
      source.move(to: frame)
      let count =
        if ramp.slope == 0, stem.acceptsWhole(at: frame - base, next - frame) {
          stem.write(source, next - frame, times: ramp.base)
        } else {
          stem.add(source, at: frame - base, count: next - frame, ramp)
        }
      hasEnded = count < next - frame
      framesRead += count
    }
  }
}

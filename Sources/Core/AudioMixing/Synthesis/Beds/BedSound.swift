/// The sound of a bed, which `BedSource` plays.
public struct BedSound: Sendable {
  /// What is always heard.
  let constant: LayeredLoops
  let waves: Waves?

  /// What comes and goes with the swell.
  struct Waves {
    let body: LayeredLoops
    let foam: LayeredLoops
    let swell: Swell
  }

  init(_ constant: LayeredLoops, _ waves: Waves? = nil) { (self.constant, self.waves) = (constant, waves) }
}

/// A bed as a layer, from its beginning on; it never ends.
///
/// A frame depends on its number alone, so the sound is the same however it is divided into blocks.
public final class BedSource: LayerSource {
  private let sound: BedSound
  /// The frame that is read next.
  private var position = 0
  /// The levels of the waves at the beginning and the end of the step that was read last.
  private var levels: (step: Int, from: WaveLevels, to: WaveLevels)?

  /// Starts at the beginning.
  public init(_ sound: BedSound) { self.sound = sound }

  /// Writes the next frames.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  public func read(_ count: Int, left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) -> Int {
    read(count, times: 1, left: &left, right: &right)
  }

  /// Writes the next frames, each sample times a gain.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  public func read(
    _ count: Int, times gain: Float, left: inout MutableSpan<Float>, right: inout MutableSpan<Float>
  ) -> Int {
    let (end, constant) = (position + count, sound.constant)
    var done = 0
    while position < end {
      let (places, length) = constant.run(at: position, atMost: end - position)
      if let waves = sound.waves {
        done += write(waves, constant, places, atMost: length, to: done, left: &left, right: &right)
      } else {
        let (step, from) = (LayeredLoops.step, done)
        Kernel.widen(constant.left.span, places, to: &left, from: from, count: length, step: step, gain: gain)
        Kernel.widen(constant.right.span, places, to: &right, from: from, count: length, step: step, gain: gain)
        done += length
      }
      position = end - count + done
    }
    guard sound.waves != nil, gain != 1 else { return count }
    Kernel.multiply(&left, count: count, gain)
    Kernel.multiply(&right, count: count, gain)
    return count
  }

  /// Writes frames with waves, as far as their level changes in a line; returns the number of frames, at most `limit`.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  private func write(
    _ waves: BedSound.Waves, _ constant: LayeredLoops, _ places: SIMD4<Int>, atMost limit: Int, to start: Int,
    left: inout MutableSpan<Float>, right: inout MutableSpan<Float>
  ) -> Int {
    let frames = waves.swell.stepFrames
    let (step, offset) = position.quotientAndRemainder(dividingBy: frames)
    if levels?.step != step {
      let from = levels?.step == step - 1 ? levels?.to : nil
      levels = (step, from ?? waves.swell.levels(at: step), waves.swell.levels(at: step + 1))
    }
    guard let (_, from, to) = levels else { return limit }
    func ramp(_ level: (WaveLevels) -> Float) -> Ramp {
      let (base, end) = (level(from) * LayeredLoops.step, level(to) * LayeredLoops.step)
      return Ramp(base: base, slope: (end - base) / Float(frames), offset: offset)
    }
    let (body, foam, step16) = (waves.body, waves.foam, LayeredLoops.step)
    let bodyRun = body.run(at: position, atMost: min(limit, frames - offset))
    let (foamPlaces, count) = foam.run(at: position, atMost: bodyRun.count)
    Kernel.widen(
      constant.left.span, places, step: step16, body.left.span, bodyRun.places, ramp(\.leftBody), foam.left.span,
      foamPlaces, ramp(\.leftFoam), to: &left, from: start, count: count)
    Kernel.widen(
      constant.right.span, places, step: step16, body.right.span, bodyRun.places, ramp(\.rightBody), foam.right.span,
      foamPlaces, ramp(\.rightFoam), to: &right, from: start, count: count)
    return count
  }

  /// Passes the next frames on in stretches.
  package func read(_ frames: Int, _ take: (_ left: Span<Float>, _ right: Span<Float>) -> Void) {
    var left = [Float](repeating: 0, count: 4_096)
    var right = left
    for start in stride(from: 0, to: frames, by: left.count) {
      let count = min(left.count, frames - start)
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      _ = read(count, left: &leftSpan, right: &rightSpan)
      take(left.span.extracting(..<count), right.span.extracting(..<count))
    }
  }
}

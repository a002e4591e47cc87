/// The beats of a metronome and their sound.
package struct BeatPattern: Sendable {
  /// The positions of the beats.
  package var grid: BeatGrid
  /// The sound of a beat.
  package let clip: PackedClip
  /// The number of beats from one accent to the next, the first beat included; `nil` for no accents.
  package let accent: Int?
  /// The level of a beat.
  package let gain: Decibels
  /// The level of an accented beat.
  package let accentGain: Decibels

  /// A pattern of beats on a grid.
  package init(_ clip: PackedClip, _ grid: BeatGrid, accent: Int?, gain: Decibels, accentGain: Decibels) {
    self.clip = clip
    self.grid = grid
    self.accent = accent
    self.gain = gain
    self.accentGain = accentGain
  }

  /// The number of audible frames of a beat, limited so that at most `BeatSource.ringing` beats overlap.
  var length: Int { min(clip.frames, grid.frame(of: BeatSource.ringing) - grid.frame(of: 0)) }

  func gain(of beat: Int) -> Decibels {
    accent.map { beat.isMultiple(of: $0) } ?? false ? accentGain : gain
  }
}

/// A metronome as a layer: each beat at its exact frame, computed from the pattern when it is due.
///
/// Unlike other sources it follows the frames of the mix: beats that fall in a silent part of its layer are skipped. It
/// ends when its pattern has ended and the last beat has decayed. Only the mixer's thread may use it.
package final class BeatSource: LayerSource {
  /// The maximum number of overlapping beats of a pattern; a longer sound fades out when the next beat begins.
  package static let ringing = 16
  /// The maximum number of overlapping beats when one pattern follows another.
  private static let capacity = 64

  private let time: RenderGrid
  /// The frame of the mix that is read next.
  private var position = 0
  private var pattern: BeatPattern?
  /// The next beat, counted from 0, and the frame at which it begins.
  private var next = (beat: 0, frame: Int.max)
  /// The patterns that follow, soonest first.
  private var changes: [(frame: Int, pattern: BeatPattern?)] = []
  private var voices: [Voice] = []
  private var buffer: BusBuffer
  private let stretch: Int

  /// A metronome without beats.
  package init(sampleRate: Int = Bus.sampleRate) {
    time = RenderGrid(sampleRate: sampleRate)
    stretch = 16 * time.grid
    buffer = BusBuffer(frames: stretch)
    voices.reserveCapacity(Self.capacity)
  }

  /// Plays the beats of a pattern from a frame on; those of other patterns end there.
  package func play(_ pattern: BeatPattern, from frame: Int) { change(to: pattern, at: frame) }

  /// Ends the beats at a frame; returns one past the last audible frame.
  package func end(at frame: Int) -> Int {
    change(to: nil, at: frame)
    let last = changes.last { $0.frame < frame }
    guard let pattern = last.map(\.pattern) ?? pattern else { return voicesEnd }
    let beat = pattern.grid.firstBeat(from: frame) - 1
    return max(voicesEnd, beat < 0 ? 0 : pattern.grid.frame(of: beat) + pattern.length)
  }

  /// Moves the beats that have not begun to another grid, because session time maps to other frames than before.
  ///
  /// A beat that falls due before the current frame begins at once if it is at most 10 ms late.
  package func move(to grid: BeatGrid) {
    if let last = changes.indices.last {
      changes[last].pattern?.grid = grid
    } else if pattern != nil {
      pattern?.grid = grid
      next.frame = grid.frame(of: next.beat)
      if next.frame < position - time.declick { find(from: position) }
    }
  }

  private func change(to pattern: BeatPattern?, at frame: Int) {
    // Changes planned for this frame or later are replaced.
    changes.removeAll { $0.frame >= frame }
    // A silent layer isn't read, so a pattern that has ended must not be ended again.
    if pattern == nil, let last = changes.last, last.pattern == nil { return }
    changes.append((frame, pattern))
  }

  /// Advances to a frame without reading the frames before it.
  package func move(to frame: Int) {
    guard frame > position else { return }
    position = frame
    if pattern != nil, next.frame < frame { find(from: frame) }
    voices.removeAll { $0.isOver(at: frame) }
  }

  /// Writes the next frames.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  package func read(_ count: Int, left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) -> Int {
    if pattern == nil, changes.isEmpty, voices.isEmpty { return 0 }
    var done = 0
    while done < count {
      let part = min(count - done, stretch)
      mix(part)
      if buffer.isSilent {
        for index in done..<done + part { (left[index], right[index]) = (0, 0) }
      } else {
        let (mixedLeft, mixedRight) = (buffer.left, buffer.right)
        Kernel.copy(mixedLeft.span, from: 0, to: &left, from: done, count: part)
        Kernel.copy(mixedRight.span, from: 0, to: &right, from: done, count: part)
      }
      done += part
    }
    return count
  }

  /// Mixes the next frames into the buffer, from beat to beat.
  private func mix(_ count: Int) {
    let base = position
    buffer.begin(count)
    while position < base + count {
      while let change = changes.first, change.frame <= position { perform(changes.removeFirst().pattern) }
      while next.frame <= position { begin() }
      let end = min(base + count, next.frame, changes.first?.frame ?? .max)
      for voice in voices { voice.mix(position..<end, into: &buffer, base: base, grid: time.grid) }
      position = end
      voices.removeAll { $0.isOver(at: position) }
    }
  }

  private func perform(_ pattern: BeatPattern?) {
    self.pattern = pattern
    find(from: position)
  }

  private func find(from frame: Int) {
    guard let grid = pattern?.grid else {
      next.frame = .max
      return
    }
    let beat = grid.firstBeat(from: frame)
    next = (beat, grid.frame(of: beat))
  }

  private func begin() {
    guard let pattern else {
      next.frame = .max
      return
    }
    var voice = Voice(
      id: 0, sound: .packed(pattern.clip), origin: position, gain: pattern.gain(of: next.beat).amplitude, bus: .sound)
    if pattern.length < pattern.clip.frames {
      voice.stop(at: position + pattern.length - time.declick, over: time.declick)
    }
    if voices.count == Self.capacity { voices.removeFirst() }
    voices.append(voice)
    next = (next.beat + 1, pattern.grid.frame(of: next.beat + 1))
  }

  /// One past the last frame of the sounding beats.
  private var voicesEnd: Int { voices.map { $0.origin + $0.sound.frames }.max() ?? 0 }
}

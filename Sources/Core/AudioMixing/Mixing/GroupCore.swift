/// The state of a group and the one step that mixes it, by a stretch of whole quanta of the grid.
///
/// A quantum is always the same frames, however many are requested at once. Gains have their corners on the grid, at
/// events and at the ends of fades, and a sample depends only on its own position: so neither the size of the caller's
/// blocks nor that of the stretches affects a bit of the result.
struct GroupCore {
  let time: RenderGrid
  /// The first frame that is not mixed; from here on the group can still be changed.
  private(set) var mixed: Int
  var queue = MixEventQueue(capacity: MixGroup.eventCapacity)
  private var ducking: Ducking
  private var beatDucking: Ducking
  var voices: [Voice] = []
  var layers: [Layer] = []
  var level = GainRamp(at: 1)
  /// What has become of requests since the last `begin`.
  var report = GroupReport()

  /// What sounds, by `GroupBus`.
  private var stems: [BusBuffer]
  /// The parts of the group; `nil` if they are not requested.
  private(set) var parts: PartsBuffer?
  // The gains of the level in the stretch: a new turn must not change earlier frames.
  private var levelPieces: [(frame: Int, count: Int, ramp: Ramp)] = []

  /// A group without sounds, from a frame of the mix on; its parts, if they are requested, have rings of `partFrames`.
  init(time: RenderGrid, from frame: Int, stretch: Int, partFrames: Int?) {
    self.time = time
    mixed = frame
    ducking = Ducking(time: time)
    beatDucking = ducking
    stems = GroupBus.allCases.map { _ in BusBuffer(frames: stretch) }
    parts = partFrames.map(PartsBuffer.init)
    voices.reserveCapacity(MixGroup.voiceCapacity + MixGroup.fadingCapacity)
    layers.reserveCapacity(MixGroup.layerCapacity)
    levelPieces.reserveCapacity(2 * stretch)
  }

  /// Whether nothing sounds, and nothing waits for its frame.
  var isEmpty: Bool { voices.isEmpty && layers.isEmpty && queue.nextFrame == nil }

  /// Begins an output block of `frames` frames.
  mutating func begin(_ frames: Int) {
    report = GroupReport()
    parts?.begin(frames)
  }

  /// Outputs frames of the parts to position `start` of the block.
  mutating func copyParts(from frame: Int, count: Int, at start: Int) {
    parts?.copy(from: frame, count: count, at: start)
  }

  /// Mixes a stretch of quanta into a ring, whose content it replaces; in silence it leaves the ring as it is and
  /// returns `false`.
  mutating func mix(_ range: Range<Int>, into ring: inout FrameRing) -> Bool {
    for index in stems.indices { stems[index].begin(range.count) }
    var frame = range.lowerBound
    while frame < range.upperBound {
      while let event = queue.popDue(at: frame) { perform(event) }
      let next = min(range.upperBound, queue.nextFrame ?? .max)
      Self.mix(&voices, frame..<next, into: &stems, base: range.lowerBound, grid: time.grid)
      Self.mix(&layers, frame..<next, into: &stems, base: range.lowerBound, grid: time.grid)
      recordLevel(frame..<next)
      frame = next
    }
    let isSilent = combine(range, into: &ring)
    mixed = range.upperBound
    ducking.forget(before: mixed)
    beatDucking.forget(before: mixed)
    return !isSilent
  }

  private static func mix(
    _ parts: inout [some StemPart], _ range: Range<Int>, into stems: inout [BusBuffer], base: Int, grid: Int
  ) {
    var someAreOver = false
    for index in parts.indices {
      let stem = parts[index].stem.rawValue
      parts[index].mix(range, into: &stems[stem], base: base, grid: grid)
      someAreOver = someAreOver || parts[index].isOver(at: range.upperBound)
    }
    if someAreOver { parts.removeAll { $0.isOver(at: range.upperBound) } }
  }

  /// Sums the stems in a fixed order, because floating-point sums depend on it; returns whether all are silent.
  private mutating func combine(_ range: Range<Int>, into ring: inout FrameRing) -> Bool {
    let whole = 0..<range.count
    let unity = Ramp(base: 1)
    let (sounds, speech, bed, beats) = (stems[0], stems[1], stems[2], stems[3])
    if !sounds.isSilent { ring.put(sounds, whole, at: range.lowerBound, unity, adding: false) }
    if !speech.isSilent { ring.put(speech, whole, at: range.lowerBound, unity, adding: !sounds.isSilent) }
    var isSilent = sounds.isSilent && speech.isSilent
    if !bed.isSilent { ring.put(bed, over: range, ducking, adding: !isSilent) }
    isSilent = isSilent && bed.isSilent
    if !beats.isSilent { ring.put(beats, over: range, beatDucking, adding: !isSilent) }
    isSilent = isSilent && beats.isSilent
    if !isSilent {
      for piece in levelPieces { ring.multiply(at: piece.frame, count: piece.count, piece.ramp) }
    }
    parts?.put(.speech, speech, over: range, nil)
    parts?.put(.sounds, sounds, over: range, nil)
    parts?.put(.bed, bed, over: range, ducking)
    if !beats.isSilent { parts?.put(.bed, beats, over: range, beatDucking, adding: true) }
    parts?.multiply(levelPieces)
    levelPieces.removeAll(keepingCapacity: true)
    return isSilent
  }

  /// Ducks the layers of both kinds during speech; `false` if there are too many intervals.
  mutating func duck(_ id: VoiceID, by depth: Decibels, beats: Decibels, during frames: Range<Int>) -> Bool {
    func amount(_ depth: Decibels) -> Double { depth.value.isFinite ? max(0, depth.value) : 0 }
    // Both hold the same intervals, so there is space in both or in neither.
    return ducking.add(id, depth: amount(depth), frames, now: mixed)
      && beatDucking.add(id, depth: amount(beats), frames, now: mixed)
  }

  mutating func cancelDuck(_ id: VoiceID, at frame: Int) {
    ducking.cancel(id, at: frame, now: mixed)
    beatDucking.cancel(id, at: frame, now: mixed)
  }

  private mutating func recordLevel(_ range: Range<Int>) {
    var frame = range.lowerBound
    while frame < range.upperBound {
      let piece = level.piece(at: frame, grid: time.grid)
      let next = min(range.upperBound, piece.frames.upperBound)
      let ramp = piece.ramp(from: frame)
      if !ramp.isUnity { levelPieces.append((frame, next - frame, ramp)) }
      frame = next
    }
  }
}

/// A part of a group, which is ducked in its own way.
enum GroupBus: Int, CaseIterable {
  case sounds, speech, bed, beats
}

/// What is mixed into a stem: a voice or a layer.
protocol StemPart {
  var stem: GroupBus { get }
  /// Adds the frames of a range to a stem whose first frame is `base`.
  mutating func mix(_ range: Range<Int>, into stem: inout BusBuffer, base: Int, grid: Int)
  /// Whether it is silent from a frame on for good.
  func isOver(at frame: Int) -> Bool
}

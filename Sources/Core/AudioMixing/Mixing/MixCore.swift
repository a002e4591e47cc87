/// The state of a mix and the one step that advances it, by a stretch of whole quanta of the grid.
///
/// A quantum is always the same frames, however many are requested at once. Gains have their corners on the grid, at
/// events and at the ends of fades, and a sample depends only on its own position: so neither the size of the caller's
/// blocks nor that of the stretches affects a bit of the result.
struct MixCore {
  /// The maximum number of quanta mixed at once: enough to amortise the overhead of a stretch, few enough to stay in
  /// the fastest cache.
  private static let stretchQuanta = 16

  let time: RenderGrid
  /// The first frame that is not mixed; from here on the mix can still be changed.
  private(set) var mixed = 0
  private(set) var output = 0
  var queue = MixEventQueue(capacity: Mixer.eventCapacity)
  private var ducking: Ducking
  private var beatDucking: Ducking
  var voices: [Voice] = []
  var layers: [Layer] = []
  var master = GainRamp(at: 1)
  var report = MixReport()

  private var sounds: BusBuffer
  private var speech: BusBuffer
  private var bed: BusBuffer
  private var beats: BusBuffer
  private var ahead: LookAheadBuffer
  /// The parts of the mix; `nil` if they are not requested.
  private(set) var parts: PartsBuffer?
  // The maximum number of frames of a stretch.
  private let stretch: Int
  // The gains of the master in the stretch: a new turn must not change earlier frames.
  private var masterPieces: [(frame: Int, count: Int, ramp: Ramp)] = []

  init(time: RenderGrid, keepsParts: Bool) {
    self.time = time
    ducking = Ducking(time: time)
    beatDucking = ducking
    stretch = Self.stretchQuanta * time.grid
    sounds = BusBuffer(frames: stretch)
    speech = BusBuffer(frames: stretch)
    bed = BusBuffer(frames: stretch)
    beats = BusBuffer(frames: stretch)
    ahead = LookAheadBuffer(time: time, stretch: stretch)
    parts = keepsParts ? PartsBuffer(ringFrames: ahead.ring.left.count) : nil
    voices.reserveCapacity(Mixer.voiceCapacity + Mixer.fadingCapacity)
    layers.reserveCapacity(Mixer.layerCapacity)
    masterPieces.reserveCapacity(2 * stretch)
  }

  /// The maximum number of frames by which mixing runs ahead of output.
  var latency: Int { ahead.lookAhead + time.grid }

  /// Writes the next frames of output to the whole of both spans.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  mutating func render(left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) -> MixReport {
    var done = 0
    parts?.begin(left.count)
    while done < left.count {
      let ready = mixed - ahead.lookAhead - output
      if ready <= 0 {
        mixStretch(until: output + left.count - done + ahead.lookAhead)
        continue
      }
      let part = min(ready, left.count - done)
      ahead.ring.copy(from: output, count: part, left: &left, right: &right, at: done)
      parts?.copy(from: output, count: part, at: done)
      output += part
      done += part
    }
    defer { report = MixReport() }
    return report
  }

  /// Mixes the next quanta, up to the one that ends at or after `target`, limited to one stretch.
  private mutating func mixStretch(until target: Int) {
    let wanted = (target - mixed + time.grid - 1) / time.grid * time.grid
    let range = mixed..<mixed + min(wanted, stretch, ahead.ring.space(at: mixed))
    sounds.begin(range.count)
    speech.begin(range.count)
    bed.begin(range.count)
    beats.begin(range.count)
    var frame = range.lowerBound
    while frame < range.upperBound {
      while let event = queue.popDue(at: frame) { perform(event) }
      let next = min(range.upperBound, queue.nextFrame ?? .max)
      mixVoices(frame..<next, base: range.lowerBound)
      mixLayers(frame..<next, base: range.lowerBound)
      recordMasterGain(frame..<next)
      frame = next
    }
    combine(range)
    mixed = range.upperBound
    ducking.forget(before: mixed)
    beatDucking.forget(before: mixed)
  }

  private mutating func mixVoices(_ range: Range<Int>, base: Int) {
    var someAreOver = false
    for index in voices.indices {
      switch voices[index].bus {
      case .sound: voices[index].mix(range, into: &sounds, base: base, grid: time.grid)
      case .speech: voices[index].mix(range, into: &speech, base: base, grid: time.grid)
      }
      someAreOver = someAreOver || voices[index].isOver(at: range.upperBound)
    }
    if someAreOver { voices.removeAll { $0.isOver(at: range.upperBound) } }
  }

  private mutating func mixLayers(_ range: Range<Int>, base: Int) {
    var someAreOver = false
    for index in layers.indices {
      switch layers[index].bus {
      case .bed: layers[index].mix(range, into: &bed, base: base, grid: time.grid)
      case .metronome: layers[index].mix(range, into: &beats, base: base, grid: time.grid)
      }
      someAreOver = someAreOver || layers[index].isOver(at: range.upperBound)
    }
    if someAreOver { layers.removeAll { $0.isOver(at: range.upperBound) } }
  }

  /// Sums the stems in a fixed order, because floating-point sums depend on it.
  private mutating func combine(_ range: Range<Int>) {
    let whole = 0..<range.count
    let unity = Ramp(base: 1)
    if !sounds.isSilent { ahead.ring.put(sounds, whole, at: range.lowerBound, unity, adding: false) }
    if !speech.isSilent { ahead.ring.put(speech, whole, at: range.lowerBound, unity, adding: !sounds.isSilent) }
    var isSilent = sounds.isSilent && speech.isSilent
    if !bed.isSilent { ahead.ring.put(bed, over: range, ducking, adding: !isSilent) }
    isSilent = isSilent && bed.isSilent
    if !beats.isSilent { ahead.ring.put(beats, over: range, beatDucking, adding: !isSilent) }
    isSilent = isSilent && beats.isSilent
    if isSilent { ahead.ring.clear(at: range.lowerBound, count: range.count) }
    for piece in masterPieces { ahead.ring.multiply(at: piece.frame, count: piece.count, piece.ramp) }
    parts?.put(.speech, speech, over: range, nil)
    parts?.put(.sounds, sounds, over: range, nil)
    parts?.put(.bed, bed, over: range, ducking)
    if !beats.isSilent { parts?.put(.bed, beats, over: range, beatDucking, adding: true) }
    parts?.multiply(masterPieces)
    masterPieces.removeAll(keepingCapacity: true)
    report.limitedFrames += ahead.limit(range, isSilent: isSilent)
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

  private mutating func recordMasterGain(_ range: Range<Int>) {
    var frame = range.lowerBound
    while frame < range.upperBound {
      let piece = master.piece(at: frame, grid: time.grid)
      let next = min(range.upperBound, piece.frames.upperBound)
      let ramp = piece.ramp(from: frame)
      if !ramp.isUnity { masterPieces.append((frame, next - frame, ramp)) }
      frame = next
    }
  }
}

/// Durations in frames of a bus, and the grid on which gains are computed.
struct RenderGrid: Equatable {
  let sampleRate: Int

  init(sampleRate: Int) {
    precondition((1...768_000).contains(sampleRate), "a sample rate between 1 and 768 000")
    self.sampleRate = sampleRate
  }

  /// The number of frames between two points at which a curve is computed: 64 at 48 kHz (1.33 ms), fewer at lower
  /// rates, never more.
  var grid: Int { max(1, min(64, sampleRate / 750)) }

  /// The shortest change of gain that makes no click: 10 ms.
  var declick: Int { frames(milliseconds: 10) }

  /// A duration in frames, rounded to the nearest, at least one.
  func frames(milliseconds: Int) -> Int { max(1, (sampleRate * milliseconds + 500) / 1000) }
}

/// The state of a mix and the one step that advances it: the next quantum of the grid.
///
/// A quantum is always the same frames, however many are asked for at once, so the size of the caller's blocks can't
/// change a bit of the result. Within it, stretches end exactly at events.
struct MixCore {
  let time: BusTime
  /// The first frame that is not mixed: what happens from here on can still be changed.
  private(set) var mixed = 0
  private(set) var output = 0
  var queue = MixEventQueue(capacity: Mixer.eventCapacity)
  var ducking: Ducking
  var voices: [Voice] = []
  var layers: [Layer] = []
  var master = Glide(at: 1)
  var report = MixReport()

  private var sounds: Stem
  private var speech: Stem
  private var bed: Stem
  private var scratch: LayerScratch
  private var ahead: LookAheadBuffer
  // The master's gain in the quantum: a new turn must not change what lies before it.
  private var masterPieces: [(frame: Int, count: Int, ramp: Ramp)] = []

  init(time: BusTime) {
    self.time = time
    ducking = Ducking(time: time)
    sounds = Stem(frames: time.grid)
    speech = Stem(frames: time.grid)
    bed = Stem(frames: time.grid)
    scratch = LayerScratch(frames: time.grid)
    ahead = LookAheadBuffer(time: time)
    voices.reserveCapacity(Mixer.voiceCapacity + Mixer.fadingCapacity)
    layers.reserveCapacity(Mixer.layerCapacity)
    masterPieces.reserveCapacity(2 * time.grid)
  }

  /// How far mixing runs ahead of output, at most.
  var latency: Int { ahead.lookAhead + time.grid }

  /// Writes the next frames of output to the whole of both spans.
  mutating func render(left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) -> MixReport {
    var done = 0
    while done < left.count {
      let ready = mixed - ahead.lookAhead - output
      if ready <= 0 {
        mixQuantum()
        continue
      }
      let part = min(ready, left.count - done)
      ahead.copy(from: output, count: part, left: &left, right: &right, at: done)
      output += part
      done += part
    }
    defer { report = MixReport() }
    return report
  }

  private mutating func mixQuantum() {
    let range = mixed..<mixed + time.grid
    sounds.begin()
    speech.begin()
    bed.begin()
    var frame = range.lowerBound
    while frame < range.upperBound {
      while let event = queue.popDue(at: frame) { perform(event) }
      let next = min(range.upperBound, queue.nextFrame ?? .max)
      mixVoices(frame..<next, base: range.lowerBound)
      mixLayers(frame..<next, base: range.lowerBound)
      noteMaster(frame..<next)
      frame = next
    }
    combine(range)
    mixed = range.upperBound
    ducking.forget(before: mixed)
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
      layers[index].mix(range, into: &bed, base: base, grid: time.grid, scratch: &scratch)
      someAreOver = someAreOver || layers[index].isOver(at: range.upperBound)
    }
    if someAreOver { layers.removeAll { $0.isOver(at: range.upperBound) } }
  }

  /// Joins the stems; their order is fixed, for sums of floats depend on it.
  private mutating func combine(_ range: Range<Int>) {
    ahead.begin(at: range.lowerBound)
    let unity = Ramp(base: 1)
    if !sounds.isSilent { ahead.add(sounds, at: range.lowerBound, unity) }
    if !speech.isSilent { ahead.add(speech, at: range.lowerBound, unity) }
    if !bed.isSilent { ahead.add(bed, at: range.lowerBound, ducking.ramp(from: range.lowerBound, count: range.count)) }
    for piece in masterPieces { ahead.multiply(at: piece.frame, count: piece.count, piece.ramp) }
    masterPieces.removeAll(keepingCapacity: true)
    let isSilent = sounds.isSilent && speech.isSilent && bed.isSilent
    report.limitedFrames += ahead.limit(at: range.lowerBound, isSilent: isSilent)
  }

  private mutating func noteMaster(_ range: Range<Int>) {
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

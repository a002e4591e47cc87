extension GroupCore {
  /// Performs an event; the group is at the event's frame, or past it if the event came late.
  mutating func perform(_ event: MixEvent) {
    let frame = event.frame
    switch event.action {
    case .play(let sound, let origin, let gain, let bus, let id):
      var voice = Voice(id: id, sound: sound, origin: origin, gain: gain, bus: bus)
      if origin < frame { voice.beginLate(at: frame, over: time.declick) }
      begin(voice, at: frame)
    case .stop(let id, let length):
      queue.dropPlays(of: id, before: event.sequence)
      for index in voices.indices where voices[index].id == id { voices[index].stop(at: frame, over: length) }
    case .startLayer(let id, let bus, let source, let gain, let length, let curve):
      let layer = Layer(id: id, bus: bus, source: source, gain: gain, curve: curve, at: frame, over: length)
      begin(layer, at: frame)
    case .fadeLayer(let id, let target, let length):
      guard let index = index(of: id) else { return }
      layers[index].fade(to: target, at: frame, over: length)
      // The layer that it replaces falls silent no later.
      if target == .silence { hastenSwaps(at: frame, over: length) }
    case .stopLayer(let id, let length):
      // A layer that is being stopped is silent earlier if that is asked for.
      guard let index = index(of: id) ?? layers.lastIndex(where: { $0.id == id }) else { return }
      layers[index].stop(at: frame, over: length)
      hastenSwaps(at: frame, over: length)
    case .swapOutLayer(let id, let length):
      let leaving = index(of: id)
      for index in layers.indices where index == leaving || layers[index].isSwappedOut {
        layers[index].swapOut(at: frame, over: length)
      }
    case .level(let gain, let length):
      level.turn(to: gain, at: frame, over: length)
    }
  }

  func index(of id: LayerID) -> Int? { layers.firstIndex { $0.id == id && !$0.isStopping } }

  private mutating func hastenSwaps(at frame: Int, over length: Int) {
    for index in layers.indices where layers[index].isSwappedOut { layers[index].stop(at: frame, over: length) }
  }

  private mutating func begin(_ voice: Voice, at frame: Int) {
    voices.removeAll { $0.isOver(at: frame) }
    if voices.count(where: { !$0.isStolen }) == MixGroup.voiceCapacity {
      guard let victim = quietestSound, voices.count < MixGroup.voiceCapacity + MixGroup.fadingCapacity else {
        report.refusedVoices.append(voice.id)
        return
      }
      voices[victim].giveWay(at: frame, over: time.declick)
      report.stolen.append(voices[victim].id)
    }
    voices.append(voice)
  }

  /// The sound with the lowest gain, the oldest of equals; speech never gives way.
  private var quietestSound: Int? {
    var quietest: Int?
    for index in voices.indices where voices[index].bus == .sound && !voices[index].isStolen {
      // Voices are in the order in which they began.
      if let best = quietest, voices[best].gain <= voices[index].gain { continue }
      quietest = index
    }
    return quietest
  }

  private mutating func begin(_ layer: Layer, at frame: Int) {
    layers.removeAll { $0.isOver(at: frame) }
    // The oldest of the layers that are being swapped out is the softest.
    if layers.count >= MixGroup.layerCapacity, let oldest = layers.firstIndex(where: \.isSwappedOut) {
      layers.remove(at: oldest)
    }
    guard layers.count < MixGroup.layerCapacity else {
      report.refusedLayers.append(layer.id)
      return
    }
    if let index = index(of: layer.id) { layers[index].stop(at: frame, over: time.declick) }
    layers.append(layer)
  }
}

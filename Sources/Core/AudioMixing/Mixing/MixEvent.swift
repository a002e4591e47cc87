struct MixEvent {
  enum Action {
    case play(VoiceSound, origin: Int, gain: Float, bus: VoiceBus, id: VoiceID)
    case stop(VoiceID, over: Int)
    case startLayer(LayerID, LayerBus, any LayerSource, gain: Float, fade: Int, curve: FadeCurve)
    case fadeLayer(LayerID, to: FadeEnd, over: Int)
    case stopLayer(LayerID, over: Int)
    case swapOutLayer(LayerID, over: Int)
    case level(Float, over: Int)
  }

  let frame: Int
  /// The number of the request; of events at the same frame the first requested comes first.
  let sequence: Int
  let action: Action
}

struct MixEventQueue {
  private let capacity: Int
  // Latest first, so that the soonest is removed from the end in constant time.
  private var events: [MixEvent] = []
  private var sequence = 0

  init(capacity: Int) {
    self.capacity = capacity
    events.reserveCapacity(capacity)
  }

  var nextFrame: Int? { events.last?.frame }

  mutating func insert(at frame: Int, _ action: MixEvent.Action) -> Bool {
    guard events.count < capacity else { return false }
    sequence += 1
    var low = 0
    var high = events.count
    while low < high {
      let middle = (low + high) / 2
      if events[middle].frame > frame { low = middle + 1 } else { high = middle }
    }
    events.insert(MixEvent(frame: frame, sequence: sequence, action: action), at: low)
    return true
  }

  mutating func popDue(at frame: Int) -> MixEvent? {
    guard let next = events.last, next.frame <= frame else { return nil }
    return events.removeLast()
  }

  /// Removes the plays of a voice that were requested before the request number `sequence`.
  mutating func dropPlays(of voice: VoiceID, before sequence: Int) {
    events.removeAll { event in
      if case .play(_, _, _, _, voice) = event.action { event.sequence < sequence } else { false }
    }
  }
}

/// The sum of the groups, and what lies between it and the output.
struct MixCore {
  /// The maximum number of quanta mixed at once: enough to amortise the overhead of a stretch, few enough to stay in
  /// the fastest cache.
  private static let stretchQuanta = 16

  let time: RenderGrid
  /// The first frame that is not mixed.
  private(set) var mixed = 0
  private(set) var output = 0
  /// The groups in the order in which they were made.
  private var groups: [GroupBox] = []
  private var ahead: LookAheadBuffer
  // What a group after the first is mixed into.
  private var addend: FrameRing
  // The maximum number of frames of a stretch.
  private let stretch: Int

  init(time: RenderGrid) {
    self.time = time
    stretch = Self.stretchQuanta * time.grid
    ahead = LookAheadBuffer(time: time, stretch: stretch)
    addend = FrameRing(frames: 0)
  }

  /// The maximum number of frames by which mixing runs ahead of output.
  var latency: Int { ahead.lookAhead + time.grid }

  /// Adds an empty group.
  mutating func makeGroup(keepsParts: Bool) -> GroupBox {
    let frames = ahead.ring.left.count
    let group = GroupBox(
      GroupCore(time: time, from: mixed, stretch: stretch, partFrames: keepsParts ? frames : nil))
    if !groups.isEmpty, addend.left.isEmpty { addend = FrameRing(frames: frames) }
    groups.append(group)
    return group
  }

  /// Writes the next frames of output to the whole of both spans; returns the number of frames that were limited.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  mutating func render(left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) -> Int {
    var (done, limited) = (0, 0)
    for group in groups { group.core.begin(left.count) }
    while done < left.count {
      let ready = mixed - ahead.lookAhead - output
      if ready <= 0 {
        limited += mixStretch(until: output + left.count - done + ahead.lookAhead)
        continue
      }
      let part = min(ready, left.count - done)
      ahead.ring.copy(from: output, count: part, left: &left, right: &right, at: done)
      for group in groups { group.core.copyParts(from: output, count: part, at: done) }
      output += part
      done += part
    }
    return limited
  }

  /// Mixes the next quanta, up to the one that ends at or after `target`, limited to one stretch.
  private mutating func mixStretch(until target: Int) -> Int {
    let wanted = (target - mixed + time.grid - 1) / time.grid * time.grid
    let range = mixed..<mixed + min(wanted, stretch, ahead.ring.space(at: mixed))
    var isSilent = true
    for group in groups {
      if isSilent {
        isSilent = !group.core.mix(range, into: &ahead.ring)
      } else if group.core.mix(range, into: &addend) {
        ahead.ring.add(addend, range)
      }
    }
    if isSilent { ahead.ring.clear(at: range.lowerBound, count: range.count) }
    mixed = range.upperBound
    groups.removeAll { $0.isOver }
    return ahead.limit(range, isSilent: isSilent)
  }
}

/// A group as the mix holds it.
///
/// Its state is one value, so that a stretch costs one exclusive access.
final class GroupBox {
  var core: GroupCore
  /// Whether nobody can request anything of it any more.
  var isReleased = false

  init(_ core: GroupCore) { self.core = core }

  /// Whether it is silent from now on.
  var isOver: Bool { isReleased && core.isEmpty }
}

/// Durations in frames of a bus, and the grid on which gains are computed.
struct RenderGrid: Equatable {
  let sampleRate: Int

  init(sampleRate: Int) { self.sampleRate = Bus.sampleRate(nearest: sampleRate) }

  /// The number of frames between two points at which a curve is computed: 64 at 48 kHz (1.33 ms), fewer at lower
  /// rates, never more.
  var grid: Int { max(1, min(64, sampleRate / 750)) }

  /// The shortest change of gain that makes no click: 10 ms.
  var declick: Int { frames(milliseconds: 10) }

  /// A duration in frames, rounded to the nearest, at least one.
  func frames(milliseconds: Int) -> Int { max(1, (sampleRate * milliseconds + 500) / 1000) }
}

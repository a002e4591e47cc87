/// The largest number of phases that begin within one second.
///
/// For each group it computes the phases of its first and its last second, and the maximum inside. The values for the
/// enclosing group follow from these. If the lengths of sets are constant or monotonic, the seconds at both ends
/// determine the maximum.
struct PhaseDensity {
  private static let second = Int128(1_000_000_000)
  /// Groups whose lengths are not monotonic are examined set by set, up to this many phases.
  private static let longestLook = 2_000_000

  /// The properties of a group that its parent needs.
  private struct Summary {
    var length = Int128(0)
    /// The starts of phases in its first second.
    var head: [Int128] = []
    /// The starts of phases in its last second, relative to its end.
    var tail: [Int128] = []
    var most = 0
  }

  private let nodes: [Layout.Node]
  private let tally: PhaseTally
  private var summaries: [Summary]
  /// The largest number of phases in the workout that begin within one second.
  var most: Int { summaries.first?.most ?? 0 }
  /// The node of the innermost group that exceeds the limit; `nil` if none does.
  private(set) var tooDense: Int?

  /// Examines a layout within the limit on phases.
  init(_ nodes: [Layout.Node], _ tally: PhaseTally) {
    self.nodes = nodes
    self.tally = tally
    summaries = Array(repeating: Summary(), count: nodes.count)
    for index in nodes.indices.reversed() {
      guard case .group(let group) = nodes[index] else { continue }
      summaries[index] = summary(of: group)
      guard summaries[index].most > Limits.phasesPerSecond else { continue }
      tooDense = index
      return
    }
  }

  /// The properties of a group, as a whole or cut off at `limit`.
  private func summary(of group: LayoutGroup, before limit: Int128? = nil) -> Summary {
    let cut = [(group.total ?? group.pace.cap).map { Int128($0) }, limit].compactMap { $0 }.min()
    let whole = group.sets.map { Int128($0) } ?? .max
    let sets = cut.map { min(tally.wholeSets(of: group, before: $0) + 1, whole) } ?? whole
    let length = cut.map { min($0, group.total == nil ? tally.length(of: group, sets: whole) : $0) }
    var summary = Summary(length: length ?? tally.length(of: group, sets: sets))
    var window = Window(limit: cut)
    var set = Int128(0)
    // One second after the second set, no new pattern can occur.
    var enough: Int128?
    let isPlain = isOneWay(group) || sets * Int128(group.children.count) > Int128(Self.longestLook)
    while set < sets, window.most <= Limits.phasesPerSecond {
      if isPlain, let enough, window.position >= enough { break }
      add(set, of: group, to: &window)
      if set == 1 { enough = window.position + Self.second }
      set += 1
    }
    summary.head = window.head
    if set < sets, window.most <= Limits.phasesPerSecond {
      let most = window.most
      window = Window(limit: cut)
      set = lastSets(of: group, sets)
      window.position = tally.length(of: group, sets: set)
      while set < sets, window.most <= Limits.phasesPerSecond {
        add(set, of: group, to: &window)
        set += 1
      }
      window.most = max(window.most, most)
    }
    summary.tail = window.recent.map { summary.length - $0 }
    summary.most = window.most
    return summary
  }

  /// Whether the lengths of all phases are monotonic in the same direction.
  private func isOneWay(_ group: LayoutGroup) -> Bool {
    guard group.sums.changesOneWay, group.draw?.once != nil || group.draw == nil else { return false }
    let steps = group.children.compactMap { child -> Int? in
      guard case .leaf(let leaf) = nodes[child], case .linear(_, let step) = leaf.length, step != 0 else { return nil }
      return step
    }
    return steps.allSatisfy { $0 > 0 } || steps.allSatisfy { $0 < 0 }
  }

  /// The first of the last sets that must be examined.
  private func lastSets(of group: LayoutGroup, _ sets: Int128) -> Int128 {
    let from = tally.length(of: group, sets: max(0, sets - 2)) - Self.second
    return from > 0 ? min(tally.wholeSets(of: group, before: from), sets) : 0
  }

  private func add(_ set: Int128, of group: LayoutGroup, to window: inout Window) {
    let start = window.position
    for index in tally.children(of: group, set: set) where !group.isSkipped(child: index, set: Int(set)) {
      let child = group.children[index]
      if case .leaf(let leaf) = nodes[child] {
        if case .remainder = leaf.length { continue }
        window.begin()
        window.position += tally.length(of: child, set: set)
      } else if case .group(let inner) = nodes[child] {
        let left = window.limit.map { $0 - window.position }
        let isCut = left.map { $0 < summaries[child].length } ?? false
        if let left, left <= 0 { return }
        window.add(isCut ? self.summary(of: inner, before: left) : summaries[child])
      }
      guard window.most <= Limits.phasesPerSecond else { return }
    }
    guard let every = group.every else { return }
    if window.position - start < Int128(every) { window.begin() }
    window.position = start + Int128(every)
  }

  /// A sliding window of one second over the starts of phases.
  private struct Window {
    var position = Int128(0)
    /// Starts from here on are ignored.
    let limit: Int128?
    private var begins: [Int128] = []
    /// The number of `begins` that have left the window.
    private var passed = 0
    private(set) var head: [Int128] = []
    var most = 0

    init(limit: Int128?) { self.limit = limit }

    /// The starts within the window.
    var recent: ArraySlice<Int128> { begins[passed...] }

    mutating func begin() { begin(at: position) }

    private mutating func begin(at moment: Int128) {
      guard limit.map({ moment < $0 }) ?? true else { return }
      while passed < begins.count, begins[passed] <= moment - PhaseDensity.second { passed += 1 }
      if passed > begins.count / 2 {
        begins.removeFirst(passed)
        passed = 0
      }
      begins.append(moment)
      most = max(most, begins.count - passed)
      if moment < PhaseDensity.second { head.append(moment) }
    }

    mutating func add(_ group: Summary) {
      for offset in group.head { begin(at: position + offset) }
      position += group.length
      most = max(most, group.most)
      guard group.length >= PhaseDensity.second else { return }
      begins = group.tail.map { position - $0 }
      passed = 0
    }
  }
}

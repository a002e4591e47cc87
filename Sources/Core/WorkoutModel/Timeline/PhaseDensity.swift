/// How many phases of a layout begin in any one second.
///
/// Of each group it knows the phases of its first and of its last second, and the most that begin in any second inside.
/// From that it follows for the group around it: of sets that are alike, or grow or shrink all in one way, those of a
/// second at both ends decide.
struct PhaseDensity {
  private static let second = Int128(1_000_000_000)
  /// Groups whose sets differ in more than one way are examined set by set, up to this many phases.
  private static let longestLook = 2_000_000

  /// What a group looks like from outside.
  private struct Summary {
    var length = Int128(0)
    /// Where phases begin in its first second.
    var head: [Int128] = []
    /// Where phases begin in its last second, counted back from its end.
    var tail: [Int128] = []
    var most = 0
  }

  private let nodes: [Layout.Node]
  private let tally: PhaseTally
  private var summaries: [Summary]
  /// The most phases of the workout that begin in one second.
  var most: Int { summaries.first?.most ?? 0 }
  /// The innermost group of which too many do, by its node; `nil` where all is well.
  private(set) var tooDense: Int?

  /// Looks at a layout that has no more phases than the limit.
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

  /// What a group looks like, as a whole or cut at `limit`.
  private func summary(of group: LayoutGroup, before limit: Int128? = nil) -> Summary {
    let cut = [(group.total ?? group.pace.cap).map { Int128($0) }, limit].compactMap { $0 }.min()
    let whole = group.sets.map { Int128($0) } ?? .max
    let sets = cut.map { min(tally.wholeSets(of: group, before: $0) + 1, whole) } ?? whole
    let length = cut.map { min($0, group.total == nil ? tally.length(of: group, sets: whole) : $0) }
    var summary = Summary(length: length ?? tally.length(of: group, sets: sets))
    var window = Window(limit: cut)
    var set = Int128(0)
    // A second behind the second set everything has been seen that sets like these begin with.
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

  /// Whether all phases grow, or all shrink, or none does either.
  private func isOneWay(_ group: LayoutGroup) -> Bool {
    guard group.sums.changesOneWay, group.draw?.once != nil || group.draw == nil else { return false }
    let steps = group.children.compactMap { child -> Int? in
      guard case .leaf(let leaf) = nodes[child], case .linear(_, let step) = leaf.length, step != 0 else { return nil }
      return step
    }
    return steps.allSatisfy { $0 > 0 } || steps.allSatisfy { $0 < 0 }
  }

  /// From which set on the last two and a second before them are seen.
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

  /// A second that goes over the beginnings of phases.
  private struct Window {
    var position = Int128(0)
    /// From here on nothing begins.
    let limit: Int128?
    private var begins: [Int128] = []
    /// How many of the first `begins` lie a second or more behind the last one.
    private var passed = 0
    private(set) var head: [Int128] = []
    var most = 0

    init(limit: Int128?) { self.limit = limit }

    /// The beginnings of the last second.
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

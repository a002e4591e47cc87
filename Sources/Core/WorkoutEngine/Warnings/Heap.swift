/// A priority queue: the least element comes out first.
///
/// `insert` and `removeFirst` take O(log n).
struct Heap<Element: Comparable> {
  /// All elements, in no order.
  private(set) var elements: [Element] = []

  /// The least element.
  var first: Element? { elements.first }

  /// Adds an element.
  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0, elements[child] < elements[(child - 1) / 2] {
      elements.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Removes and returns the least element if `isTaken` says so.
  mutating func popFirst(where isTaken: (Element) -> Bool) -> Element? {
    guard let least = elements.first, isTaken(least) else { return nil }
    let last = elements.removeLast()
    guard !elements.isEmpty else { return least }
    elements[0] = last
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < elements.count else { return least }
      if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
      guard elements[child] < elements[parent] else { return least }
      elements.swapAt(child, parent)
      parent = child
    }
  }
}

extension Heap: Sendable where Element: Sendable {}

/// A priority queue: the least element comes out first.
///
/// Elements come in batches and mostly in order, so it sorts when it is asked for the first one after a batch; until
/// the next batch `popFirst` takes O(1).
struct OrderedQueue<Element: Comparable> {
  /// All elements, in no order.
  private(set) var elements: [Element] = []
  /// Whether the least element is the last, and so on.
  private var isSorted = true

  /// Adds an element.
  mutating func insert(_ element: Element) {
    elements.append(element)
    isSorted = false
  }

  /// Removes and returns the least element if `isTaken` says so.
  mutating func popFirst(where isTaken: (Element) -> Bool) -> Element? {
    if !isSorted {
      elements.sort(by: >)
      isSorted = true
    }
    guard let least = elements.last, isTaken(least) else { return nil }
    return elements.removeLast()
  }
}

extension OrderedQueue: Sendable where Element: Sendable {}

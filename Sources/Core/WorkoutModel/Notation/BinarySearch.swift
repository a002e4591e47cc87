extension RandomAccessCollection {
  /// The index of the first element that satisfies the predicate, where all those after it do, too; the end if none
  /// does.
  package func partitioningIndex(where isAfter: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isAfter(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}

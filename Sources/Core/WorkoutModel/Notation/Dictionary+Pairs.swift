/// Dictionaries of pairs whose keys may repeat, without the closures of the standard library that Embedded Swift lacks.
extension Dictionary {
  /// The first value of each key.
  package init(firstOf pairs: some Sequence<(Key, Value)>) {
    self.init()
    for (key, value) in pairs where self[key] == nil { self[key] = value }
  }

  /// The last value of each key.
  package init(lastOf pairs: some Sequence<(Key, Value)>) {
    self.init()
    for (key, value) in pairs { self[key] = value }
  }
}

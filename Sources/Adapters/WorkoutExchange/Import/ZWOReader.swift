import WorkoutModel

/// Reads ZWO files, the workouts of Zwift.
enum ZWOReader {
  static func tree(_ root: XMLElement, _ log: inout ExchangeLog) throws(ExchangeError) -> ExchangeTree {
    ExchangeTree()
  }
}

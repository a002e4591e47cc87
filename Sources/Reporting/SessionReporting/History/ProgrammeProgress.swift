package import WorkoutModel

/// The completed sessions of a programme.
///
/// A programme can be done more than once: when all of its sessions are complete, the next completion begins another
/// round, in which no other session is complete yet.
package struct ProgrammeProgress: Equatable, Sendable {
  /// The last completion of each session in this round, in the order of the sessions.
  package private(set) var completed: [CivilTime?]

  /// The progress after `completions` in order; sessions beyond `count` are ignored.
  package init(_ completions: [(session: Int, at: CivilTime)], count: Int) {
    completed = Array(repeating: nil, count: count)
    for completion in completions where (1...count).contains(completion.session) {
      if next == nil { completed = Array(repeating: nil, count: count) }
      completed[completion.session - 1] = completion.at
    }
  }

  /// The number of the first session that isn't complete, counted from 1; `nil` if all are.
  package var next: Int? { completed.firstIndex { $0 == nil }.map { $0 + 1 } }
}

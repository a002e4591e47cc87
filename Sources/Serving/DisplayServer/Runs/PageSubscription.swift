/// A page and the run that it is told of.
struct PageSubscription {
  /// Which run a page is told of.
  enum Place: Equatable {
    /// That isn't known yet.
    case undecided
    /// There is none.
    case none
    case run(String)
  }

  let stream: EventStream
  /// The run that the page names; `nil` for the one that holds the audio session.
  let wanted: String?
  /// The last event that it had when it came.
  var last: Int?
  var place = Place.undecided
  /// Whether it hasn't been told anything yet.
  var isNew = true
}

/// Chooses the run for pages that name none: the one that holds the audio session, else the newest. A page stays with a
/// run that lives, unless another has the audio session.
package enum ShownRun {
  /// The name of the run among the living ones for a page that is told of the current one; `nil` where there is none.
  package static func choice(among reports: [RunReport], current: String?) -> String? {
    let owner = reports.first(where: \.isOwner)?.name
    if let owner { return owner }
    if let current, reports.contains(where: { $0.name == current }) { return current }
    return reports.max { ($0.epoch ?? .min, $1.name) < ($1.epoch ?? .min, $0.name) }?.name
  }
}

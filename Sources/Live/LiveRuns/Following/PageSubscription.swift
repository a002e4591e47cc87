struct PageSubscription {
  enum Place: Equatable {
    case undecided
    case none
    case run(String)
  }

  let stream: EventStream
  /// The run that the page names; `nil` to follow the owner of the audio session.
  let wanted: String?
  /// The last event that it had received when it connected.
  var last: Int?
  var place = Place.undecided
  /// Whether nothing was sent to it yet.
  var isNew = true
}

/// Chooses the run for pages that name none: the owner of the audio session, otherwise the newest run. A page stays
/// with a live run unless another one gets the audio session.
package enum ShownRun {
  /// The name of the run to show; `current` is the one shown now. `nil` if there is no run.
  package static func choice(among reports: [LiveRunReport], current: String?) -> String? {
    let owner = reports.first(where: \.isOwner)?.name
    if let owner { return owner }
    if let current, reports.contains(where: { $0.name == current }) { return current }
    return reports.max { ($0.epoch ?? .min, $1.name) < ($1.epoch ?? .min, $0.name) }?.name
  }
}

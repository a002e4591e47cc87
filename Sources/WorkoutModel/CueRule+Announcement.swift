extension CueRule {
  /// Says the words of a phase where it begins: what announces a phase that has words of its own, in a style without
  /// announcements.
  public static let announcement = CueRule(
    on: .phase, at: .start(offset: .zero), say: CueText(pieces: [.placeholder(.phase)]))

  /// Whether it says the words of each phase that it fits where the phase begins.
  public var announcesPhase: Bool {
    guard on == .phase, case .start = at else { return false }
    return say?.placeholders.contains(.phase) ?? false
  }

  /// The same rule, saying the words of the phase after its sound; `nil` unless it is a sound at the start of each
  /// phase of its intensities, and nothing else.
  public var announcingAfterSound: CueRule? {
    guard on == .phase, at == .start(offset: .zero), sound != nil, say == nil, count == nil, align == .start,
      effectiveClass == .start, condition == Condition(intensity: condition.intensity)
    else { return nil }
    var rule = self
    rule.say = Self.announcement.say
    return rule
  }
}

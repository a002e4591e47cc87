import WorkoutEngine
import WorkoutModel

extension SessionView {
  /// The name of the workout, and any unusual state of its sound.
  func header(_ layout: ScreenLayout, _ look: TerminalStyle) -> CellText {
    let name = CellText(workoutName, .faint, look.glyphs)
    func sound(_ reason: String) -> CellText {
      CellText(soundTexts(look, reason).joined(separator: "  "), .bold, look.glyphs)
    }
    // A reason may be long: the name keeps enough columns to be recognisable, and the rest is cut.
    let space = layout.columns - min(name.columns, max(8, layout.columns / 4)) - 2
    let text = sound(reason).fitted(to: max(space, sound("").columns), look.glyphs)
    return name.fitted(to: layout.columns - text.columns - 2, look.glyphs).filled(to: layout.columns, with: text)
  }

  /// The reason for silence, if known.
  private var reason: String { session.audio?.reason.map { ": \($0)" } ?? "" }

  private func soundTexts(_ look: TerminalStyle, _ reason: String) -> [String] {
    var texts: [String] = []
    switch session.audio?.state {
    case .lost, .stalled: texts.append("no sound\(reason)")
    case .opened, .restored:
      if session.audio?.sink == "silent" { texts.append(self.reason.isEmpty ? "silent" : "no sound\(reason)") }
    case nil: break
    }
    if session.isMuted {
      texts.append("muted")
    } else if session.volume != 0 {
      texts.append(DecibelText.signed(session.volume, minus: look.glyphs.minus))
    }
    return texts
  }

  /// The phase by name and intensity, and the enclosing sets; without a row for the state, the state.
  func title(_ readings: ClockReadout, _ layout: ScreenLayout, _ look: TerminalStyle) -> CellText {
    guard let phase, session.ending == nil else {
      let name = CellText(workoutName, .bold, look.glyphs)
      guard !layout.shows(.state), let state = state(readings, layout, look) else { return name }
      return name.fitted(to: layout.columns - state.columns - 2, look.glyphs).filled(to: layout.columns, with: state)
    }
    var places = [
      PlaceText.full(phase, readings.repetition, look.glyphs.separator), PlaceText.short(phase, readings.repetition),
    ]
    if !layout.shows(.state), let state = shortState { places = [state] }
    let style = CellStyle.of(phase.intensity, look)
    let name = CellText(phase.name, style.bold, look.glyphs)
    var word = CellText(phase.intensity.rawValue, style, look.glyphs)
    if !layout.shows(.state), let time = readings.phase {
      // As wide as the longest time that it shows, so that its neighbours don't move.
      let width = max(time.count, ClockText.short(session.longestOwnTime).count)
      let own = CellText("  " + time + String(repeating: " ", count: width - time.count), .plain, look.glyphs)
      if min(name.columns, 8) + 2 + word.columns + own.columns <= layout.columns { word.append(own) }
    }
    // The name may be cut to a minimum before the sets are shown in fewer words.
    let needed = min(name.columns, max(8, layout.columns / 3)) + 2 + word.columns
    let texts = places.map { CellText($0, .plain, look.glyphs) }
    var place = texts.first { $0.columns + 2 + needed <= layout.columns } ?? texts.last ?? CellText()
    var space = layout.columns - word.columns - 2 - (place.columns > 0 ? place.columns + 1 : 0)
    if space < min(name.columns, 4) {
      place = CellText()
      space = layout.columns - word.columns - 2
    }
    var row = name.fitted(to: max(space, 4), look.glyphs)
    row.append("  ", .plain, look.glyphs)
    row.append(word)
    return row.filled(to: layout.columns, with: place)
  }

  /// The reason why the timer is stopped, the user's next action, or how the session ended; `nil` if there is none.
  func state(_ readings: ClockReadout, _ layout: ScreenLayout, _ look: TerminalStyle) -> CellText? {
    if let ending = session.ending {
      return CellText("\(ending.reason.rawValue.capitalized(1)) after \(elapsedText)", .bold, look.glyphs)
    }
    // The phase's own time comes first, if the digits show another; it is shorter or left out where space is short.
    let time = readings.phase
    let long = time.map { phase?.isOpen == true ? $0 : "\($0) left of the phase" }
    func row(_ text: String?, _ style: CellStyle) -> CellText? {
      let rows = [[long, text], [time, text], [text]].map { $0.compactMap { $0 } }.filter { !$0.isEmpty }
        .map { CellText($0.joined(separator: " \(look.glyphs.separator) "), style, look.glyphs) }
      return rows.first { $0.columns <= layout.columns } ?? rows.last
    }
    let text: String
    switch session.playback {
    case .idle, .preparingToPlay: text = "Preparing"
    case .fadingIn, .playing:
      guard let phase, phase.isOpen else { return row(nil, .plain) }
      return row(look.hasKeys ? "Enter when you are done" : "Until you are done", .plain)
    case .preparingToPause(let reason), .paused(let reason), .fadingOut(_, to: .paused(let reason)):
      switch reason {
      case .user: text = "Paused"
      case .interruption: text = "Paused: interrupted"
      case .suspend: text = "Paused: the machine slept"
      case .restored: text = "Paused at the stored position"
      }
    case .fadingOut(_, to: .stopped): text = "Stopping"
    case .fadingOut(_, to: .completed): text = "Ending"
    case .completed, .stopped: text = "Over"
    case .failed(let reason): text = "Failed: \(reason)"
    }
    return row(text, .bold)
  }

  /// The target of the phase, the author's remark, and its track.
  func notes(_ look: TerminalStyle) -> CellText {
    guard let phase, let remark = phase.remark, session.ending == nil else { return CellText() }
    guard let target = phase.target?.description else { return CellText(remark, .faint, look.glyphs) }
    var row = CellText(target, .bold, look.glyphs)
    row.append(String(remark.dropFirst(target.count)), .faint, look.glyphs)
    return row
  }

  /// The state in a word, if it isn't the usual one.
  var shortState: String? {
    switch session.playback {
    case .idle, .preparingToPlay: "preparing"
    case .fadingIn, .playing: nil
    case .preparingToPause, .paused, .fadingOut(_, to: .paused): "paused"
    case .fadingOut(_, to: .stopped): "stopping"
    case .fadingOut(_, to: .completed): "ending"
    case .completed, .stopped, .failed: "over"
    }
  }

  /// The next phase.
  func next(_ layout: ScreenLayout, _ look: TerminalStyle) -> CellText {
    guard phase != nil, session.ending == nil else { return CellText() }
    var row = CellText("Next: ", .faint, look.glyphs)
    guard let next = session.next else {
      row.append("the end", .plain, look.glyphs)
      return row
    }
    let reps = next.reps.map { ", \(PlaceText.reps($0))" } ?? ""
    row.append(next.name + reps, .plain, look.glyphs)
    let length = next.isOpen ? "until done" : next.length.map { ClockText.short($0) }
    // What doesn't fit is left out whole.
    for (text, style) in [(length, .plain), (next.intensity.rawValue, CellStyle.of(next.intensity, look))] {
      guard let text, row.columns + 2 + text.count <= layout.columns else { continue }
      row.append("  ", .plain, look.glyphs)
      row.append(text, style, look.glyphs)
    }
    return row
  }

  /// The elapsed, remaining and total time of the workout.
  func times(_ readings: ClockReadout, _ layout: ScreenLayout, _ look: TerminalStyle) -> CellText {
    let left = readings.left.map { "\($0) left" } ?? "open end"
    let total = readings.total.map { "\($0) total" } ?? ""
    let elapsed = CellText("\(readings.elapsed) elapsed", .plain, look.glyphs)
    let end = CellText(total, .plain, look.glyphs)
    let middle = CellText(left, .plain, look.glyphs)
    let space = layout.columns - elapsed.columns - middle.columns - end.columns
    guard space >= 4 else {
      return CellText("\(readings.elapsed)", .plain, look.glyphs).filled(to: layout.columns, with: middle)
    }
    var row = elapsed
    row.append(CellText(blank: space / 2))
    row.append(middle)
    return row.filled(to: layout.columns, with: end)
  }

  /// The last cue that was heard.
  func lastCue(_ look: TerminalStyle) -> CellText {
    guard let cue = session.lastCue else { return CellText() }
    let sound = cue.sound.map { "[\($0)]" }
    let say = cue.say.map { look.glyphs.quoted($0) }
    let failure = cue.outcome == .failed ? "(not spoken)" : nil
    return CellText([sound, say, failure].compactMap { $0 }.joined(separator: " "), .faint, look.glyphs)
  }

  /// Everything that fits on one row, the time first.
  func oneRow(_ readings: ClockReadout, _ layout: ScreenLayout, _ look: TerminalStyle) -> CellText {
    let glyphs = look.glyphs
    guard let phase, session.ending == nil else {
      var row = state(readings, layout, look) ?? CellText()
      row.append("  \(workoutName)", .plain, glyphs)
      return row.fitted(to: layout.columns, glyphs)
    }
    let style = CellStyle.of(phase.intensity, look)
    var row = CellText(readings.digits, style.bold, glyphs)
    let texts: [(String?, CellStyle)] = [
      (shortState, .bold), (phase.name, style), (readings.phase, .plain), (phase.intensity.rawValue, style),
    ]
    for (text, style) in texts {
      guard let text else { continue }
      row.append(" ", .plain, glyphs)
      row.append(text, style, glyphs)
    }
    let sets = CellText(" \(PlaceText.short(phase, readings.repetition))", .plain, glyphs)
    guard readings.digits.count + sets.columns <= layout.columns else { return row.clipped(to: layout.columns) }
    return row.fitted(to: layout.columns - sets.columns, glyphs).filled(to: layout.columns, with: sets)
  }

  /// The active time of a session whose timer is stopped.
  var elapsedText: String { ClockText.short(session.place.progress.elapsed) }

  var workoutName: String { session.timeline.workout.name }
}

extension String {
  /// The text with its first `letters` characters in upper case.
  fileprivate func capitalized(_ letters: Int) -> String { prefix(letters).uppercased() + dropFirst(letters) }
}

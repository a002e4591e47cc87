import WorkoutEngine
import WorkoutModel

extension SessionView {
  /// The name of the workout, the heart rate, and any unusual state of the sound.
  func header(_ layout: ScreenLayout, _ look: TerminalStyle) -> CellText {
    let name = CellText(workoutName, .faint, look.glyphs)
    func sound(_ reason: String) -> CellText {
      let texts = [heartRate(look)].compactMap(\.self) + soundTexts(look, reason)
      return CellText(texts.joined(separator: "  "), .bold, look.glyphs)
    }
    // A reason may be long: the name keeps enough columns to be recognisable, and the rest is cut.
    let space = layout.columns - min(name.columns, max(8, layout.columns / 4)) - 2
    let text = sound(reason).fitted(to: max(space, sound("").columns), look.glyphs)
    return name.fitted(to: layout.columns - text.columns - 2, look.glyphs).filled(to: layout.columns, with: text)
  }

  private var reason: String { session.audio?.reason.map { ": \($0)" } ?? "" }

  /// The heart rate and its zone; `nil` if it is neither measured nor expected.
  private func heartRate(_ look: TerminalStyle) -> String? {
    guard session.ending == nil else { return nil }
    return session.signals[.heartRate]?.heartRateText(look.words, unknown: look.glyphs.dash)
  }

  private func soundTexts(_ look: TerminalStyle, _ reason: String) -> [String] {
    var texts: [String] = []
    switch session.audio?.state {
    case .lost, .stalled: texts.append(look.words.inline("noSound") + reason)
    case .opened, .restored:
      if session.audio?.sink == "silent" {
        texts.append(self.reason.isEmpty ? look.words["silent"] : look.words.inline("noSound") + reason)
      }
    case nil: break
    }
    if session.isMuted {
      texts.append(look.words.inline("muted"))
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
      PlaceText.full(phase, readings.repetition, look.glyphs.separator, look.words),
      PlaceText.short(phase, readings.repetition),
    ]
    if !layout.shows(.state), let state = shortState(look) { places = [state] }
    let style = CellStyle.of(readings.intensity ?? phase.intensity, look)
    var name = CellText(look.glyphs.shape(of: readings.intensity ?? phase.intensity) + " ", style, look.glyphs)
    name.append(phase.name, style.bold, look.glyphs)
    var own = CellText()
    if !layout.shows(.state), let time = readings.phase {
      // As wide as the longest time that it shows, so that its neighbours don't move.
      let width = max(time.count, ClockText.short(session.longestOwnTime).count)
      let text = CellText("  " + time + String(repeating: " ", count: width - time.count), .plain, look.glyphs)
      if min(name.columns, 8) + text.columns <= layout.columns { own = text }
    }
    // The name may be cut to a minimum before the sets are shown in fewer words.
    let needed = min(name.columns, max(8, layout.columns / 3)) + own.columns
    let texts = places.map { CellText($0, .plain, look.glyphs) }
    var place = texts.first { $0.columns + 2 + needed <= layout.columns } ?? texts.last ?? CellText()
    var space = layout.columns - own.columns - (place.columns > 0 ? place.columns + 1 : 0)
    if space < min(name.columns, 4) {
      place = CellText()
      space = layout.columns - own.columns
    }
    var row = name.fitted(to: max(space, 4), look.glyphs)
    row.append(own)
    return row.filled(to: layout.columns, with: place)
  }

  /// The reason why the timer is stopped, the user's next action, or how the session ended; `nil` if there is none.
  func state(_ readings: ClockReadout, _ layout: ScreenLayout, _ look: TerminalStyle) -> CellText? {
    if let ending = session.ending {
      return CellText(look.words(ending.reason.endKey, ["time": elapsedText]), .bold, look.glyphs)
    }
    // The phase's own time comes first, if the digits show another; it is shorter or left out where space is short.
    let time = readings.phase
    let long = time.map { phase?.countsUp == true ? $0 : look.words("leftOfPhase", ["time": $0]) }
    func row(_ text: String?, _ style: CellStyle) -> CellText? {
      let rows = [[long, text], [time, text], [text]].map { $0.compactMap { $0 } }.filter { !$0.isEmpty }
        .map { CellText($0.joined(separator: " \(look.glyphs.separator) "), style, look.glyphs) }
      return rows.first { $0.columns <= layout.columns } ?? rows.last
    }
    let text: String
    switch session.playback {
    case .idle, .preparingToPlay: text = look.words["preparing"]
    case .fadingIn, .playing:
      guard let phase, phase.isOpen else { return row(nil, .plain) }
      if phase.isDone { return row(look.words["isDone"], .plain) }
      if let until = phase.until { return row(until.text(look.words), .plain) }
      return row(look.words[look.hasKeys ? "whenDone" : "asDone"], .plain)
    case .preparingToPause(let reason), .paused(let reason), .fadingOut(_, to: .paused(let reason)):
      switch reason {
      case .user: text = look.words["paused"]
      case .interruption: text = look.words["pausedInterruption"]
      case .suspend: text = look.words["pausedSuspend"]
      case .restored: text = look.words["pausedRestored"]
      }
    case .fadingOut(_, to: .stopped): text = look.words["stopping"]
    case .fadingOut(_, to: .completed): text = look.words["ending"]
    case .completed, .stopped: text = look.words["over"]
    case .failed(let reason): text = "\(look.words["failed"]): \(reason)"
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
  func shortState(_ look: TerminalStyle) -> String? {
    switch session.playback {
    case .idle, .preparingToPlay: look.words.inline("preparing")
    case .fadingIn, .playing: nil
    case .preparingToPause, .paused, .fadingOut(_, to: .paused): look.words.inline("paused")
    case .fadingOut(_, to: .stopped): look.words.inline("stopping")
    case .fadingOut(_, to: .completed): look.words.inline("ending")
    case .completed, .stopped, .failed: look.words.inline("over")
    }
  }

  func next(_ layout: ScreenLayout, _ look: TerminalStyle) -> CellText {
    guard phase != nil, session.ending == nil else { return CellText() }
    var row = CellText(look.words("nextPhase", ["name": ""]), .faint, look.glyphs)
    guard let next = session.next else {
      row.append(look.words["theEnd"], .plain, look.glyphs)
      return row
    }
    row.append(look.glyphs.shape(of: next.intensity) + " ", CellStyle.of(next.intensity, look), look.glyphs)
    let reps = next.reps.map { ", \(PlaceText.reps($0, nil, look.words))" } ?? ""
    row.append(next.name + reps, .plain, look.glyphs)
    let open = next.until?.text(look.words) ?? (next.reps == nil ? look.words["untilDone"] : nil)
    let length = next.isOpen ? open : next.length.map { ClockText.short($0) }
    // A length that doesn't fit is left out.
    guard let length, row.columns + 2 + length.count <= layout.columns else { return row }
    row.append("  \(length)", .plain, look.glyphs)
    return row
  }

  /// The elapsed, remaining and total time of the workout.
  func times(_ readings: ClockReadout, _ layout: ScreenLayout, _ look: TerminalStyle) -> CellText {
    let left = readings.left.map { look.words("left", ["time": $0]) } ?? look.words["openEnd"]
    let total = readings.total.map { look.words("total", ["time": $0]) } ?? ""
    let elapsed = CellText(look.words("elapsed", ["time": readings.elapsed]), .plain, look.glyphs)
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
    let style = CellStyle.of(readings.intensity ?? phase.intensity, look)
    var row = CellText(readings.digits, style.bold, glyphs)
    let texts: [(String?, CellStyle)] = [
      (shortState(look), .bold), (glyphs.shape(of: readings.intensity ?? phase.intensity), style), (phase.name, style),
      (readings.phase, .plain),
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

  var workoutName: String { session.timeline.workout.spokenName }
}

extension FinishReason {
  var endKey: String {
    switch self {
    case .completed: "finishedAfter"
    case .stopped: "stoppedAfter"
    case .failed: "failedAfter"
    }
  }
}

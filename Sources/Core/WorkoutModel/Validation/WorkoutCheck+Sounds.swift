import StrictJSON

extension WorkoutCheck {
  mutating func checkVoice(_ voice: Voice, _ path: FieldPath) {
    if let complaint = LanguageTag.complaint(about: voice.language) { report(path.key("language"), complaint) }
    if let complaint = voice.variant.flatMap(VoiceVariant.complaint) { report(path.key("variant"), complaint) }
    checkRange(voice.rate, Limits.voiceRate, path.key("rate"))
    checkRange(voice.pitch, Limits.voicePitch, path.key("pitch"))
  }

  mutating func checkAmbient(_ ambient: Ambient, _ path: FieldPath) {
    checkSoundName(
      ambient.sound, path.key("sound"), kind: "ambient sound", found: workout.bed(named: ambient.sound),
      builtIn: BuiltInBed.allCases.map { $0.rawValue })
    checkRange(ambient.gain, Limits.gain, path.key("gain"))
    checkRange(ambient.fade, Limits.phaseLength, path.key("fade"))
    if case .by(let duck) = ambient.duck { checkRange(duck, Limits.duck, path.key("duck")) }
  }

  mutating func checkCueSound(_ name: String, _ path: FieldPath) {
    checkSoundName(
      name, path, kind: "sound", found: workout.cueSound(named: name),
      builtIn: BuiltInSound.allCases.map { $0.rawValue })
  }

  mutating func checkTrack(_ name: String, _ path: FieldPath) {
    checkSoundName(name, path, kind: "track", found: workout.track(named: name), builtIn: [])
  }

  /// Checks the author's files, in the order of their names.
  mutating func checkSounds(_ path: FieldPath) {
    for (name, file) in workout.sounds.sorted(by: { $0.key < $1.key }) {
      checkLength(name, Limits.text, path.key(name))
      if let complaint = SoundPath.complaint(about: file) { report(path.key(name), complaint) }
    }
  }

  private mutating func checkSoundName(
    _ name: String, _ path: FieldPath, kind: String, found: SoundReference?, builtIn: [String]
  ) {
    if case .file(let file) = found {
      if workout.sounds[name] == nil, let complaint = SoundPath.complaint(about: file) { report(path, complaint) }
      return
    }
    guard found == nil, !isUnknown(FieldPath.root.key("sounds")) else { return }
    let own = workout.sounds.keys.sorted()
    let isBed = BuiltInBed(rawValue: name) != nil
    let start = isBed ? "\"\(name)\" is for \"ambient\" only" : "unknown \(kind) \(Excerpt.quoted(name))"
    if let nearest = Suggestion.nearest(to: name, among: builtIn + own) {
      return report(path, "\(start); did you mean \(Excerpt.quoted(nearest))?")
    }
    let files = "a name from \"sounds\" or a file such as \"sounds/clap.wav\""
    guard !builtIn.isEmpty else { return report(path, "\(start): must be \(files)") }
    report(path, "\(start): must be \(builtIn.joined(separator: ", ")), \(files)")
  }
}

package enum VoiceVariant {
  package static func complaint(about name: String) -> String? {
    let isAllowed = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || " -_".utf8.contains($0) }
    if isAllowed, (1...40).contains(name.unicodeScalars.count) { return nil }
    return "must be 1…40 letters, digits, spaces, \"-\" or \"_\", got \(Excerpt.quoted(name))"
  }
}

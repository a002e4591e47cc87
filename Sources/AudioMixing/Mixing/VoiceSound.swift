/// What a voice plays.
enum VoiceSound {
  case plain(Clip)
  case packed(PackedClip)

  /// How many frames it has.
  var frames: Int {
    switch self {
    case .plain(let clip): clip.frames
    case .packed(let clip): clip.frames
    }
  }

  /// Adds frames of it, each times its gain, to a stem.
  func add(to stem: inout Stem, from first: Int, at start: Int, count: Int, _ ramp: Ramp) {
    switch self {
    case .plain(let clip):
      stem.add(left: clip.left.span, right: clip.right.span, from: first, at: start, count: count, ramp)
    case .packed(let clip): stem.add(clip, from: first, at: start, count: count, ramp)
    }
  }
}

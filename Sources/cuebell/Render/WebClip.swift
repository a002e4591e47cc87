import AudioMixing
import CommandSupport
import CueAudio
import FoundationEssentials
import SoundFiles
import StrictJSON

/// A sound as pages play it: encoded, with the part that is heard.
struct WebClip {
  let clip: Clip
  /// From the beginning to the end of what is heard, in frames.
  let length: Int

  /// The length of a bed that is repeated, and of the fade from its end to its start, in frames.
  private static let (bedLength, seam) = (20 * Bus.sampleRate, 2 * Bus.sampleRate)

  /// A sound that is played once.
  init(_ clip: Clip) { (self.clip, length) = (clip, clip.audibleEnd) }

  /// The start of a bed, whose end fades into it.
  init(repeating source: any LayerSource) {
    var left = [Float](repeating: 0, count: Self.bedLength + Self.seam)
    var right = left
    do {
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      _ = source.read(leftSpan.count, left: &leftSpan, right: &rightSpan)
    }
    for frame in 0..<Self.seam {
      let share = Float(frame) / Float(Self.seam)
      let (rising, falling) = (share.squareRoot(), (1 - share).squareRoot())
      left[frame] = left[frame] * rising + left[Self.bedLength + frame] * falling
      right[frame] = right[frame] * rising + right[Self.bedLength + frame] * falling
    }
    clip = Clip(left: Array(left.prefix(Self.bedLength)), right: Array(right.prefix(Self.bedLength)))
    length = Self.bedLength
  }

  /// The sound as Opus, in stereo.
  func encoded() throws -> [UInt8] {
    var sink = try RenderSink(inMemory: .opus, progress: nil)
    return try Exit.ifUnwritable { () throws(SinkError) in
      try sink.write(left: clip.left.span, right: clip.right.span)
      return try sink.encoded()
    }
  }

  /// The sound in itself, as a server of pages sends it.
  func fields() throws -> JSONFields {
    ["clip": Data(try encoded()).base64EncodedString(), "length": FrameClock.duration(of: length)]
  }
}

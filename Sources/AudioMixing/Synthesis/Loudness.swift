/// How loud a whole sound is to the ear, in LUFS: ITU-R BS.1770-4.
public enum Loudness {
  /// The loudest 400 ms, moved in steps of 10 ms; a shorter sound is completed with silence.
  ///
  /// Silence is minus infinity.
  public static func momentaryMaximum(of clip: Clip, sampleRate: Int = Bus.sampleRate) -> Decibels {
    meter(clip, sampleRate).momentaryMaximum
  }

  /// The mean over the whole length, without a gate: what counts for steady sounds.
  public static func average(of clip: Clip, sampleRate: Int = Bus.sampleRate) -> Decibels {
    meter(clip, sampleRate).average
  }

  /// The mean over what is heard: the standard's integrated loudness, with both of its gates.
  public static func integrated(of clip: Clip, sampleRate: Int = Bus.sampleRate) -> Decibels {
    meter(clip, sampleRate).integrated
  }

  private static func meter(_ clip: Clip, _ sampleRate: Int) -> LoudnessMeter {
    var meter = LoudnessMeter(sampleRate: sampleRate)
    meter.add(left: clip.left.span, right: clip.right.span)
    return meter
  }
}

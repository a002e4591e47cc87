extension Plan {
  /// The plan as a picture, an SVG image: the waveform, the phases as bars by intensity and the cues with their words
  /// under one another on one axis of time.
  ///
  /// - Parameter waveform: The sound of the workout from its beginning; without one its place stays empty.
  /// - Returns: The image; it needs nothing else, and nothing in it is run.
  public func svg(waveform: Waveform? = nil) -> String { PlanPicture(self, waveform).text }
}

/// A session that was interrupted or stopped, claimed for this process.
public struct ResumedSession: Sendable {
  let header: SessionHeader
  let leg: SessionLeg
  /// The file in which it was claimed.
  let file: FileMark?
}

/// How other programs' sound is treated during a session.
package enum OtherPrograms: String, CaseIterable, Sendable {
  /// It is left unchanged.
  case mix
  /// It is lowered: by the sound server, or that of media players while Cuebell speaks.
  case duck
  /// It is paused.
  case pause
}

/// How other programs' sound is treated during a session.
package enum OtherPrograms: String, CaseIterable, Sendable {
  case mix
  /// It is lowered: by the sound server, or that of media players while Cuebell speaks.
  case duck
  case pause
}

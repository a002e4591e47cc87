import WorkoutModel

/// What sessions of format 2 lack: interruptions were no numbers, and a change of a length was a move like any other.
///
/// What is missing in a stored session has these values, as compilers look here before they look into the standard
/// library.
extension KeyedDecodingContainer {
  func decode(_ type: Interruptions.Type, forKey key: Key) throws -> Interruptions {
    try decodeIfPresent(type, forKey: key) ?? Interruptions()
  }

  func decode(_ type: [PhaseEdit.Shift].Type, forKey key: Key) throws -> [PhaseEdit.Shift] {
    try decodeIfPresent(type, forKey: key) ?? []
  }
}

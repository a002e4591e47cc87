import Speech
import PhraseFiles

/// The speech of a run: espeak-ng or the user's program, what speaks in its place, and the phrases stored on disk.
struct LiveVoices {
  let speech: SpeechWorkerBackend
  /// espeak-ng, where a program speaks that may not be ready.
  let standIn: SpeechWorkerBackend?
  let store: SpeechDiskCache?

  /// The speech by `command`, the user's program, or else by espeak-ng.
  init(command: [String]?) {
    speech = PreparedWorkout.speech(by: command)
    standIn = command.map { _ in PreparedWorkout.speech() }
    store = PreparedWorkout.store(of: command)
  }

  /// Ends the worker processes and writes what is to be stored.
  func close() {
    speech.close()
    standIn?.close()
    store?.close()
  }
}

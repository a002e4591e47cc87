import CuebellAudio
import Foundation
import Testing

@Suite struct `An error of the libraries` {
  private func thrown(_ body: () throws -> Void) -> (any Error)? {
    do { try body() } catch { return error }
    return nil
  }

  @Test func `is one sentence, however it is printed`() throws {
    let errors: [(any Error)?] = [
      ActionRefusal(.pause, .over), PartError("no such part"), ReplayError.incomplete, SpeechError.crashed,
      SpeechError.noVoice(language: "tlh"), SinkError.lost("the device is gone"), SoundLoadError.unknown("clap"),
      AudioSessionError.busy(.preview), thrown { _ = try Timeline(Workout(name: "", nodes: [])) },
      thrown { _ = try Workout(json: "{") }, thrown { _ = try ShortForm("8 ×") },
      thrown { _ = try CueText("{pahse}") }, thrown { _ = try DurationText.read("90 bananas") },
      thrown { _ = try Moment("halfway") },
    ]
    for error in errors {
      let error = try #require(error)
      #expect(error.localizedDescription == "\(error)" && error.localizedDescription.contains(" "))
    }
  }
}

import CuebellAudio

/// The rooms of a gym, each with a workout of its own, in one mix.
package final class Rooms {
  /// No workout goes on in a room.
  package struct Empty: Error, Equatable {
    package let room: String
    package init(_ room: String) { self.room = room }
  }

  private let renderer = SessionRenderer(blockFrames: Bus.sampleRate / 10)
  private var sessions: [String: MixedSession] = [:]
  /// What has happened, each with its room and the time since the workout there began.
  package private(set) var log: [String] = []

  package init() {}

  /// Begins a workout in a room, and stops the one there.
  package func begin(_ workout: Workout, in room: String) throws(TimelineError) {
    sessions[room]?.act(.stop)
    let silence = SpeechCache(NoSpeech(because: "rooms have gongs"), voice: workout.voice)
    let session = renderer.add(
      Engine(try Timeline(workout)), phrases: silence, sounds: SoundLibrary(workout), speaks: false
    ) { [weak self] report in self?.note(report, in: room) }
    session.act(.start)
    session.act(.prepared)
    sessions[room] = session
  }

  /// Sends an action to the workout in a room.
  package func send(_ action: Action, to room: String) throws(Empty) {
    guard let session = sessions[room], !session.engine.playback.isOver else { throw Empty(room) }
    session.act(action)
  }

  /// Plays all rooms for a time, or until all are over.
  package func play(_ length: Duration = .seconds(86_400), into sink: inout some AudioSink) throws(SinkError) {
    let end = renderer.position + FrameClock.frames(in: length)
    while renderer.position < end, try renderer.step(into: &sink) == .running {}
  }

  private func note(_ report: SessionReport, in room: String) {
    guard case .event(let event) = report else { return }
    switch event.kind {
    case .phaseStarted(let phase): log.append("\(room) \(event.at) \(phase.name)")
    case .paused: log.append("\(room) \(event.at) is paused")
    case .resumed: log.append("\(room) \(event.at) goes on")
    case .finished: log.append("\(room) \(event.at) is over")
    default: break
    }
  }
}

import Cuebell
import TimerModel

@main
struct Main {
  static func main() async throws {
    let session = try WorkoutSession(
      intervals(sets: 2, work: .seconds(1), rest: .seconds(1)), clock: .continuous)
    let events = session.events
    var model = TimerModel(await session.place)
    print(model.title, model.sets)
    try await session.send(.start)
    for await event in events {
      let before = model
      model.show(event)
      if model != before { print(model.title, model.sets) }
    }
  }
}

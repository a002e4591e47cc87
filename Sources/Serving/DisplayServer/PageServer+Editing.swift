import Hummingbird

#if Serve
import HostSystem
import LiveRuns
import StrictJSON
import WorkoutModel

extension PageServer {
  /// The text of a workout, which pages and programs may change.
  var editing: [Endpoint] {
    [
      Endpoint(.get, "/api/workouts/{workout}/text", .control) { (call) throws(Refusal) in
        let (text, version) = try await self.text(of: self.reader.workout(call.name))
        var response = Response.json(text)
        response.headers[.eTag] = version.tag
        return response
      },
      Endpoint(.put, "/api/workouts/{workout}/text", .control, save),
      Endpoint(.post, "/api/check", .control) { (call) throws(Refusal) in
        let text = try await call.body(atMost: Limits.fileSize)
        let id = call.request.uri.queryParameters["workout"].map(String.init) ?? ""
        let item = id.isEmpty ? nil : try await self.reader.listedWorkout(id)
        return .json(try await self.editor.check(text, of: item))
      },
      Endpoint(.get, "/api/check/{strip}", .control) { (call) throws(Refusal) in
        guard let strip = self.editor.strips[call.name] else { throw .unknown }
        return .picture(strip)
      },
    ]
  }

  private func text(of item: WorkoutItem) throws(Refusal) -> (text: [UInt8], version: TextVersion) {
    do throws(RegularFile.Problem) {
      let text = try RegularFile.bytes(of: item.path, atMost: Limits.fileSize + 1)
      return (text, TextVersion(of: text))
    } catch {
      throw .unknown("the file can't be read: \(error.explanation)")
    }
  }

  @Sendable private func save(_ call: Endpoint.Call) async throws(Refusal) -> Response {
    let expected = try TextVersion.expected(by: call.request)
    let text = try await call.body(atMost: Limits.fileSize)
    let items = try await reader.workouts()
    let item = items.first { $0.id == call.name }
    let outcome: WorkoutEditor.Outcome
    switch (expected, item) {
    case (let version?, let item?):
      // A copy is another file, also if the command fails afterwards.
      defer { reader.forget(item.id) }
      outcome = try await editor.save(text, over: version, of: item)
    case (_?, nil): throw .unknown("no workout has this ID")
    case (nil, nil):
      try Self.requireRoom(beside: items)
      outcome = try await editor.create(text, as: call.name)
    case (nil, let item?):
      let (text, version) = try self.text(of: item)
      outcome = .changed(String(decoding: text, as: UTF8.self), version)
    }
    switch outcome {
    case .saved(let id, let version, let isNew):
      return .json(["id": id], status: isNew ? 201 : 200, ["etag": version.tag])
    case .changed(let text, let version):
      var refusal = Refusal(409, "refused", "the file has changed meanwhile")
      refusal.details = ["text": text]
      if let version { refusal.fields = ["etag": version.tag] }
      throw refusal
    }
  }
}
#endif

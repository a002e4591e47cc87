import SessionReporting
import TestSupport
import Testing
import WorkoutModel

@Suite struct `The body in a past session` {
  typealias Values = [(second: Int, value: Int)]

  private static let person = BodyProfile(maxHeartRate: 185, ftp: 200)

  /// A session of phases one after another, which were all done; pauses and gaps are in session time.
  private static func detail(
    _ phases: [(path: String, intensity: Intensity, seconds: Int)], place: String = "", signal: Signal = .heartRate,
    _ values: Values, pause: Range<Int>? = nil, resumed: Int? = nil, planned: Int? = nil
  ) -> SessionDetail {
    var rows: [SessionDetail.Phase] = []
    var (began, elapsed) = (0, 0)
    for phase in phases {
      let paused = pause.map { (began..<began + phase.seconds).contains($0.lowerBound) ? $0.count : 0 } ?? 0
      rows.append(
        SessionDetail.Phase(
          path: phase.path, name: "P", intensity: phase.intensity.rawValue, set: nil, sets: nil,
          planned: .seconds(planned ?? phase.seconds), began: .seconds(began), elapsed: .seconds(elapsed),
          active: .seconds(phase.seconds), place: place, reps: nil, isDone: true))
      (began, elapsed) = (began + phase.seconds + paused, elapsed + phase.seconds)
    }
    let time = CivilTime(wall: 1_795_676_400_000, zone: 0)
    let runs = [(0, 0)] + (resumed.map { [($0, 1)] } ?? [])
    return SessionDetail(
      session: PastSession(
        id: 1, name: "A", file: nil, programme: nil, state: .completed, began: time, ended: nil, planned: nil,
        active: .seconds(elapsed), speed: 1, heard: 0, late: 0, missed: 0, canBeResumed: false, lost: 0, note: nil,
        rpe: nil),
      text: "", digest: "", rounds: [],
      runs: runs.map { start, gap in
        SessionDetail.Run(
          start: .seconds(start), gap: .seconds(gap), isExact: true, began: time, boot: .zero, bootID: "", process: 1)
      },
      phases: rows,
      pauses: pause.map {
        let (from, to) = (Duration.seconds($0.lowerBound), Duration.seconds($0.upperBound))
        return [SessionDetail.Pause(began: from, ended: to, elapsed: from, reason: "user")]
      } ?? [],
      actions: [], cues: [],
      measurements: values.map { second, value in
        SessionDetail.Measurement(at: .seconds(second), elapsed: .seconds(second), signal: signal, value: value)
      })
  }

  /// A workout of one phase of a minute, twice.
  private static func workout(_ targets: [String], isOpen: Bool = false) -> Workout {
    let end = isOpen ? PhaseEnd.open() : .after(.fixed(.seconds(60)))
    let phase = Phase("P", .high, end, target: PerSet(list: targets.map { Target($0) }))
    return Workout(name: "A", nodes: [.group(SetGroup(.sets(2), nodes: [.phase(phase)]))])
  }

  private static let path = "phases[0].phases[0]"

  private static func seconds(_ range: Range<Int>, _ value: Int) -> Values { range.map { ($0, value) } }

  @Test(arguments: [
    // A value is known until it is older than ten seconds.
    ("145-155bpm", Signal.heartRate, [(0, 150), (20, 160), (21, 160)], 10_000_000_001, 20_000_000_002),
    // It is the median of five seconds: 150, then 160, then 170.
    ("145-160bpm", .heartRate, [(0, 150), (1, 170)], 5_000_000_000, 11_000_000_001),
    (
      "Z2 HR", .heartRate, [(0, 110), (11, 111), (12, 111), (23, 129), (24, 129), (35, 130), (36, 130)],
      20_000_000_002, 40_000_000_004
    ),
    // A ramp is met within 5 %, here from 143 to 157 W.
    ("ramp 50-100%", .power, seconds(0..<60, 150), 9_000_000_000, 60_000_000_000),
    ("95% 90rpm", .cadence, [(0, 87), (11, 86), (12, 86)], 10_000_000_001, 20_000_000_002),
  ])
  func `is in a target as the coach judges it, to the nanosecond`(
    target: String, signal: Signal, values: Values, within: Int, known: Int
  ) throws {
    let detail = Self.detail([(Self.path, .high, 60)], place: "1", signal: signal, values)
    let body = SessionBody(detail, of: Self.workout([target]), for: Self.person)
    let time = try #require(body.total[signal])
    #expect(time.within == .nanoseconds(within) && time.known == .nanoseconds(known) && body.total.count == 1)
    #expect(body.phases == [body.total])
  }

  @Test(arguments: [
    ("90rpm", BodyProfile()), ("Z2 HR", BodyProfile()), ("5:30/km pace", person), ("easy", person),
  ])
  func `is in no target that isn't understood, measured or known for the person`(target: String, body: BodyProfile) {
    let detail = Self.detail([(Self.path, .high, 60)], place: "1", [(0, 120)])
    #expect(SessionBody(detail, of: Self.workout([target]), for: body).total.isEmpty)
    #expect(SessionBody(detail, of: nil, for: body).total.isEmpty)
  }

  @Test func `has the target of its set, and any value of a ramp whose length nobody knew`() {
    let second = Self.detail([(Self.path, .high, 60)], place: "2", [(0, 120)])
    let body = SessionBody(second, of: Self.workout(["145-155bpm", "115-125bpm"]))
    #expect(body.total[.heartRate]?.percent == 100)
    let open = Self.detail([(Self.path, .high, 60)], place: "1", [(30, 199)])
    #expect(SessionBody(open, of: Self.workout(["ramp 100-200bpm"])).total[.heartRate]?.within == .zero)
    let workout = Self.workout(["ramp 100-200bpm"], isOpen: true)
    #expect(SessionBody(open, of: workout).total[.heartRate]?.percent == 100)
  }

  @Test func `spreads a ramp over an extended phase`() {
    let detail = Self.detail([(Self.path, .high, 100)], place: "1", Self.seconds(50..<51, 150), planned: 60)
    #expect(
      SessionBody(detail, of: Self.workout(["ramp 100-200bpm"])).total[.heartRate]?.within == .seconds(5))
  }

  @Test func `counts nothing in a pause, and knows nothing after an interruption`() {
    let values: Values = [(0, 150), (4, 150), (8, 150)]
    let workout = Self.workout(["145-155bpm"])
    func known(_ detail: SessionDetail) -> Duration? { SessionBody(detail, of: workout).total[.heartRate]?.known }
    let phases = [(path: Self.path, intensity: Intensity.high, seconds: 60)]
    #expect(known(Self.detail(phases, place: "1", values)) == .nanoseconds(18_000_000_001))
    #expect(known(Self.detail(phases, place: "1", values, pause: 10..<15)) == .nanoseconds(13_000_000_001))
    // It was interrupted at 12 s.
    #expect(known(Self.detail(phases, place: "1", values, resumed: 13)) == .seconds(12))
  }

  @Test(
    arguments: [
      ([Intensity.high, .rest], [60, 60], [(60, 170), (120, 140)], 30),
      ([.high, .low], [60, 90], [(60, 170), (120, 146)], 24),
      ([.low, .rest], [60, 60], [(60, 120), (120, 125)], -5),
      // Two of them: 30 and 21, and half a beat counts as a whole one.
      ([.high, .rest, .high, .rest], [60, 60, 60, 60], [(60, 170), (120, 140), (180, 171), (240, 150)], 26),
      // The second one isn't known at its end, or at its start.
      ([.high, .rest, .high, .rest], [60, 60, 60, 60], [(60, 170), (120, 140), (180, 171)], 30),
      ([.high, .rest, .high, .rest], [60, 60, 60, 60], [(60, 170), (120, 140), (240, 150)], 30),
      ([.high, .rest], [60, 59], [(60, 170), (119, 140)], nil),
      ([.warmup, .low], [60, 60], [(60, 120), (120, 100)], nil),
      ([.rest, .rest], [60, 60], [(60, 120), (120, 100)], nil),
      ([.high, .cooldown], [60, 60], [(60, 170), (120, 140)], nil),
    ] as [([Intensity], [Int], Values, Int?)])
  func `recovers by the drop in the first minute of a rest after something harder`(
    intensities: [Intensity], lengths: [Int], values: Values, drop: Int?
  ) {
    let phases = zip(intensities, lengths).map { (path: "phases[0]", intensity: $0, seconds: $1) }
    // One after a gap would tell nothing.
    #expect(SessionBody(Self.detail(phases, values.flatMap { [$0, $0] })).recovery == drop)
  }

  /// A minute in which half is in the target, and a rest of as long.
  private static let session = detail(
    [(path, .high, 60), ("phases[1]", .rest, 61)], place: "1",
    seconds(0..<25, 150) + [(25, 170)] + seconds(49..<60, 170) + seconds(60..<121, 140))
  private static let body = SessionBody(session, of: workout(["145-155bpm"]))

  @Test func `is printed in lines, for programs and in a table`() {
    let text = FullReport(Self.session, nil, Self.body).text
    #expect(
      text.contains(
        """

        Heart rate: 146 bpm on average, at most 170
        Heart rate in the target: 0:28 of 0:45, 62 %
        Recovery: 30 bpm in the first minute

        """), "\(text)")
    let json = HistoryJSON.object(Self.session, nil, Self.body)
    let time = "\"inTarget\": \(Self.within.wholeNanoseconds), \"known\": \(Self.known.wholeNanoseconds)"
    #expect(json.contains(#""heartRate": {"mean": 146, "max": 170, \#(time), "recovery": 30, "measurements": [[0,"#))
    #expect(json.contains(#""signals": {"heartRate": {"mean": 156, "max": 170, \#(time)}}"#))
    #expect(json.contains(#""signals": {"heartRate": {"mean": 140, "max": 140, "inTarget": null, "known": null}}"#))
    let rows = HistoryCSV.text(Self.session, Self.body).split(separator: "\n")
    #expect(rows[0].hasSuffix(",active,heartRate,heartRateInTarget,power,powerInTarget,cadence,cadenceInTarget"))
    #expect(rows[1].hasSuffix(",60.000,60.000,156,28.000,,,,") && rows[2].hasSuffix(",61.000,61.000,140,,,,,"))
  }

  private static let within = body.total[.heartRate]?.within ?? .zero
  private static let known = body.total[.heartRate]?.known ?? .zero

  @Test func `is a curve with a gap where it is unknown, between two labels, behind it the target`() throws {
    let svg = SessionPicture(Self.session, Self.body).svg
    let curve = try #require(svg.firstMatch(of: /<path d="([^"]*)"[^>]*><title>Heart rate/)).output.1
    #expect(curve.count { $0 == "M" } == 2)
    #expect(svg.contains(">170</text>") && svg.contains(">140</text>"))
    #expect(svg.count { $0 == "\n" } > 10 && svg.matches(of: /<polygon points/).count == 1)
    #expect(svg.contains("Heart rate, bpm: 146 on average"))
    let unmeasured = Self.detail([("p", .high, 60)], [])
    let plain = SessionPicture(unmeasured, SessionBody(unmeasured)).svg
    #expect(plain.hasPrefix("<svg ") && !plain.contains("<path"))
  }
}

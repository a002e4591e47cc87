public import AudioMixing
public import CueAudio
import Synchronization
public import WorkoutEngine
import WorkoutModel

/// A session that is heard as it happens: the conductor on a thread of its own, a loader beside it.
public final class LiveSession: Sendable {
  /// What reaches the conductor from other threads.
  private enum Letter: Sendable {
    case action(Action)
    case learned([String])
  }

  /// What the session tells its followers.
  public enum Report: Equatable, Sendable {
    case session(SessionReport)
    /// The device is gone, since when; the session goes on in silence.
    case audioLost(String, at: Duration)
    case over
  }

  private let inbox = Mailbox<Letter>(capacity: 1024)
  private let orders = Mailbox<[String]>(capacity: 64)
  private let phrases: PhraseBook
  private let report: @Sendable (Report) -> Void

  /// How far ahead of the session phrases are made.
  private static let phraseLead = Duration.seconds(120)
  /// Two clocks can't be read at one instant; less than this is no sleep.
  private static let shortestSleep = Duration.milliseconds(10)
  /// More than this between the clock and what is played means that time was lost.
  private static let longestError = Duration.milliseconds(100)

  /// A session whose followers `report` tells.
  public init(phrases: PhraseBook, report: @escaping @Sendable (Report) -> Void) {
    self.phrases = phrases
    self.report = report
  }

  /// Runs the session on a thread of its own.
  ///
  /// - Parameters:
  ///   - conductor: The session, not yet started; its reports must come to `tell`.
  ///   - sink: Where it is heard.
  ///   - clock: Session time.
  public func start(_ conductor: sending Conductor, into sink: sending any AudioSink, clock: any HostClock) {
    let cargo = Cargo(conductor, sink)
    let thread = HostThread { [self] in
      guard let (conductor, sink) = cargo.take() else { return }
      run(conductor, into: sink, clock: clock)
    }
    guard let thread else { return report(.over) }
    thread.detach()
  }

  /// Tells the followers what the session says.
  public func tell(_ report: SessionReport) { self.report(.session(report)) }

  /// Lets the user or the system act.
  public func send(_ action: Action) { inbox.put(.action(action)) }

  /// Runs the session to its end on the calling thread.
  private func run(_ start: Conductor, into output: any AudioSink, clock: any HostClock) {
    var (conductor, sink) = (start, output)
    startLoader()
    defer { orders.put([]) }
    conductor.resynchronize(to: clock.now())
    _ = takeLetters(&conductor)
    conductor.act(.start)
    var learnedUpTo = order(&conductor, upTo: conductor.engine.state.position + .seconds(25), waiting: true)
    conductor.resynchronize(to: clock.now())
    conductor.act(.prepared)
    var progress = Conductor.Progress.goesOn
    var asleep = clock.asleep
    while progress == .goesOn {
      let moved = takeLetters(&conductor)
      if moved || conductor.engine.state.position + Self.phraseLead / 2 > learnedUpTo {
        learnedUpTo = order(&conductor, upTo: conductor.engine.state.position + Self.phraseLead, waiting: false)
      }
      let heard = clock.now() + FrameClock.duration(of: sink.latencyFrames) + conductor.lead
      let error = heard - conductor.now
      if error > Self.longestError { conductor.resynchronize(to: heard) }
      if error < .zero - Self.longestError {
        // The device takes sound faster than time passes: the session goes by the clock, and doesn't spin.
        conductor.resynchronize(to: heard)
        clock.wait(until: clock.now() + FrameClock.duration(of: sink.blockFrames))
      }
      let gap = clock.asleep - asleep
      if gap > Self.shortestSleep {
        asleep += gap
        conductor.act(.suspended(gap: gap))
      }
      do throws(SinkError) {
        progress = try conductor.step(into: &sink)
      } catch {
        report(.audioLost(error.explanation, at: clock.now()))
        conductor.act(.audioLost)
        sink = SilentSink(clock: clock)
      }
    }
    do throws(SinkError) { try sink.finish() } catch { report(.audioLost(error.explanation, at: clock.now())) }
    report(.over)
  }

  /// Takes what other threads sent; says whether the user acted.
  private func takeLetters(_ conductor: inout Conductor) -> Bool {
    var acted = false
    for letter in inbox.drain().letters {
      switch letter {
      case .action(let action):
        conductor.act(action)
        acted = true
      case .learned(let texts): learn(texts, &conductor)
      }
    }
    return acted
  }

  /// Has the phrases up to a position made that aren't yet, by the loader or at once; returns the position.
  private func order(_ conductor: inout Conductor, upTo position: Duration, waiting: Bool) -> Duration {
    // What the book has let go of is made again, though the engine knows its length.
    let texts = conductor.engine.texts(upTo: position).filter { phrases.measure($0) == .unknown }
    if texts.isEmpty { return position }
    if waiting {
      phrases.prepare(texts)
      learn(texts, &conductor)
    } else {
      orders.put(texts)
    }
    return position
  }

  private func learn(_ texts: [String], _ conductor: inout Conductor) {
    conductor.learn { lexicon in
      for text in texts { lexicon.learn(text, phrases.measure(text)) }
    }
  }

  private func startLoader() {
    let (orders, phrases, inbox) = (orders, phrases, inbox)
    HostThread {
      while true {
        orders.wait()
        for texts in orders.drain().letters {
          if texts.isEmpty { return }
          phrases.prepare(texts)
          inbox.put(.learned(texts))
        }
      }
    }?.detach()
  }
}

/// Carries what one thread hands over to another, once.
private final class Cargo: Sendable {
  private let content: Mutex<(conductor: Conductor, sink: any AudioSink)?>

  init(_ conductor: sending Conductor, _ sink: sending any AudioSink) { content = Mutex((conductor, sink)) }

  func take() -> sending (Conductor, any AudioSink)? {
    content.withLock { content in
      let taken = content
      content = nil
      return taken
    }
  }
}

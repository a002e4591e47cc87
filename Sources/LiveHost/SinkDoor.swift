public import AudioMixing
public import HostThreads

/// Opens devices on a thread of its own, as that may wait for a sound server that hangs.
///
/// A device that can't be had is tried again after 0.1 s, then ever later, up to every 5 s, until it can or nobody
/// wants it any more.
public final class SinkDoor: Sendable {
  /// Opens a device; what it gives must be seen to play, and all the more if it `isSuspect`: it has failed before.
  /// Once it is open and only has to be seen to play, `hasOpened` is called.
  public typealias Opening =
    @Sendable (_ isSuspect: Bool, _ hasOpened: () -> Void) throws(SinkError) -> Parcel<any AudioSink>

  /// What came of the wish for a device.
  public enum Answer: Sendable {
    /// It answers, and hasn't been seen to play yet.
    case answered
    case opened(Parcel<any AudioSink>)
    /// It couldn't be had, and why; it is tried again.
    case refused(SinkError)
  }

  private enum Order: Sendable {
    case open(isSuspect: Bool, @Sendable (Answer) -> Void)
    case giveUp
    case end
  }

  private let orders = Mailbox<Order>(capacity: 256)

  /// A door to what `opening` opens.
  ///
  /// - Throws: `NoThread` where there is none to open devices from.
  public init(_ opening: @escaping Opening) throws(NoThread) {
    let orders = orders
    try HostThread {
      var work = Work(opening)
      while true {
        orders.wait(milliseconds: work.pause)
        let letters = orders.drain().letters
        for order in letters {
          if case .end = order { return }
          work.take(order)
        }
        work.attempt()
      }
    }.detach()
  }

  deinit { orders.put(.end) }

  /// Wishes for a device, until `answer` is told that it is open; it is told once, too, that there is none yet.
  ///
  /// One that `isSuspect` has to show longer that it plays.
  public func open(isSuspect: Bool, _ answer: @escaping @Sendable (Answer) -> Void) {
    orders.put(.open(isSuspect: isSuspect, answer))
  }

  /// Wishes for a device and waits for what comes of it; it is wished for no more after that.
  ///
  /// - Parameters:
  ///   - milliseconds: How long the sound system may take to answer.
  ///   - playing: How many milliseconds a device that answers may take after that to be seen to play.
  /// - Returns: The device.
  /// - Throws: Why there is none.
  public func first(milliseconds: Int32, playing: Int32) throws(SinkError) -> Parcel<any AudioSink> {
    let answers = Mailbox<Answer>(capacity: 2)
    open(isSuspect: false) { answers.put($0) }
    defer { giveUp() }
    var refusal = "the sound system doesn't answer"
    for limit in [milliseconds, playing] {
      answers.wait(milliseconds: limit)
      switch answers.drain().letters.last {
      case .opened(let parcel): return parcel
      case .refused(let error): throw error
      case .answered: refusal = "the device plays nothing"
      case nil: throw .unavailable(refusal)
      }
    }
    throw .unavailable(refusal)
  }

  /// Wishes for no device any more.
  public func giveUp() { orders.put(.giveUp) }

  /// What the thread has to do.
  private struct Work {
    private let opening: Opening
    private var answer: (@Sendable (Answer) -> Void)?
    private var isSuspect = false
    private var isTold = false
    private var backOff = BackOff()
    private var waitsForPause = false

    init(_ opening: @escaping Opening) { self.opening = opening }

    /// How long to wait for orders before the next attempt; -1 for ever.
    var pause: Int32 { answer == nil ? -1 : waitsForPause ? backOff.pause : 0 }

    mutating func take(_ order: Order) {
      switch order {
      case .open(let suspicion, let wished):
        (answer, isSuspect, isTold) = (wished, suspicion, false)
        (backOff, waitsForPause) = (BackOff(), false)
      case .giveUp: answer = nil
      case .end: break
      }
    }

    /// Tries to open, where a device is wished for.
    mutating func attempt() {
      guard let answer else { return }
      if waitsForPause { backOff.lengthen() }
      do throws(SinkError) {
        let opened = try opening(isSuspect) { if !isTold { answer(.answered) } }
        answer(.opened(opened))
        self.answer = nil
      } catch {
        if !isTold { answer(.refused(error)) }
        (isTold, isSuspect, waitsForPause) = (true, true, true)
      }
    }
  }
}

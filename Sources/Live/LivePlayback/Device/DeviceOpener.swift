package import AudioMixing
package import AudioOutput
package import HostSystem

/// Opens devices for a session, which doesn't wait for them.
package protocol DeviceOpening: Sendable {
  /// Requests a device, which `answer` reports once it is open; one that `isSuspect` has failed before.
  func open(isSuspect: Bool, _ answer: @escaping @Sendable (DeviceOpener.Answer) -> Void)
  /// Cancels the request.
  func cancel()
}

/// Opens devices on a dedicated thread, because opening may wait for a sound server that hangs.
///
/// A device that can't be opened is tried again after 0.1 s, then at growing intervals of up to 5 s, until it opens or
/// the request is cancelled.
package final class DeviceOpener: DeviceOpening {
  /// Opens a device and waits until it plays, longer if it `isSuspect`: it has failed before.
  ///
  /// `hasOpened` is called after it is opened and before it plays.
  package typealias Opening =
    @Sendable (_ isSuspect: Bool, _ hasOpened: () -> Void) throws(SinkError) -> Transfer<any LiveSink>

  package enum Answer: Sendable {
    /// It responds, but hasn't been seen to play yet.
    case answered
    case opened(Transfer<any LiveSink>)
    /// It can't be opened, with the reason; the attempts continue.
    case refused(SinkError)
  }

  private enum Order: Sendable {
    case open(isSuspect: Bool, @Sendable (Answer) -> Void)
    case cancel
    case end
  }

  private let orders = Mailbox<Order>(capacity: 256)

  /// An opener whose attempts are at most `longestPause` milliseconds apart.
  package init(longestPause: Int32 = BackOff.longest, _ opening: @escaping Opening) throws(NoThread) {
    let orders = orders
    try HostThread {
      var work = Work(opening, BackOff(longest: longestPause))
      while true {
        orders.wait(milliseconds: work.pause)
        let messages = orders.drain().messages
        for order in messages {
          if case .end = order { return }
          work.receive(order)
        }
        work.attempt()
      }
    }.detach()
  }

  deinit { orders.put(.end) }

  /// Requests a device and retries until it is open, which `answer` reports; `answer` also reports once that there is
  /// none yet.
  ///
  /// A device that `isSuspect` must be seen to play for longer.
  package func open(isSuspect: Bool, _ answer: @escaping @Sendable (Answer) -> Void) {
    orders.put(.open(isSuspect: isSuspect, answer))
  }

  /// Requests a device and waits for the answer, after some work; the request is cancelled after that. The sound system
  /// has `milliseconds` to answer, and a device that answers has `playing` milliseconds to play.
  package func first(
    milliseconds: Int32, playing: Int32, meanwhile work: () -> Void = {}
  ) throws(SinkError) -> Transfer<any LiveSink> {
    let answers = Mailbox<Answer>(capacity: 2)
    open(isSuspect: false) { answers.put($0) }
    defer { cancel() }
    work()
    return try Self.first(within: [milliseconds, playing]) { limit in
      answers.wait(milliseconds: limit)
      return answers.drain().messages.last
    }
  }

  /// The device from `answer`, which is called with the limit of each wait and returns `nil` after it.
  package static func first(
    within limits: [Int32], _ answer: (Int32) -> Answer?
  ) throws(SinkError) -> Transfer<any LiveSink> {
    var refusal = "the sound system doesn't answer"
    for limit in limits {
      switch answer(limit) {
      case .opened(let transfer): return transfer
      case .refused(let error): throw error
      case .answered: refusal = "the device plays nothing"
      case nil: throw .unavailable(refusal)
      }
    }
    throw .unavailable(refusal)
  }

  package func cancel() { orders.put(.cancel) }

  private struct Work {
    private let opening: Opening
    private var answer: (@Sendable (Answer) -> Void)?
    private var isSuspect = false
    private var isReported = false
    private let firstPauses: BackOff
    private var backOff: BackOff
    private var waitsForPause = false

    init(_ opening: @escaping Opening, _ pauses: BackOff) {
      self.opening = opening
      firstPauses = pauses
      backOff = pauses
    }

    /// The time to wait for orders before the next attempt; -1 for no limit.
    var pause: Int32 { answer == nil ? -1 : waitsForPause ? backOff.pause : 0 }

    mutating func receive(_ order: Order) {
      switch order {
      case .open(let suspicion, let newAnswer):
        (answer, isSuspect, isReported) = (newAnswer, suspicion, false)
        (backOff, waitsForPause) = (firstPauses, false)
      case .cancel: answer = nil
      case .end: break
      }
    }

    mutating func attempt() {
      guard let answer else { return }
      if waitsForPause { backOff.lengthen() }
      do throws(SinkError) {
        let opened = try opening(isSuspect) { if !isReported { answer(.answered) } }
        answer(.opened(opened))
        self.answer = nil
      } catch {
        if !isReported { answer(.refused(error)) }
        (isReported, isSuspect, waitsForPause) = (true, true, true)
      }
    }
  }
}

/// The wait between failed attempts: 0.1 s at first, then twice as long each time, up to 5 s or another limit.
package struct BackOff: Sendable {
  package static let longest: Int32 = 5_000

  private let limit: Int32
  package private(set) var pause: Int32 = 100

  package init(longest limit: Int32 = longest) { self.limit = limit }

  package mutating func lengthen() { pause = min(2 * pause, limit) }
}

import HostSystem

/// Removes what a broker keeps of this machine.
extension HomeBridge {
  /// Removes all that the broker keeps, also of runs that have ended while no bridge was there.
  package func forget() -> BridgeEnding {
    let news = Mailbox<MQTTConnection.News>(capacity: .max)
    let connection: MQTTConnection
    do throws(MQTTConnection.Failure) { connection = try MQTTConnection(settings.broker) { news.put($0) } } catch {
      return .unavailable(error.reason)
    }
    do throws(NoThread) { try connection.start() } catch { return .unavailable(error.explanation) }
    defer { connection.stop() }
    let topics = settings.topics
    let deadline = HostTime.now + Self.patience
    var problem = "it doesn't answer"
    var unconfirmed: Set<Int32> = []
    var (marker, isListed): (Int32?, Bool) = (nil, false)
    func remove(_ topic: String) -> Int32? {
      connection.publish(MQTTMessage(topic, "", isRetained: true, quality: .confirmed))
    }
    while HostTime.now < deadline {
      news.wait(milliseconds: Int32((deadline - HostTime.now) / .milliseconds(1)) + 1)
      for each in news.drain().messages {
        switch each {
        case .connected:
          // What is kept comes before the confirmation of a later message.
          connection.subscribe(to: [topics.states])
          (marker, isListed, unconfirmed) = (remove(topics.discovery), false, [])
        case .received(let message):
          if message.isRetained, let number = remove(message.topic) { unconfirmed.insert(number) }
        case .sent(let number):
          unconfirmed.remove(number)
          if number == marker {
            isListed = true
            for topic in [topics.state, topics.status] {
              if let number = remove(topic) { unconfirmed.insert(number) }
            }
          }
        case .lost(let reason): problem = reason
        case .refused(let reason): return .refused(reason)
        }
      }
      if isListed, unconfirmed.isEmpty { return .stopped }
    }
    return .unavailable(problem)
  }
}

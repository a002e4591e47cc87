import AudioMixing
internal import CEspeak

/// Gathers what the library hands to its callback while it speaks one phrase.
final class Recording {
  private let limit: Int
  private var samples: [Int16] = []
  private var words: [Utterance.Word] = []

  /// Makes a recording that stops the library after `limit` samples.
  init(limit: Int) {
    self.limit = limit
    samples.reserveCapacity(min(limit, 1 << 16))
  }

  var isFull: Bool { samples.count >= limit }

  func utterance(sampleRate: Int) -> Utterance {
    let count = samples.count
    return Utterance(
      audio: SpokenAudio(samples: samples, sampleRate: sampleRate), words: words.filter { $0.sample < count })
  }

  /// The callback: 0 lets the library go on, 1 stops it.
  ///
  /// Every event, the one that ends the list too, bears the pointer to the recording. No samples at all mean the end
  /// of the phrase, a count of zero does not.
  static func take(
    _ samples: UnsafeMutablePointer<Int16>?, _ count: Int32, _ events: UnsafeMutablePointer<espeak_EVENT>?
  ) -> Int32 {
    guard let samples = unsafe samples, let events = unsafe events, let owner = unsafe events.pointee.user_data else {
      return 0
    }
    let recording = unsafe Unmanaged<Recording>.fromOpaque(owner).takeUnretainedValue()
    unsafe recording.note(events)
    unsafe recording.append(UnsafeBufferPointer(start: samples, count: Int(max(count, 0))))
    return recording.isFull ? 1 : 0
  }

  private func append(_ buffer: UnsafeBufferPointer<Int16>) {
    unsafe samples.append(contentsOf: buffer.prefix(limit - samples.count))
  }

  private func note(_ events: UnsafeMutablePointer<espeak_EVENT>) {
    var event = unsafe events
    while unsafe event.pointee.type != espeakEVENT_LIST_TERMINATED {
      if unsafe event.pointee.type == espeakEVENT_WORD {
        // The library counts characters from 1.
        let start = unsafe Int(max(event.pointee.text_position - 1, 0))
        let length = unsafe Int(max(event.pointee.length, 0))
        let sample = unsafe Int(max(event.pointee.sample, 0))
        words.append(Utterance.Word(sample: sample, characters: start..<start + length))
      }
      unsafe event += 1
    }
  }
}

import WorkoutEngine
import WorkoutModel

extension ScriptLine {
  /// The same line with half its size, or at a rounder time.
  var smaller: [ScriptLine] {
    rounderTimes.map { ScriptLine(at: $0, deed) } + deed.smaller.map { ScriptLine(at: at, $0) }
  }

  private var rounderTimes: [ScriptTime] {
    switch at {
    case .after(let time):
      ([.zero, .milliseconds(time.inNanoseconds / 2_000_000)] + time.rounder)
        .filter { $0 < time }.map { .after($0) }
    case .cue(let name, let offset): offset.rounder.map { .cue(name, offset: $0) }
    }
  }
}

extension Duration {
  /// Rounder and not larger: whole minutes, seconds, tenths, milliseconds.
  fileprivate var rounder: [Duration] {
    let nanoseconds = inNanoseconds
    return [60_000_000_000, 1_000_000_000, 100_000_000, 1_000_000].map { nanoseconds / $0 * $0 }
      .filter { $0 != nanoseconds }.map { .nanoseconds($0) }
  }

  /// Half of it, as long as that is a whole millisecond, and rounder.
  fileprivate var halves: [Duration] {
    let milliseconds = inNanoseconds / 1_000_000
    let half: [Duration] = abs(milliseconds) > 1 ? [.milliseconds(milliseconds / 2)] : []
    return half + rounder.filter { $0 != .zero }
  }
}

extension Deed {
  /// The same deed at half its size, or ending at a rounder time.
  fileprivate var smaller: [Deed] {
    switch self {
    case .user, .background, .foreground, .interrupt, .interruptEnd, .deviceLost, .deviceBack, .speechCrash: []
    case .extend(let by): by.halves.map { .extend(by: $0) }
    case .wallStep(let by): by.halves.map { .wallStep(by: $0) }
    case .suspend(let length): length.halves.map { .suspend(length: $0) }
    case .stall(let length): length.halves.map { .stall(length: $0) }
    case .speechHang(let length): length.halves.map { .speechHang(length: $0) }
    case .kill(let length): length.halves.map { .kill(length: $0) }
    case .speechSlow(let factor): factor > 2 ? [.speechSlow(factor: factor / 2)] : []
    case .coalesce(let to, let until): to.halves.map { .coalesce(to: $0, until: until) } + ends
    case .early(let by, let until): by.halves.map { .early(by: $0, until: until) } + ends
    case .skew(let skew, let until): abs(skew) > 1 ? [.skew(partsPerMillion: skew / 2, until: until)] + ends : ends
    case .audioSkew(let skew, let until):
      abs(skew) > 1 ? [.audioSkew(partsPerMillion: skew / 2, until: until)] + ends : ends
    case .jitter(.uniform(let scale), let until):
      scale.halves.map { .jitter(.uniform(scale: $0), until: until) } + ends
    case .jitter(.pareto(let scale, _, _), let until): [.jitter(.uniform(scale: scale), until: until)] + ends
    case .drop, .duplicate: ends
    }
  }

  /// The same deed ending at a rounder time.
  private var ends: [Deed] {
    guard let until else { return [] }
    return until.rounder.filter { $0 > .zero }.map { end in
      switch self {
      case .coalesce(let to, _): .coalesce(to: to, until: end)
      case .early(let by, _): .early(by: by, until: end)
      case .skew(let skew, _): .skew(partsPerMillion: skew, until: end)
      case .audioSkew(let skew, _): .audioSkew(partsPerMillion: skew, until: end)
      case .jitter(let jitter, _): .jitter(jitter, until: end)
      case .drop(let chance, _): .drop(chance: chance, until: end)
      case .duplicate(let chance, _): .duplicate(chance: chance, until: end)
      default: self
      }
    }
  }
}

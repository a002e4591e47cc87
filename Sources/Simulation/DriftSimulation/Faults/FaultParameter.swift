import WorkoutModel

package struct FaultParameter: Equatable, Sendable {
  package enum Format: Equatable, Sendable {
    case duration(ClosedRange<Duration>)
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case flag
    case word([String])
    case text(ClosedRange<Int>)
  }

  package enum Value: Equatable, Sendable {
    case duration(Duration)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case word(String)
    case text(String)
  }

  package let key: String
  package let format: Format
  /// The error message if it is missing; `nil` if it is optional.
  package let hint: String?

  fileprivate static let until = FaultParameter(
    key: "until", format: .duration(.zero...ScenarioLimits.time), hint: nil)
}

package struct FaultParameterBinding<Definition: FaultDefinition>: Sendable {
  let parameter: FaultParameter
  let value: @Sendable (Definition) -> FaultParameter.Value?
  let set: @Sendable (inout Definition, FaultParameter.Value) -> Void
  /// The reason why it is invalid, or its value, in combination with the other parameters.
  var misuse: @Sendable (Definition) -> String? = { _ in nil }

  static func duration(
    _ key: String, _ path: any WritableKeyPath<Definition, Duration> & Sendable, in range: ClosedRange<Duration>,
    hint: String
  ) -> Self {
    Self(
      parameter: FaultParameter(key: key, format: .duration(range), hint: hint),
      value: { .duration($0[keyPath: path]) },
      set: { if case .duration(let value) = $1 { $0[keyPath: path] = value } })
  }

  static func integer(
    _ key: String, _ path: any WritableKeyPath<Definition, Int> & Sendable, in range: ClosedRange<Int>, hint: String
  ) -> Self {
    Self(
      parameter: FaultParameter(key: key, format: .integer(range), hint: hint),
      value: { .integer($0[keyPath: path]) },
      set: { if case .integer(let value) = $1 { $0[keyPath: path] = value } })
  }

  static func number(
    _ key: String, _ path: any WritableKeyPath<Definition, Double> & Sendable, in range: ClosedRange<Double>,
    hint: String
  ) -> Self {
    Self(
      parameter: FaultParameter(key: key, format: .number(range), hint: hint),
      value: { .number($0[keyPath: path]) },
      set: { if case .number(let value) = $1 { $0[keyPath: path] = value } })
  }

  static func flag(_ key: String, _ path: any WritableKeyPath<Definition, Bool> & Sendable) -> Self {
    Self(
      parameter: FaultParameter(key: key, format: .flag, hint: nil),
      value: { .flag($0[keyPath: path]) },
      set: { if case .flag(let value) = $1 { $0[keyPath: path] = value } })
  }

  static func word<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, _ path: any WritableKeyPath<Definition, Word> & Sendable, hint: String
  ) -> Self {
    Self(
      parameter: FaultParameter(key: key, format: .word(Word.allCases.map(\.rawValue)), hint: hint),
      value: { .word($0[keyPath: path].rawValue) },
      set: { if case .word(let value) = $1, let word = Word(rawValue: value) { $0[keyPath: path] = word } })
  }

  static func text(
    _ key: String, _ path: any WritableKeyPath<Definition, String?> & Sendable, in range: ClosedRange<Int>
  ) -> Self {
    Self(
      parameter: FaultParameter(key: key, format: .text(range), hint: nil),
      value: { $0[keyPath: path].map { .text($0) } },
      set: { if case .text(let value) = $1 { $0[keyPath: path] = value } })
  }

  func smaller(_ definition: Definition) -> [Definition] {
    let values: [FaultParameter.Value] =
      switch value(definition) {
      case .duration(let duration): duration.halves.map { .duration($0) }
      case .integer(let integer): abs(integer) > 1 ? [.integer(integer / 2)] : []
      case .number, .flag, .word, .text, nil: []
      }
    return values.map { value in
      var other = definition
      set(&other, value)
      return other
    }
  }
}

extension Fault.Kind {
  package var parameters: [FaultParameter] { type(of: definition).fileParameters }

  /// The fault with the given values by key, and by key the errors in their combination.
  package func fault(_ values: [String: FaultParameter.Value]) -> (fault: Fault, misuses: [String: String]) {
    definition.fault(values)
  }
}

extension FaultParameter.Format {
  /// The value that a file may have which is nearest to another.
  fileprivate func nearest(to value: FaultParameter.Value) -> FaultParameter.Value {
    switch (self, value) {
    case (.duration(let range), .duration(let value)): .duration(value.clamped(to: range))
    case (.integer(let range), .integer(let value)): .integer(value.clamped(to: range))
    case (.number(let range), .number(let value)): .number(value.clamped(to: range))
    default: value
    }
  }
}

extension Fault {
  /// The nearest fault that a file could describe.
  var withinLimits: Fault { definition.withinLimits }

  package var values: [(key: String, value: FaultParameter.Value)] { definition.fileValues }
}

extension FaultDefinition {
  fileprivate static var fileParameters: [FaultParameter] {
    parameters.map(\.parameter) + (isLasting ? [.until] : [])
  }

  fileprivate var fileValues: [(key: String, value: FaultParameter.Value)] {
    let own = Self.parameters.compactMap { binding in binding.value(self).map { (binding.parameter.key, $0) } }
    return own + (until.map { [(FaultParameter.until.key, .duration($0))] } ?? [])
  }

  fileprivate var withinLimits: Fault {
    var fault = self
    for binding in Self.parameters {
      if let value = binding.value(fault) { binding.set(&fault, binding.parameter.format.nearest(to: value)) }
    }
    fault.until = until?.clamped(to: .zero...ScenarioLimits.time)
    return Fault(fault)
  }

  fileprivate func fault(_ values: [String: FaultParameter.Value]) -> (Fault, [String: String]) {
    var fault = self
    for binding in Self.parameters { if let value = values[binding.parameter.key] { binding.set(&fault, value) } }
    if case .duration(let until) = values[FaultParameter.until.key] { fault.until = until }
    let misuses = Self.parameters.compactMap { binding in
      binding.misuse(fault).map { (binding.parameter.key, $0) }
    }
    return (Fault(fault), Dictionary(uniqueKeysWithValues: misuses))
  }
}

extension Duration {
  /// The rounder lengths that are not larger: whole minutes, seconds, tenths, milliseconds.
  var rounder: [Duration] {
    let nanoseconds = inNanoseconds
    return [60_000_000_000, 1_000_000_000, 100_000_000, 1_000_000].map { nanoseconds / $0 * $0 }
      .filter { $0 != nanoseconds }.map { .nanoseconds($0) }
  }

  /// Half of it, if that is at least a whole millisecond, and its rounder lengths.
  fileprivate var halves: [Duration] {
    let milliseconds = inNanoseconds / 1_000_000
    let half: [Duration] = abs(milliseconds) > 1 ? [.milliseconds(milliseconds / 2)] : []
    return half + rounder.filter { $0 != .zero }
  }
}

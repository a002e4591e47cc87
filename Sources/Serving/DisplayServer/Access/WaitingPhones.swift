/// The phones that ask to be let in.
///
/// Each shows four digits, by which people tell it from others. They open nothing: a phone is known by the 128 random
/// bits that it has sent, and only somebody who may control lets it in.
package struct WaitingPhones {
  package enum Answer: Equatable, Sendable {
    /// The digits to show, and for how long they are valid; they are new for the first question.
    case waiting(digits: String, left: Duration, areNew: Bool = false)
    case letIn
    case turnedAway
    /// Too many ask already.
    case full
  }

  private struct Phone {
    let secret: String
    let address: PeerAddress
    let digits: String
    var until: Duration
    var decision: Answer?
  }

  /// How long the digits are valid, and the least time in which a phone learns that it is let in.
  private static let (validity, grace) = (Duration.seconds(120), Duration.seconds(30))
  /// The number of phones that may ask in total and from one address of another machine.
  private static let (most, mostOfOne) = (16, 4)
  /// The number of wrong digits after which those of all phones are worthless.
  private static let tries = 5

  private var phones: [Phone] = []
  private var wrongDigits = 0

  package init() {}

  /// Answers a phone with a secret; one that hasn't asked before gets digits that no other shows.
  package mutating func ask(_ secret: String, from address: PeerAddress, at now: Duration) -> Answer {
    removeOld(at: now)
    if let known = phones.first(where: { $0.secret == secret }) { return Self.answer(to: known, at: now) }
    // All clients of a proxy share a loopback address.
    let isAmongFew = address.isLoopback || phones.count(where: { $0.address == address }) < Self.mostOfOne
    guard phones.count < Self.most, isAmongFew else { return .full }
    let used = Set(phones.map(\.digits))
    var digits = Self.randomDigits
    while used.contains(digits) { digits = Self.randomDigits }
    let phone = Phone(secret: secret, address: address, digits: digits, until: now + Self.validity)
    phones.append(phone)
    return .waiting(digits: digits, left: Self.validity, areNew: true)
  }

  /// The digits of the phones that nobody has decided about, the oldest first, and for how long they are valid.
  package mutating func waiting(at now: Duration) -> [(digits: String, left: Duration)] {
    removeOld(at: now)
    return phones.filter { $0.decision == nil }.map { ($0.digits, $0.until - now) }
  }

  /// Lets the phone with these digits in, or turns it away; false if no phone shows them.
  package mutating func decide(_ digits: String, isAllowed: Bool, at now: Duration) -> Bool {
    removeOld(at: now)
    guard let index = phones.firstIndex(where: { $0.digits == digits && $0.decision == nil }) else {
      wrongDigits += 1
      if wrongDigits >= Self.tries {
        phones.removeAll { $0.decision == nil }
        wrongDigits = 0
      }
      return false
    }
    wrongDigits = 0
    phones[index].decision = isAllowed ? .letIn : .turnedAway
    // The answer may be lost on its way, so the phone asks again.
    phones[index].until = max(phones[index].until, now + Self.grace)
    return true
  }

  private mutating func removeOld(at now: Duration) {
    phones.removeAll { $0.until <= now }
    if phones.isEmpty { wrongDigits = 0 }
  }

  private static func answer(to phone: Phone, at now: Duration) -> Answer {
    phone.decision ?? .waiting(digits: phone.digits, left: phone.until - now)
  }

  private static var randomDigits: String { (0..<4).map { _ in String(Int.random(in: 0...9)) }.joined() }
}

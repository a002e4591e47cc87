/// A stable hash of contents (FNV-1a, 64 bits), which tells versions of a file apart; it is no protection against
/// somebody who looks for two contents with the same one.
package enum ContentHash {
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 36)
  }
}

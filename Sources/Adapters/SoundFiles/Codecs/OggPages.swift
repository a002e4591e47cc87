internal import COgg

/// The pages of an Ogg file (RFC 3533, section 6), as libogg finds them.
@safe
final class OggPages {
  enum Item {
    /// A page with the right checksum; it is in `page` until the next call.
    case page
    /// Bytes that are no page, or a damaged one.
    case damage
    case end
  }

  /// The maximum length of a page in bytes: a header of 27, and 255 segments of up to 255, with their lengths.
  static let maximumBytes = 27 + 255 * (1 + 255)
  private static let window = 1 << 18

  private let bytes: FormatWhitelist.Bytes
  private var sync = unsafe ogg_sync_state()
  private var read = 0
  private(set) var offset = 0
  var page = unsafe ogg_page()

  init(_ bytes: @escaping FormatWhitelist.Bytes) {
    self.bytes = bytes
    unsafe ogg_sync_init(&sync)
  }

  deinit { unsafe ogg_sync_clear(&sync) }

  func next() -> Item {
    while true {
      let count = unsafe ogg_sync_pageseek(&sync, &page)
      offset += abs(count)
      if count != 0 { return count > 0 ? .page : .damage }
      let new = bytes(read, Self.window)
      guard !new.isEmpty, let buffer = unsafe ogg_sync_buffer(&sync, new.count) else { return .end }
      unsafe UnsafeMutableRawBufferPointer(start: buffer, count: new.count).copyBytes(from: new)
      unsafe ogg_sync_wrote(&sync, new.count)
      read += new.count
    }
  }

  var contents: [UInt8] { unsafe Array(UnsafeBufferPointer(start: page.body, count: page.body_len)) }
  var isFirst: Bool { unsafe ogg_page_bos(&page) != 0 }
  var serial: Int32 { unsafe ogg_page_serialno(&page) }
  /// The page number, counted from 0.
  var number: Int { unsafe ogg_page_pageno(&page) }
}

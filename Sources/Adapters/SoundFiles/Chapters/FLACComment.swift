internal import CFLAC
import Glibc

enum FLACComment {
  /// Copies a file with more fields; returns `false` if the file is malformed, or couldn't be read or written.
  static func copy(_ source: CodecIO, to target: CodecIO, adding fields: [String]) -> Bool {
    guard let chain = unsafe FLAC__metadata_chain_new() else { return false }
    defer { unsafe FLAC__metadata_chain_delete(chain) }
    source.seek(0, from: SEEK_SET)
    let functions = CodecIO.flacFunctions()
    return withExtendedLifetime((source, target)) {
      let (input, output) = unsafe (
        Unmanaged.passUnretained(source).toOpaque(), Unmanaged.passUnretained(target).toOpaque()
      )
      return unsafe FLAC__metadata_chain_read_with_callbacks(chain, input, functions) != 0 && add(fields, to: chain)
        && FLAC__metadata_chain_write_with_callbacks_and_tempfile(chain, 0, input, functions, output, functions) != 0
    }
  }

  /// Adds fields to the first comment; returns `false` if there is none, or its 16 MiB are too few.
  private static func add(_ fields: [String], to chain: OpaquePointer) -> Bool {
    guard let iterator = unsafe FLAC__metadata_iterator_new() else { return false }
    defer { unsafe FLAC__metadata_iterator_delete(iterator) }
    unsafe FLAC__metadata_iterator_init(iterator, chain)
    while unsafe FLAC__metadata_iterator_get_block_type(iterator) != FLAC__METADATA_TYPE_VORBIS_COMMENT {
      if unsafe FLAC__metadata_iterator_next(iterator) == 0 { return false }
    }
    let comment = unsafe FLAC__metadata_iterator_get_block(iterator)
    return fields.allSatisfy { field in
      var bytes = Array(field.utf8)
      return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        let entry = unsafe FLAC__StreamMetadata_VorbisComment_Entry(
          length: UInt32(clamping: buffer.count), entry: buffer.baseAddress)
        // The library copies the entry.
        return unsafe FLAC__metadata_object_vorbiscomment_append_comment(comment, entry, 1) != 0
      }
    }
  }
}

import AudioMixing

extension SoundFileWriter {
  /// Adds to the encoded file what the encoder has no words for, and gives it its name.
  func commit(_ chapters: [SoundChapter]) throws(SinkError) {
    if chapters.isEmpty, tags.workout == nil, !format.isOgg { return try pending.commit() }
    switch format {
    case .wav16, .wav24, .wavFloat: try appendToWave(chapters)
    case .flac, .vorbis, .opus: try rewrite(chapters)
    }
  }

  private func appendToWave(_ chapters: [SoundChapter]) throws(SinkError) {
    let info = tags.workout.map { [(name: "ISRC", text: $0)] } ?? []
    let chunks = WaveChapters.chunks(chapters, info: info, frames: framesWritten)
    do throws(Splice.Failure) {
      try Splice.append(chunks, toRIFF: pending.descriptor)
    } catch {
      throw failure(FolderDoor.message(error.code))
    }
    try pending.commit()
  }

  /// Writes the file anew under a name of its own, as the comment stands before the sound.
  private func rewrite(_ chapters: [SoundChapter]) throws(SinkError) {
    let whole = try PendingFile(for: path)
    var splice = Splice(from: pending.descriptor, to: whole.descriptor)
    let change = { [tags, sampleRate] (comment: inout VorbisComment) in
      if let workout = tags.workout { comment.add("WORKOUT", workout) }
      comment.add(chapters, sampleRate: sampleRate)
    }
    do throws(Splice.Failure) {
      let isDone =
        try format == .flac ? FLACComment.rewrite(&splice, change) : OggComment.rewrite(&splice, change)
      guard isDone else { throw Splice.Failure(code: 0) }
    } catch {
      throw failure(error.code == 0 ? "the encoder left no comment to add to" : FolderDoor.message(error.code))
    }
    pending.discard()
    try whole.commit()
  }
}

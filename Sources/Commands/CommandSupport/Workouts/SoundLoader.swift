import CueAudio
import SoundFiles

extension SoundLibrary.Loader {
  static func files(beneath folder: String) -> SoundLibrary.Loader {
    SoundLibrary.Loader(
      clip: { (path) throws(SoundLoadError) in try loaded(SoundFileReader.clip(path, in: folder)) },
      stream: { (path, first) throws(SoundLoadError) in try loaded(SoundFileSource(path, in: folder, from: first)) },
      loop: { (path) throws(SoundLoadError) in
        SoundLibrary.BedFile(try loaded(SoundFileLoop(path, in: folder)))
      },
      length: { (path) throws(SoundLoadError) in try loaded(SoundFileReader.length(of: path, in: folder)) },
      loudest: { (path) throws(SoundLoadError) in try loaded(SoundFileReader.loudest(of: path, in: folder)) })
  }
}

extension RecordedPhrases {
  /// The recordings in a folder beneath that of a workout, whose numbers are named in `language`.
  convenience init(in path: String, beneath folder: String, language: String) throws(SoundLoadError) {
    let load: Loader = { (file) throws(SoundLoadError) in
      try SoundLibrary.Loader.files(beneath: folder).clip("\(path)/\(file)")
    }
    let files = try loaded(ConfinedFileOpener.soundFiles(in: path, below: folder))
    self.init(files: files, language: language, load: load)
  }
}

extension SoundLibrary.BedFile {
  init(_ loop: SoundFileLoop) {
    self.init(loudness: loop.loudness, loudest: loop.loudest) { (gain) throws(SoundLoadError) in
      try loaded(loop.source(gain: gain))
    }
  }
}

private func loaded<Value>(
  _ read: @autoclosure () throws(SoundFileError) -> Value
) throws(SoundLoadError) -> Value {
  do throws(SoundFileError) { return try read() } catch { throw .unreadable(error.description) }
}

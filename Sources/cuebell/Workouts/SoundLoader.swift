import CueAudio
import SoundFiles
import WorkoutModel

extension SoundLibrary.Loader {
  /// Reads the sound files beneath the folder of a workout.
  static func files(beneath folder: String) -> SoundLibrary.Loader {
    SoundLibrary.Loader(
      clip: { (path) throws(SoundLoadError) in
        do throws(SoundFileError) {
          return try SoundFileReader.clip(path, in: folder)
        } catch {
          throw SoundLoadError(error)
        }
      },
      stream: { (path, first) throws(SoundLoadError) in
        do throws(SoundFileError) {
          return try SoundFileSource(path, in: folder, from: first)
        } catch {
          throw SoundLoadError(error)
        }
      },
      loop: { (path) throws(SoundLoadError) in
        do throws(SoundFileError) {
          return SoundLibrary.BedFile(try SoundFileLoop(path, in: folder))
        } catch {
          throw SoundLoadError(error)
        }
      },
      length: { (path) throws(SoundLoadError) in
        do throws(SoundFileError) {
          return try SoundFileReader.length(of: path, in: folder)
        } catch {
          throw SoundLoadError(error)
        }
      },
      loudest: { (path) throws(SoundLoadError) in
        do throws(SoundFileError) {
          return try SoundFileReader.loudest(of: path, in: folder)
        } catch {
          throw SoundLoadError(error)
        }
      })
  }
}

extension RecordedPhrases {
  /// The recordings in a folder beneath that of a workout, whose numbers are named in `language`.
  convenience init(in path: String, beneath folder: String, language: String) throws(SoundLoadError) {
    let load: Loader = { (file) throws(SoundLoadError) in
      try SoundLibrary.Loader.files(beneath: folder).clip("\(path)/\(file)")
    }
    do throws(SoundFileError) {
      self.init(files: try ConfinedFileOpener.soundFiles(in: path, below: folder), language: language, load: load)
    } catch {
      throw SoundLoadError(error)
    }
  }
}

extension SoundLibrary.BedFile {
  init(_ loop: SoundFileLoop) {
    self.init(loudness: loop.loudness, loudest: loop.loudest) { (gain) throws(SoundLoadError) in
      do throws(SoundFileError) { return try loop.source(gain: gain) } catch { throw SoundLoadError(error) }
    }
  }
}

extension SoundLoadError {
  init(_ error: SoundFileError) { self = .unreadable(error.description) }
}

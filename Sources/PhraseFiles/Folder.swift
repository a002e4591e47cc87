import Glibc
import HostThreads

/// A folder that is open: what is done in it is done there, whatever becomes of its path.
final class Folder {
  /// Something in the folder.
  struct Entry {
    let name: String
    let status: stat
  }

  private let descriptor: Int32
  /// Where it was opened; `nil` for one that was reached from another.
  private let path: String?

  private init(_ descriptor: Int32, at path: String? = nil) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  /// The folder at `path`, wherever links lead; `nil` where there is none.
  static func open(_ path: String) -> Folder? {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    return descriptor < 0 ? nil : Folder(descriptor, at: path)
  }

  /// A folder of this user's own, which is closed to others; `nil` for that of another.
  static func openOwn(_ path: String) -> Folder? {
    guard let folder = open(path), let status = folder.status, status.st_uid == geteuid() else { return nil }
    if status.st_mode & 0o077 != 0 { fchmod(folder.descriptor, 0o700) }
    return folder
  }

  /// Makes the folder at `path`, which is absolute, and those above it that aren't there (0700), within one of this
  /// user's own: whoever runs as root with another's home would else take from them what that other needs next.
  static func make(_ path: String) {
    var (there, missing) = (path[...], [Substring]())
    var status = stat()
    while unsafe stat(there.isEmpty ? "/" : String(there), &status) != 0 {
      guard errno == ENOENT, let slash = there.lastIndex(of: "/") else { return }
      missing.append(there[slash...])
      there = there[..<slash]
    }
    guard status.st_uid == geteuid() else { return }
    for name in missing.reversed() {
      there += name
      unsafe mkdir(String(there), 0o700)
    }
  }

  private var status: stat? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status : nil
  }

  /// The folder `name` in this one.
  func folder(_ name: String) -> Folder? {
    let inner = unsafe openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    return inner < 0 ? nil : Folder(inner)
  }

  /// What is in it, in no order; links are followed where they are to be. What vanishes meanwhile is left out.
  func entries(followingLinks: Bool) -> [Entry] {
    // The list has a place in the folder, which every copy of a descriptor shares.
    let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return [] }
    guard let list = unsafe fdopendir(copy) else {
      close(copy)
      return []
    }
    defer { unsafe closedir(list) }
    var entries: [Entry] = []
    while let entry = unsafe readdir(list) {
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { break }
      let bytes = unsafe UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      var status = stat()
      // The name goes back to the system as it is, which needn't be text.
      guard unsafe fstatat(descriptor, bytes, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      let name = unsafe String(cString: bytes)
      if name != ".", name != ".." { entries.append(Entry(name: name, status: status)) }
    }
    return entries
  }

  /// All that is in the file `name`, if it is a regular one of this user's, of at most so many bytes; nothing is waited
  /// for. One that was used last more than a day ago gets the present time.
  func read(_ name: String, atMost limit: Int) -> [UInt8]? {
    let file = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.isRegular, status.st_uid == geteuid(),
      (1...limit).contains(status.st_size)
    else { return nil }
    let size = status.st_size
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      while initialized < size {
        let count = unsafe Glibc.read(file, buffer.baseAddress.map { unsafe $0 + initialized }, size - initialized)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        initialized += count
      }
    }
    guard bytes.count == size else { return nil }
    if abs(time(nil) - status.st_mtim.tv_sec) > Self.dayInSeconds { futimens(file, nil) }
    return bytes
  }

  private static let dayInSeconds = 86_400

  /// Puts a file (0600) in the place of `name`, whole or not at all; returns whether it is there.
  func write(_ bytes: [UInt8], as name: String, by way: String) -> Bool {
    // By its path, which is enough for the end of the process: the name is one that nobody else makes.
    let unfinished = path.map { "\($0)/\(way)" }
    if let unfinished { UnfinishedFiles.add(unfinished) }
    defer { if let unfinished { UnfinishedFiles.forget(unfinished) } }
    let file = unsafe openat(descriptor, way, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    var written = 0
    unsafe bytes.withUnsafeBytes { bytes in
      while written < bytes.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
        let count = unsafe Glibc.write(file, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        written += count
      }
    }
    // Network file systems tell only now that there is no room.
    let isClosed = close(file) == 0
    if isClosed, written == bytes.count, unsafe renameat(descriptor, way, descriptor, name) == 0 { return true }
    remove(way)
    return false
  }

  /// Removes a file.
  func remove(_ name: String) { unsafe unlinkat(descriptor, name, 0) }
}

extension stat {
  /// Whether it is a regular file.
  var isRegular: Bool { st_mode & S_IFMT == S_IFREG }

  /// Whether it is a folder.
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}

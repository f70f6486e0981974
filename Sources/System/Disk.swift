internal import CLinux
internal import Glibc

/// The machine's own file systems.
package struct Disk: Storage {
  package init() {}

  package func open(_ path: String, writable: Bool) throws(SystemError) -> any StoredFile {
    let mode = (writable ? O_RDWR : O_RDONLY) | O_NOFOLLOW | O_NONBLOCK
    return try DiskFile(path: path, flags: mode)
  }

  package func create(_ path: String) throws(SystemError) -> any StoredFile {
    try DiskFile(path: path, flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
  }

  package func createUnnamed(in directory: String) -> (any UnnamedFile)? {
    DiskFile(unnamedIn: directory)
  }

  package func createDirectory(_ path: String) throws(SystemError) {
    guard unsafe mkdir(path, 0o700) == 0 else { throw .last("mkdir", path) }
  }

  package func list(_ path: String) throws(SystemError) -> [String] {
    let descriptor = unsafe linux_open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0)
    guard descriptor >= 0 else { throw .last("open", path) }
    guard let directory = unsafe fdopendir(descriptor) else {
      let error = SystemError.last("opendir", path)
      close(descriptor)
      throw error
    }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while true {
      // Nil means the end, or an error: only errno tells.
      errno = 0
      guard let entry = unsafe readdir(directory) else { break }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    if errno != 0 { throw .last("readdir", path) }
    return names
  }

  package func attributes(at path: String) throws(SystemError) -> FileAttributes? {
    var found = linux_attributes()
    if unsafe linux_attributes_at(path, &found) == 0 { return FileAttributes(found) }
    if errno == ENOENT { return nil }
    throw .last("statx", path)
  }

  package func remove(_ path: String) throws(SystemError) {
    guard unsafe unlink(path) == 0 else { throw .last("unlink", path) }
  }

  package func rename(_ path: String, to newPath: String) throws(SystemError) {
    guard unsafe Glibc.rename(path, newPath) == 0 else { throw .last("rename", newPath) }
  }

  package func rename(_ path: String, toNew newPath: String) throws(SystemError) {
    guard unsafe linux_rename_to_new(path, newPath) == 0 else { throw .last("rename", newPath) }
  }

  package func removeDirectory(_ path: String) throws(SystemError) {
    guard unsafe rmdir(path) == 0 else { throw .last("rmdir", path) }
  }

  package func syncDirectory(_ path: String) throws(SystemError) {
    let directory = try DiskFile(path: path, flags: O_RDONLY | O_DIRECTORY)
    try directory.sync()
  }

  package func pause(milliseconds: Int) { usleep(UInt32(milliseconds * 1000)) }

  package func freeBytes(at path: String) -> Int {
    unsafe Int(clamping: linux_free_bytes(path))
  }
}

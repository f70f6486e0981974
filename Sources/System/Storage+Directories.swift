extension Storage {
  /// Creates the directory and any missing ones above it.
  package func makeDirectories(_ path: String) throws(SystemError) {
    if try attributes(at: path) != nil { return }
    let parent = parentDirectory(of: path)
    if parent != path { try makeDirectories(parent) }
    do throws(SystemError) { try createDirectory(path) } catch {
      // Somebody else was faster.
      if error.code != SystemError.exists { throw error }
    }
  }
}

/// The directory that holds `path`.
package func parentDirectory(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

extension Storage {
  /// The same; each directory created is durable when this returns.
  package func makeDirectoriesDurably(_ path: String) throws(SystemError) {
    if try attributes(at: path) != nil { return }
    let parent = parentDirectory(of: path)
    if parent != path { try makeDirectoriesDurably(parent) }
    try makeDirectories(path)
    try syncDirectory(parent)
  }

  /// Whether a file at `path` is, or would be, in a directory or in one below it.
  package func isInside(_ directory: String, _ path: String) throws(SystemError) -> Bool {
    guard let whole = try attributes(at: directory) else { return false }
    var place = parentDirectory(of: path)
    while let standing = try attributes(at: place + "/.") {
      if standing.isSameFile(as: whole) { return true }
      let above = try attributes(at: place + "/..")
      if above?.isSameFile(as: standing) != false { return false }
      place += "/.."
    }
    return false
  }
}

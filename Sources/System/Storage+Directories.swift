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
}

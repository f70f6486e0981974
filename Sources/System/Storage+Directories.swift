extension Storage {
  /// Makes the directory and those above it that are missing.
  package func makeDirectories(_ path: String) throws(SystemError) {
    if try attributes(at: path) != nil { return }
    let parent = parentDirectory(of: path)
    if parent != path { try makeDirectories(parent) }
    try createDirectory(path)
  }
}

/// The directory that holds `path`.
package func parentDirectory(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

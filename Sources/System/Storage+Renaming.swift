extension Storage {
  /// For a disk that has no such files.
  package func createUnnamed(in directory: String) -> (any UnnamedFile)? { nil }

  /// For a disk that nobody else uses meanwhile.
  package func rename(_ path: String, toNew newPath: String) throws(SystemError) {
    if try attributes(at: newPath) != nil {
      throw SystemError("rename", newPath, code: SystemError.exists)
    }
    try rename(path, to: newPath)
  }
}

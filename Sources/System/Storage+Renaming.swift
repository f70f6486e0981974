extension Storage {
  /// For a disk on which nobody else is at work.
  package func rename(_ path: String, toNew newPath: String) throws(SystemError) {
    if try attributes(at: newPath) != nil {
      throw SystemError("rename", newPath, code: SystemError.exists)
    }
    try rename(path, to: newPath)
  }
}

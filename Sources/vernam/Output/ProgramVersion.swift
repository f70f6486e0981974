internal import CRevision

/// What `vernam --version` prints: "0.2.0 (5f0ba29c0d1e)".
enum ProgramVersion {
  static let number = "0.2.0"

  static var text: String {
    let revision = unsafe String(cString: vernam_revision())
    return revision.isEmpty ? number : "\(number) (\(revision))"
  }
}

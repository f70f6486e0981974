internal import System

/// The file for a message that is too long for the screen.
enum Attachment {
  private static let suffix = ".vernam"
  private static let mostNumbers = 1000

  /// Beside FILE and named after it, or `message.vernam` here; with a number if that name is taken.
  static func target(for file: String?, _ context: Context) throws -> OutputFile {
    let stem = file.flatMap { $0 == "-" ? nil : $0 } ?? "message"
    let names = [stem + suffix] + (2..<mostNumbers).map { "\(stem).\($0)\(suffix)" }
    let free = try names.first { try context.storage.attributes(at: $0) == nil }
    let target = OutputFile(path: free ?? names[0], replaces: false, context: context)
    try target.check()
    return target
  }
}

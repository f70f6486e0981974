internal import System
internal import Vault
internal import Wording

/// The file for a message that is too long for the screen.
enum Attachment {
  static let suffix = ".vernam"
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

  /// What to do with it, once it is written.
  static func note(_ target: OutputFile, to name: String, isText: Bool) throws -> String {
    let size = try target.context.storage.attributes(at: target.path).map {
      " (\(ByteCount($0.size)))"
    }
    let saving = isText ? "" : " With --binary -o FILE, it is half as large."
    let start =
      isText ? "The message is too long for this screen: it is in" : "The encrypted file is"
    let copying = isText ? ", or open it and copy all of it into a chat" : ""
    let file = target.path.split(separator: "/").last.map(String.init) ?? target.path
    return
      "\(start) \(target.path)\(size ?? ""). Attach it to a mail\(copying); "
      + "\(name) reads it with \"vernam decrypt \(ContactName.typed(file))\".\(saving)"
  }
}

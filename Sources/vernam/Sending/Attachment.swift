internal import System
internal import Vault
internal import Wording

/// The file for a message that is too long for the screen.
struct Attachment {
  static let suffix = ".vernam"
  private static let mostNumbers = 1000

  let target: OutputFile
  /// The file that has its name already; nil if none has.
  private let taken: String?

  /// Beside FILE and named after it, or `message.vernam` here; with a number if that name is taken.
  init(for file: String?, _ context: Context) throws {
    let stem = file.flatMap { $0 == "-" ? nil : $0 } ?? "message"
    let first = stem + Attachment.suffix
    let names =
      [first] + (2..<Attachment.mostNumbers).map { "\(stem).\($0)\(Attachment.suffix)" }
    let free = try names.first { try context.storage.attributes(at: $0) == nil } ?? first
    target = OutputFile(path: free, replaces: false, context: context)
    taken = free == first ? nil : first
    try target.check()
  }

  /// What to do with it, once it is written.
  func note(number: Int, to name: String, isText: Bool) throws -> String {
    let size = try target.context.storage.attributes(at: target.path).map {
      " (\(ByteCount($0.size)))"
    }
    let earlier = taken.map { "\($0) already exists and stays as it is. " } ?? ""
    let start =
      "\(earlier)Message \(number) to \(name) is "
      + (isText ? "too long for this screen: it is in" : "the encrypted file")
    let copying = isText ? ", or open it and copy all of it into a chat" : ""
    let file = target.path.split(separator: "/").last.map(String.init) ?? target.path
    // Beside the file that was named, the place is known.
    let place = isText ? Machine.realPath(target.path) ?? target.path : target.path
    return
      "\(start) \(place)\(size ?? ""). Attach it to an email\(copying); "
      + "\(name) reads it with \"vernam decrypt \(ContactName.typed(file))\"."
  }
}

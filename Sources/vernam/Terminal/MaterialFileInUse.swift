internal import Pairing
internal import System
internal import Vault

/// The file that --material names: read for a pad, then overwritten and removed.
struct MaterialFileInUse {
  let material: MaterialFile
  private let file: any StoredFile
  private let context: Context

  init(path: String, _ context: Context) throws {
    file = try context.storage.open(path, writable: true)
    guard try file.attributes().kind == .regular else {
      throw Failure("\(path) is not a regular file", hint: "name a file of bytes", code: .noInput)
    }
    if try context.isInsideVault(path) {
      throw Failure("\(path) is inside the vault", hint: "name a file of bytes", code: .noInput)
    }
    material = try MaterialFile(file)
    self.context = context
  }

  func wipe() throws {
    try file.overwriteWithZeros()
    try context.storage.remove(file.path)
    context.say(
      file.overwritesInPlace
        ? "wiped \(file.path)"
        : "removed \(file.path); this file system may keep its old bytes")
  }
}

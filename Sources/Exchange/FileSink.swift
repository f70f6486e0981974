internal import Codec
internal import Pad
package import System
package import Vault

/// The receiver of one message that goes into a folder: under its own name or, if that is taken,
/// with a number. No file is ever replaced.
package final class FileSink: MessageSink {
  private let folder: String
  private let storage: any Storage
  private let randomness: any Randomness
  private var file: WrittenFile?
  /// The name in the folder, once the message has begun.
  package private(set) var name = ""
  package let takesUnknownKinds = false

  package init(folder: String, storage: any Storage, randomness: any Randomness) {
    self.folder = folder
    self.storage = storage
    self.randomness = randomness
  }

  package func begin(_ message: Incoming) throws(VaultError) {
    do throws(SystemError) {
      name = try FreeName.like(FileSink.name(of: message.head.kind), in: folder, on: storage)
      let goal = "\(folder)/\(name)"
      file = try WrittenFile(
        temporaryPath(for: goal, randomness), goal: goal, replaces: false, on: storage)
    } catch { throw .system(error) }
  }

  /// One that surprises nobody, whatever the other end has chosen.
  private static func name(of kind: BodyHead.Kind) -> String {
    if case .file(let name) = kind { return name.usable ?? "file" }
    return "message.txt"
  }

  package func take(_ piece: Span<UInt8>) throws(VaultError) {
    do throws(SystemError) { try file?.write(piece) } catch { throw .system(error) }
  }

  package func deliver() throws(VaultError) {
    do throws(SystemError) { try file?.finish() } catch { throw .system(error) }
  }

  package func discard() {
    file?.discard()
    file = nil
  }
}

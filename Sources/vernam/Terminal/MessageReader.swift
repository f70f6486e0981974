internal import Codec
internal import Primitives
internal import System
internal import Vault

/// Reads one message after the other and delivers it.
struct MessageReader {
  private static let pieceBytes = 256 << 10

  let vault: Vault
  let output: String?
  let replaces: Bool
  /// Where texts are shown word by word; nil for standard output.
  var screen: (any RevealScreen)?
  let context: Context

  func read(_ message: ReceivedMessage) throws {
    switch message {
    case .unreadable(let what, let hint): throw Failure(what, hint: hint, code: .badData)
    case .incomplete(let message):
      let isKept = keep(message)
      let hint = isKept ? message.hint : "give all parts together, in any order"
      throw Failure(
        message.description, hint: "unless you read it already, \(hint)",
        code: isKept ? .temporary : .badData)
    case .found(let found): try read(found)
    }
  }

  /// Whether the parts that came are kept for the next run.
  private func keep(_ message: IncompleteMessage) -> Bool {
    if message.found.isEmpty { return false }
    do throws(VaultError) { return try vault.keep(message) } catch { return false }
  }

  private func read(_ found: ReceivedMessage.Found) throws {
    if let mending = found.mending { context.say(mending) }
    let delivery: any Delivery =
      screen.map { RevealingDelivery(screen: $0) }
      ?? MessageDelivery(vault: vault, output: output, replaces: replaces, context: context)
    do throws(VaultError) {
      let receipt = try vault.receive(found.packet, by: delivery)
      say(receipt)
    } catch {
      if ExitStatus(error) == .badData { forgetParts(found) }
      throw delivery.failure ?? Failure(error)
    }
    forgetParts(found)
  }

  /// What was kept of a message that is read, or is none, is of no use any more.
  private func forgetParts(_ found: ReceivedMessage.Found) {
    if found.parts == 1 { return }
    var digest = SHA256()
    try? found.packet.forEachPiece(of: MessageReader.pieceBytes) { digest.update($0) }
    try? vault.drop(id: Armor.id(digest: digest.finish()))
  }

  private func say(_ receipt: Vault.Receipt) {
    if receipt.missing > 0 {
      context.say(
        receipt.missing == 1
          ? "1 earlier message from \(receipt.contact) has not arrived"
          : "\(receipt.missing) earlier messages from \(receipt.contact) have not arrived")
    }
    // Where another pad goes on sending, that was said when it was found.
    let canSend = (try? vault.contact(receipt.contact).pads.contains(where: \.canSend)) ?? false
    if let closure = receipt.closure, !canSend {
      Notes.warning(closure.warning(receipt.contact))
    }
  }
}

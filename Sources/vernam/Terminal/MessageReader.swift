internal import Codec
internal import Pad
internal import System
internal import Vault

/// Reads one message and delivers its text: to a file, or to standard output.
struct MessageReader {
  let vault: Vault
  let target: OutputFile?
  let context: Context

  func read(_ finding: ArmorFinding) throws {
    guard case .packet(let packet) = finding else {
      throw Failure(finding.description, hint: finding.hint ?? "", code: .badData)
    }
    if !packet.mended.isEmpty { context.say(finding.description) }
    let receipt = try vault.receive(packet.bytes) { name, body throws(VaultError) in
      context.say("from \(name):")
      do throws(SystemError) {
        try body.withContent { text throws(SystemError) in try deliver(text) }
      } catch { throw .system(error) }
    }
    if receipt.missing > 0 {
      context.say(
        receipt.missing == 1
          ? "1 earlier message from \(receipt.contact) has not arrived"
          : "\(receipt.missing) earlier messages from \(receipt.contact) have not arrived")
    }
    if let closure = receipt.closure {
      Notes.warning(closure.warning(receipt.contact))
    }
  }

  /// Returns once the text is safely with whoever asked for it.
  private func deliver(_ text: Span<UInt8>) throws(SystemError) {
    if let target { return try target.write(text) }
    if Stream.output.isTerminal {
      let shown = VisibleText.encode(text)
      return try shown.withBytes { shown throws(SystemError) in try Stream.output.write(shown) }
    }
    try Stream.output.write(text)
    try Stream.output.syncRegularFile()
  }
}

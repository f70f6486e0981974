internal import Codec
internal import System
internal import Vault

/// Reads one message after the other and delivers it.
final class MessageReader {
  private let vault: Vault
  private let output: String?
  private let replaces: Bool
  private let screen: (any RevealScreen)?
  private let context: Context
  /// Of messages in parts that were read, or are none for anybody here.
  private var finished: [ArmorPart<[UInt8]>] = []

  /// - Parameter screen: where texts are shown word by word; nil for standard output.
  init(
    vault: Vault, output: String?, replaces: Bool, screen: (any RevealScreen)?, context: Context
  ) {
    self.vault = vault
    self.output = output
    self.replaces = replaces
    self.screen = screen
    self.context = context
  }

  /// All are tried; the first failure is thrown, and each is told.
  func read(_ messages: [ReceivedMessage]) throws {
    // What was kept of them is of no use any more.
    defer { try? vault.drop(finished) }
    let kept = keep(messages)
    var first: Failure?
    for (number, message) in messages.enumerated() {
      do {
        try EndingSignals.checkBeforeWriting(Stream.output.name)
        try read(message, isKept: kept.contains(number))
      } catch {
        var failure = Failure(error)
        if messages.count > 1 { failure = failure.ofMessage(number + 1) }
        if EndingSignals.cameIn { throw failure }
        failure.report()
        first = first ?? failure
      }
    }
    if let first { throw first.wasReported }
  }

  private func read(_ message: ReceivedMessage, isKept: Bool) throws {
    switch message {
    case .unreadable(let what, let hint): throw Failure(what, hint: hint, code: .badData)
    case .incomplete(let message):
      let hint = isKept ? message.hint : "give all parts together, in any order"
      throw Failure(
        message.description, hint: "unless you read it already, \(hint)",
        code: isKept ? .temporary : .badData)
    case .found(let found): try read(found)
    }
  }

  /// Keeps the parts of those that are not whole for the next run. The numbers of those of which all
  /// parts are.
  private func keep(_ messages: [ReceivedMessage]) -> Set<Int> {
    let lacking = messages.enumerated().compactMap { number, message in
      if case .incomplete(let message) = message { (number, message) } else { nil }
    }
    if lacking.isEmpty { return [] }
    guard let areKept = try? vault.keep(lacking.map(\.1)) else { return [] }
    return Set(zip(lacking, areKept).filter(\.1).map(\.0.0))
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
      if ExitStatus(error) == .badData { finished += found.pieces }
      throw delivery.failure ?? Failure(error)
    }
    finished += found.pieces
  }

  private func say(_ receipt: Vault.Receipt) {
    let contact = try? vault.contact(receipt.contact)
    // On all pads, as `status` says it.
    let missing = contact?.missing ?? receipt.missing
    if missing > 0 {
      context.say(
        missing == 1
          ? "1 earlier message from \(receipt.contact) has not arrived"
          : "\(missing) earlier messages from \(receipt.contact) have not arrived")
    }
    // Where another pad goes on sending, that was said when it was found.
    let canSend = contact?.pads.contains(where: \.canSend) ?? false
    if let closure = receipt.closure, !canSend {
      Notes.warning(closure.warning(receipt.contact))
    }
  }
}

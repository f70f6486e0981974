internal import Codec
internal import System
internal import Vault
internal import Wording

/// A reader of messages, which delivers them one after the other.
final class MessageReader {
  private let vault: Vault
  private let output: String?
  private let replaces: Bool
  private let isJSON: Bool
  private let revealing: (screen: any RevealScreen, command: String)?
  private let context: Context
  /// Parts of messages that were read, or that can never be read here.
  private var finished: [ArmorPart<[UInt8]>] = []
  /// How many messages had mended blocks.
  private var mendedCount = 0
  private static let mostMended = 3
  /// The latest report of each pad.
  private var reports: [ReadReport] = []

  /// - Parameter revealing: where texts are shown word by word, and the command that does it; nil
  ///   for standard output.
  init(
    vault: Vault, output: String?, replaces: Bool, isJSON: Bool,
    revealing: (screen: any RevealScreen, command: String)?, context: Context
  ) {
    self.vault = vault
    self.output = output
    self.replaces = replaces
    self.isJSON = isJSON
    self.revealing = revealing
    self.context = context
  }

  /// Tries all messages; reports failures, and throws the first.
  func read(_ messages: [ReceivedMessage]) throws {
    // The kept parts of these are no longer needed.
    defer { try? vault.drop(finished) }
    let kept = keep(messages)
    var failures = MessageFailures(areSeveral: messages.count > 1)
    for (number, message) in messages.enumerated() {
      do {
        try EndingSignals.checkBeforeWriting(Stream.output.name)
        try read(message, isKept: kept.contains(number))
      } catch {
        if EndingSignals.cameIn {
          finish(&failures)
          throw failures.failure(error, ofMessage: number + 1)
        }
        failures.report(error, of: message, number: number + 1)
      }
    }
    finish(&failures)
    if let first = failures.first { throw first.wasReported }
  }

  /// Reports what concerns several messages.
  private func finish(_ failures: inout MessageFailures) {
    for line in failures.finish(hasRead: !reports.isEmpty) { context.say(line) }
    let rest = mendedCount - MessageReader.mostMended
    if rest > 0 {
      context.say("corrected wrong letters in \(rest) more message\(rest == 1 ? "" : "s")")
    }
    sayMissing()
  }

  private func read(_ message: ReceivedMessage, isKept: Bool) throws {
    switch message {
    case .unreadable(let error): throw error
    case .incomplete(let message):
      let hint = isKept ? message.hint : "paste all parts together, in any order"
      throw Failure(
        message.what, hint: "\(hint); if you have read the message, ignore this",
        code: isKept ? .temporary : .badData)
    case .found(let found): try read(found)
    }
  }

  /// Keeps the parts of incomplete messages for the next run. Returns the numbers of the messages
  /// of which all parts were kept.
  private func keep(_ messages: [ReceivedMessage]) -> Set<Int> {
    let lacking = messages.enumerated().compactMap { number, message in
      if case .incomplete(let message) = message { (number, message) } else { nil }
    }
    if lacking.isEmpty { return [] }
    guard let areKept = try? vault.keep(lacking.map(\.1)) else { return [] }
    return Set(zip(lacking, areKept).filter(\.1).map(\.0.0))
  }

  private func read(_ found: ReceivedMessage.Found) throws {
    if let mending = found.mending { say(mending: mending) }
    let delivery: any Delivery =
      revealing.map { RevealingDelivery(screen: $0.screen, command: $0.command) }
      ?? MessageDelivery(
        vault: vault, output: output, replaces: replaces, isJSON: isJSON, context: context)
    do throws(VaultError) {
      note(try vault.receive(found.packet, by: delivery))
    } catch {
      if let failure = delivery.failure { throw failure }
      if case .system(let reason) = error, reason.code == SystemError.exists, output == nil {
        var failure = Failure(error)
        failure.hint =
          "you can still read the message: add -o FILE with another name, or --force to overwrite "
          + "this file"
        throw failure
      }
      throw error
    }
    finished += found.pieces
  }

  private func say(mending: String) {
    mendedCount += 1
    if mendedCount <= MessageReader.mostMended { context.say(mending) }
  }

  private func note(_ report: ReadReport) {
    reports.removeAll { $0.pad == report.pad }
    reports.append(report)
    guard let closure = report.closure else { return }
    StandardError.warningOnce(
      closure.warning(report.contact), hint: closure.hint(report.contact))
  }

  /// Names the messages that have not arrived. Within a run, messages may come in any order.
  private func sayMissing() {
    for report in reports where !report.missing.isEmpty {
      context.say(report.missingText)
      context.say("hint: \(report.missingAdvice)")
    }
  }
}

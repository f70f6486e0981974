internal import ArgumentParser
internal import Codec
internal import Pad
internal import System
internal import Vault

struct OutboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox",
    abstract: "Show the messages that a chat could not deliver.",
    usage: "vernam outbox [<options>] <name> [<number>]",
    discussion: """
      The next "vernam chat" delivers them. You can also paste them anywhere: the other computer \
      reads each of them only once. Add a number to print one of them, or "> FILE" to save all.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The person they are for.", completion: ContactCompletion.name)
  var name: String

  @Argument(help: "Only this one, by its number in the list.")
  var number: String?

  @Flag(help: "Copy them to the clipboard.")
  var copy = false

  @Flag(help: "Remove them; they will not be sent any more.")
  var drop = false

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  func validate() throws {
    if copy, drop { throw ValidationError("use only one of --copy and --drop") }
    if let number, chosen == nil {
      throw ValidationError(
        "\(number) is not the number of a message: \"vernam outbox NAME\" lists the numbers")
    }
  }

  private var chosen: Int? { number.flatMap { Int($0) } }

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    let all = try vault.outbox(of: vault.contact(named: name))
    if all.isEmpty { return context.say("no message is waiting for \(name)") }
    let entries = try choose(among: all)
    let messages = try WaitingMessages(entries, number: chosen, for: name, in: vault)
    if drop { return try drop(entries, messages, vault, context) }
    if number == nil, !copy, Stream.output.isTerminal { return try list(messages, context) }
    if copy {
      let isSure = try messages.copy()
      let copied = "Copied \(OutboxCommand.messages(messages.count)) for \(name)"
      if isSure { return context.say("\(copied).") }
      context.say(
        "\(copied), if this terminal allows it. Here \(messages.count == 1 ? "it is" : "they are") "
          + "too:")
    } else {
      context.say("\(OutboxCommand.messages(messages.count)) for \(name) not delivered yet")
    }
    if Stream.output.isTerminal,
      messages.rows(columns: Stream.output.columns) > 10 * Stream.output.rows
    {
      throw Failure(
        "\(messages.count == 1 ? "this message is" : "these messages are") too long for a screen",
        hint: messages.savingHint, code: .unavailable)
    }
    try messages.write { bytes throws(SystemError) in try Stream.output.write(bytes) }
  }

  private func choose(among entries: [OutboxEntry]) throws -> [OutboxEntry] {
    guard let chosen else { return entries }
    guard (1...entries.count).contains(chosen) else {
      throw Failure(
        "there is no message \(chosen) waiting for \(name)",
        hint: "run \"vernam outbox \(ContactName.typed(name))\" to see the numbers", code: .usage)
    }
    return [entries[chosen - 1]]
  }

  /// Armor would fill the screen.
  private func list(_ messages: WaitingMessages, _ context: Context) throws {
    let typed = ContactName.typed(name)
    let (are, them) = messages.count == 1 ? ("is", "it") : ("are", "them")
    try StandardOutput.prose(
      ["\(OutboxCommand.messages(messages.count)) for \(name) \(are) waiting:"]
        + messages.descriptions().enumerated().map { "  \($0 + 1)  \($1)" },
      indent: 5)
    context.say("To deliver \(them): vernam chat \(typed)")
    let way = messages.fitAnyClipboard ? "--copy" : "> FILE"
    let one = messages.count == 1 ? "it" : "one of them"
    context.say("To send \(one) by other means: vernam outbox \(typed) 1 \(way)")
  }

  private func drop(
    _ entries: [OutboxEntry], _ waiting: WaitingMessages, _ vault: Vault, _ context: Context
  ) throws {
    let messages = OutboxCommand.messages(entries.count)
    // Another command may have delivered messages since the person saw their numbers.
    let which = chosen == nil ? "" : " (\(try waiting.descriptions().first ?? "already delivered"))"
    if !yes {
      try Confirmation(
        question: "Remove \(messages) for \(name)\(which)? "
          + "\(OutboxCommand.consequence(entries.count, name)) [y/N] ",
        purpose: "remove \(messages) for \(name)"
      ).confirm()
    }
    for entry in entries { try vault.drop(entry, durably: true) }
    context.say("removed \(messages) for \(name)")
  }

  private static func consequence(_ count: Int, _ name: String) -> String {
    count == 1
      ? "It cannot be sent after that. If it has already left, \(name) may still get it; if not, "
        + "\(name) will see that a message is missing once a later one arrives."
      : "They cannot be sent after that. \(name) may still get any that have already left, and will "
        + "see that the others are missing once a later one arrives."
  }

  private static func messages(_ count: Int) -> String {
    count == 1 ? "1 message" : "\(count) messages"
  }
}

internal import ArgumentParser
internal import Codec
internal import Pad
internal import System
internal import Vault

struct Outbox: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox",
    abstract: "Show the messages that a chat could not deliver.",
    usage: "vernam outbox [<options>] <name>",
    discussion: """
      The next "vernam chat" delivers them. You can also paste them anywhere: the other computer \
      reads each of them only once.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The person they are for.", completion: ContactCompletion.name)
  var name: String

  @Flag(help: "Copy them to the clipboard.")
  var copy = false

  @Flag(help: "Remove them; nobody can read them any more.")
  var drop = false

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  func validate() throws {
    if copy, drop { throw ValidationError("use only one of --copy and --drop") }
  }

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    let entries = try vault.outbox(of: vault.contact(named: name))
    if entries.isEmpty { return context.say("no message is waiting for \(name)") }
    if drop { return try drop(entries, vault, context) }
    let packets = try entries.compactMap { entry throws(VaultError) in try vault.packet(entry) }
    let text = PacketText(form: .armor(maximumCharacters: nil))
    let layouts = try packets.compactMap { try text.layout($0.count) }
    if copy {
      let clipboard = try Clipboard()
      try clipboard.check(layouts.reduce(0) { $0 + $1.characters + 1 })
      try clipboard.copy { write in try Outbox.write(packets, text, to: write) }
      let copied = "Copied \(Outbox.messages(packets.count)) for \(name)"
      if clipboard.isSure { return context.say("\(copied).") }
      context.say(
        "\(copied), if this terminal allows it. Here \(packets.count == 1 ? "it is" : "they are") "
          + "too:")
    } else {
      context.say("\(Outbox.messages(packets.count)) for \(name) not delivered yet")
    }
    if Stream.output.isTerminal, layouts.reduce(0, { $0 + $1.lines }) > 10 * Stream.output.rows {
      throw Failure(
        "they are too long for a screen",
        hint: "save them: vernam outbox \(ContactName.typed(name)) > FILE",
        code: .unavailable)
    }
    try Outbox.write(packets, text) { bytes throws(SystemError) in try Stream.output.write(bytes) }
  }

  private static func write(
    _ packets: [any ByteSource], _ text: PacketText,
    to sink: (Span<UInt8>) throws(SystemError) -> Void
  ) throws {
    for (number, packet) in packets.enumerated() {
      if number > 0 { try sink([UInt8(ascii: "\n")].span) }
      try text.write(packet, to: sink)
    }
  }

  private func drop(_ entries: [OutboxEntry], _ vault: Vault, _ context: Context) throws {
    let messages = Outbox.messages(entries.count)
    if !yes {
      try Confirmation(
        question: "Remove \(messages) for \(name)? If \(name) did not get "
          + "\(entries.count == 1 ? "it" : "them") another way, nobody can read "
          + "\(entries.count == 1 ? "it" : "them") any more. [y/N] ",
        purpose: "remove \(messages) for \(name)"
      ).confirm()
    }
    for entry in entries { try vault.drop(entry) }
    context.say("removed \(messages) for \(name)")
  }

  private static func messages(_ count: Int) -> String {
    count == 1 ? "1 message" : "\(count) messages"
  }
}

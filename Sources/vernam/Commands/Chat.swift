internal import ArgumentParser
internal import Exchange
internal import Link
internal import System
internal import Vault

struct Chat: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chat",
    abstract: "Chat with a person while you are both connected.",
    usage: "vernam chat [<options>] <name>",
    discussion: """
      Both of you run it. It delivers your messages and shows which ones arrived. What cannot be \
      delivered yet waits until you are both connected again.
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "The person to chat with.", completion: ContactCompletion.name)
  var name: String

  @Option(
    name: .customLong("lock-after"),
    help: ArgumentHelp(
      "Leave and lock if no key is pressed for this long.", valueName: "time"))
  var idleLimit: TimeLimit?

  @Option(
    help: ArgumentHelp(
      "Seconds to wait after piped input ends (default 300).", valueName: "seconds"))
  var wait: Int?

  @Flag(help: "Show one line at a time; do not fill the screen.")
  var plain = false

  @Flag(help: "Read and print JSON, one object per line.")
  var json = false

  func validate() throws {
    if plain, json { throw ValidationError("use only one of --plain and --json") }
    if let wait, wait < 1 { throw ValidationError("--wait must be at least 1 second") }
  }

  func run() async throws {
    keepFreedMemory()
    let context = Context(options)
    let route = try connection.route()
    let vault = try context.openVault()
    let contact = try vault.contact(named: name)
    do throws(VaultError) { try contact.price(contentBytes: 1) } catch {
      // Nothing can be read either. `ChatActions.obstacle` says what else prevents sending.
      switch error {
      case .moved, .counterGone: throw Failure(error)
      default: break
      }
    }
    let interface = interface(vault, context)
    let conversation = try Conversation(
      vault, with: contact, randomness: context.randomness, screen: interface,
      mayStandBeside: !json && !Stream.input.isTerminal)
    if conversation.isBeside {
      context.say(
        "Another chat with \(contact.name) is open on this computer. It delivers what you send here."
      )
    }
    EndingSignals.remember()
    defer { EndingSignals.release() }
    try await run(conversation, by: route, interface, context)
    if conversation.waitingCount > conversation.unsavedFileCount {
      context.say(Chat.waiting(conversation))
    }
    if let note = conversation.unsavedNote {
      let it = conversation.unsavedFileCount == 1 ? "it" : "them"
      context.say("\(note): the next chat offers \(it) again.")
    }
    if !conversation.putOffNumbers.isEmpty { context.say(Chat.unsaved(conversation)) }
  }

  /// The whole screen, if there is one.
  private func interface(_ vault: Vault, _ context: Context) -> any ChatInterface {
    if json { return JSONChat(name: name, vault: vault, context: context) }
    let isOnScreen =
      Stream.input.isTerminal && Stream.output.isTerminal && EscapeSequences.areKnown
    if plain || !isOnScreen {
      return PlainChat(
        name: name, vault: vault, context: context,
        takesCommands: plain || Stream.input.isTerminal)
    }
    return ScreenChat(name: name, vault: vault, context: context, screen: .output)
  }

  /// Talks until the person leaves or the route fails; then says goodbye.
  private func run(
    _ conversation: Conversation, by route: Route, _ interface: any ChatInterface,
    _ context: Context
  ) async throws {
    let ending = ChatEnding(
      idleLimit: idleLimit.map { .seconds($0.seconds) }, patience: .seconds(wait ?? 300))
    let link =
      conversation.isBeside
      ? nil
      : Task {
        do throws(ExchangeError) { try await conversation.run(by: route) } catch {
          ending.fail(error)
        }
      }
    let talk = await BlockingExecutor.run { () throws(Never) in
      Result { try interface.talk(in: conversation, until: ending) }
    }
    let locking = Result { if ending.isIdle { try lock(context) } }
    await conversation.leave()
    link?.cancel()
    await link?.value
    try locking.get()
    if let error = ending.error, error != .link(.cancelled) { throw Failure(error) }
    try talk.get()
    if conversation.waitingCount == 0, interface.confirmingHint != nil, !ending.isOver {
      context.say("You left the chat. No message of yours is waiting.")
    }
  }

  /// The person has been away for too long: the next command has to ask for the passphrase.
  private func lock(_ context: Context) throws {
    let time = idleLimit?.inWords ?? ""
    guard try context.hasPassphrase() else {
      return StandardError.line(
        "Left, because no key was pressed for \(time). The vault has no passphrase, so anyone here "
          + "can use it."
      )
    }
    _ = try context.lock()
    StandardError.line("Locked, because no key was pressed for \(time).")
  }

  /// What happens to messages that the person did not save.
  private static func unsaved(_ conversation: Conversation) -> String {
    let (count, name) = (conversation.putOffNumbers.count, conversation.contact.name)
    return count == 1
      ? "You did not save 1 file: \(name)'s computer offers it again in the next chat."
      : "You did not save \(count) files: \(name)'s computer offers them again in the next chat."
  }

  /// What happens to messages that did not arrive.
  private static func waiting(_ conversation: Conversation) -> String {
    // Files that have left wait for the other person.
    let count = conversation.waitingCount - conversation.unsavedFileCount
    let name = conversation.contact.name
    let messages = count == 1 ? "1 message is waiting" : "\(count) messages are waiting"
    let typed = ContactName.typed(name)
    return
      "\(messages) for \(name): run \"vernam chat \(typed)\" again, or see \"vernam outbox \(typed)\""
  }
}

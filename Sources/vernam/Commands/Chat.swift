internal import ArgumentParser
internal import Exchange
internal import Link
internal import Synchronization
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
  @OptionGroup var way: ChatWay

  @Argument(help: "The person to chat with.", completion: ContactCompletion.name)
  var name: String

  @Flag(help: "Show one line at a time; do not fill the screen.")
  var plain = false

  @Flag(help: "Read and print JSON, one object per line.")
  var json = false

  func validate() throws {
    if plain, json { throw ValidationError("use only one of --plain and --json") }
  }

  func run() async throws {
    keepFreedMemory()
    let context = Context(options)
    let route = try way.route()
    let vault = try context.openVault()
    let contact = try vault.contact(named: name)
    let interface = interface(vault, context)
    let conversation = try Conversation(
      vault, with: contact, randomness: context.randomness, screen: interface)
    EndingSignals.remember()
    defer { EndingSignals.release() }
    try await Chat.run(conversation, by: route, interface)
    if conversation.waitingCount > 0 { context.say(Chat.waiting(conversation)) }
  }

  /// The whole screen, if there is one.
  private func interface(_ vault: Vault, _ context: Context) -> any ChatInterface {
    if json { return JSONChat(name: name, vault: vault, context: context) }
    let isOnScreen =
      Stream.input.isTerminal && Stream.output.isTerminal
      && !["", "dumb"].contains(Machine.environment("TERM") ?? "")
    if plain || !isOnScreen { return PlainChat(name: name, vault: vault, context: context) }
    return ScreenChat(name: name, vault: vault, context: context, screen: .output)
  }

  /// Talks until the person leaves or the route fails; then says goodbye.
  private static func run(
    _ conversation: Conversation, by route: Route, _ interface: any ChatInterface
  ) async throws {
    let failure = LinkFailure()
    let link = Task {
      do throws(ExchangeError) { try await conversation.run(by: route) } catch {
        failure.set(error)
      }
    }
    let talk = await BlockingExecutor.run { () throws(Never) in
      Result {
        try interface.talk(in: conversation) { EndingSignals.cameIn || failure.error != nil }
      }
    }
    await conversation.leave()
    link.cancel()
    await link.value
    if let error = failure.error, error != .link(.cancelled) { throw Failure(error) }
    try talk.get()
  }

  /// What happens to messages that did not arrive.
  private static func waiting(_ conversation: Conversation) -> String {
    let (count, name) = (conversation.waitingCount, conversation.contact.name)
    let messages = count == 1 ? "1 message is waiting" : "\(count) messages are waiting"
    let typed = ContactName.typed(name)
    return
      "\(messages) for \(name): run \"vernam chat \(typed)\" again, or see \"vernam outbox \(typed)\""
  }
}

/// Why the route failed, if it did.
private final class LinkFailure: Sendable {
  private let state = Mutex<ExchangeError?>(nil)

  var error: ExchangeError? { state.withLock { $0 } }

  func set(_ error: ExchangeError) { state.withLock { $0 = error } }
}

internal import Codec
internal import Exchange
internal import Pad
internal import Synchronization
internal import System
internal import Vault
internal import Wording

/// A conversation for programs: an object on a line of its own for each thing that happens, on
/// standard output, and for each thing to do, on standard input (vernam(1)).
final class JSONChat: ChatInterface {
  private static let momentMilliseconds = 500

  private let name: String
  private let vault: Vault
  private let context: Context
  private let output = Mutex(Output())
  /// Once it has begun.
  private let ending = Mutex<ChatEnding?>(nil)

  private struct Output {
    /// While a message of this end is being sent, its number is not known yet.
    var isSending = false
    /// What became of messages meanwhile.
    var held: [[UInt8]] = []

    func write(_ line: [UInt8]) { try? Stream.output.write(line.span) }
  }

  init(name: String, vault: Vault, context: Context) {
    self.name = name
    self.vault = vault
    self.context = context
  }

  let help: [String] = []
  let confirmingHint: String? = nil

  // MARK: What happens

  func show(_ event: ConversationEvent) {
    if case .step(let step) = event { return context.say(verbosely: step.text) }
    guard let members = members(event) else { return }
    switch event {
    case .sent, .arrived, .passed, .removed:
      let line = JSONChat.line(members)
      output.withLock { output in
        if output.isSending { output.held.append(line) } else { output.write(line) }
      }
    default: print(members)
    }
  }

  private func members(_ event: ConversationEvent) -> [(String, JSON)]? {
    switch event {
    case .listening(_, let port): [("event", .string("listening")), ("port", .number(port))]
    case .looking: [("event", .string("looking"))]
    case .calling: [("event", .string("calling"))]
    case .here: [("event", .string("here"))]
    case .away(let error): [("event", .string("away")), ("reason", .string(error.what))]
    case .unreached(let error): [("event", .string("unreached")), ("reason", .string(error.what))]
    case .step: nil
    case .found(let number): numbered("kept", number)
    case .progress(nil): nil
    case .progress(.sent(let percent)?):
      [("event", .string("sending")), ("percent", .number(percent))]
    case .progress(.received(let percent)?):
      [("event", .string("receiving")), ("percent", .number(percent))]
    case .sent(let number): numbered("sent", number)
    case .arrived(let number): numbered("arrived", number)
    case .passed(let number): numbered("passed", number)
    case .removed(let number, _): numbered("removed", number)
    case .read(let report): closed(report)
    case .missing(let report): missing(report)
    case .putOff(let number, let message): putOff(number, message)
    case .noRoom: [("event", .string("noRoom"))]
    case .unreadable(let error): JSONChat.error(Failure(error))
    }
  }

  private func numbered(_ event: String, _ number: Int) -> [(String, JSON)] {
    [("event", .string(event)), ("id", .number(number))]
  }

  private func closed(_ report: ReadReport) -> [(String, JSON)]? {
    guard let closure = report.closure else { return nil }
    return [("event", .string("closed")), ("reason", .string(closure.warning(report.contact)))]
  }

  private func missing(_ report: ReadReport) -> [(String, JSON)] {
    let numbers = report.missing.map { range in
      JSON.array([.number(range.lowerBound), .number(range.upperBound - 1)])
    }
    return [("event", .string("missing")), ("numbers", .array(numbers))]
  }

  private func putOff(_ number: Int, _ message: Incoming) -> [(String, JSON)] {
    var name: JSON = .null
    if case .file(let given) = message.head.kind { name = given.usable.map(JSON.string) ?? .null }
    return [
      ("event", .string("file")), ("save", .number(number)), ("name", name),
      ("bytes", .number(message.count)),
    ]
  }

  private static func error(_ failure: Failure) -> [(String, JSON)] {
    [
      ("event", .string("error")), ("what", .string(failure.what)),
      ("hint", failure.hint.map(JSON.string) ?? .null),
    ]
  }

  func sink() -> any ConversationSink {
    ChatSink { [self] message, text throws(SystemError) in
      let head = JSON.object([
        ("event", .string("message")), ("from", .string(message.contact)),
        ("number", message.head.number.map(JSON.number) ?? .null),
      ]).description
      var encoder = JSONText()
      let start = text.withBytes { encoder.encode($0) }
      let end = encoder.finish()
      let begin = Array("\(head.dropLast()),\"text\":\"".utf8)
      var line = start.withBytes { SecretBytes(joining: SecretBytes(copying: begin.span), $0) }
      line = end.withBytes { SecretBytes(joining: line, $0) }
      line = SecretBytes(joining: line, Array("\"}\n".utf8).span)
      do throws(SystemError) {
        try output.withLock { _ throws(SystemError) in
          try line.withBytes { line throws(SystemError) in try Stream.output.write(line) }
        }
      } catch {
        // Standard output is gone, so nobody would see what comes: end the chat. This message stays
        // unread, and comes again next time.
        ending.withLock { $0 }?.fail(.vault(.system(error)))
        throw error
      }
    }
  }

  private func print(_ members: [(String, JSON)]) {
    let line = JSONChat.line(members)
    output.withLock { $0.write(line) }
  }

  private static func line(_ members: [(String, JSON)]) -> [UInt8] {
    Array("\(JSON.object(members))\n".utf8)
  }

  // MARK: What is to be done

  func alone(_ body: () throws -> Void) throws { try output.withLock { _ in try body() } }

  func talk(in conversation: Conversation, until ending: ChatEnding) throws {
    let actions = ChatActions(
      conversation: conversation, interface: self, vault: vault, context: context)
    self.ending.withLock { $0 = ending }
    print([("event", .string("waiting")), ("count", .number(conversation.waitingCount))])
    if let obstacle = actions.obstacle {
      print(JSONChat.error(obstacle))
    } else {
      actions.warnOfPad()
    }
    var lines = LineReader(.input, limit: JSONChat.mostLineBytes)
    while !ending.isOver {
      switch try lines.next(milliseconds: JSONChat.momentMilliseconds) {
      case .nothing: continue
      case .end: return try ending.waitForArrival(in: conversation)
      case .tooLong: print(JSONChat.error(JSONChat.misunderstood))
      case .line(let line):
        if !ending.keyCame() || line.count == 0 { continue }
        do { try take(line, actions) } catch { print(JSONChat.error(Failure(error))) }
      }
    }
  }

  /// Bytes of a line: each byte of a text may be six of JSON.
  private static let mostLineBytes = 6 * ChatActions.mostTextBytes + 100

  private static let misunderstood = Failure(
    "vernam does not understand this line",
    hint: "write {\"text\":\"…\"}, {\"file\":\"PATH\"} or {\"save\":1,\"path\":\"PATH\"}",
    code: .badData)

  private func take(_ line: borrowing SecretBytes, _ actions: ChatActions) throws {
    guard let object = line.withBytes({ JSONLine($0) }) else { throw JSONChat.misunderstood }
    switch object.names {
    case ["text"]:
      guard let text = object.secret("text") else { throw JSONChat.misunderstood }
      hold()
      defer { release() }
      kept(try actions.send(text))
    case ["file"]:
      guard let path = object.name("file") else { throw JSONChat.misunderstood }
      hold()
      defer { release() }
      kept(try actions.send(file: path))
    case ["save"], ["save", "path"]:
      let path = object.name("path")
      guard let number = object.number("save"), object.names.contains("path") == (path != nil)
      else { throw JSONChat.misunderstood }
      let place = try actions.save(number, as: path)
      print([
        ("event", .string("saved")), ("save", .number(number)),
        ("path", place.map(JSON.string) ?? .null),
      ])
    default: throw JSONChat.misunderstood
    }
  }

  /// A message is in the outbox; later events name it by this number.
  private func kept(_ number: Int) { print(numbered("kept", number)) }

  /// Holds what becomes of messages until `release`: the number of one is said first.
  private func hold() { output.withLock { $0.isSending = true } }

  private func release() {
    output.withLock { output in
      output.isSending = false
      for line in output.held { output.write(line) }
      output.held = []
    }
  }
}

internal import Codec
internal import Exchange
internal import Link
package import Pad
internal import Synchronization
internal import System
internal import Vault
internal import Wording

/// A conversation with one person: what was said since it was opened. Nothing of it is kept.
@MainActor package final class ConversationModel {
  package let name: String
  package private(set) var lines: [Line] = []
  /// Whether the other end is there, in words.
  package private(set) var presence = ""
  package private(set) var isHere = false
  /// Why this end can only read; nil if it can write.
  package private(set) var obstacle: String?
  /// How much of the pad is left, in words.
  package private(set) var amount = ""
  package var canSend: Bool { obstacle == nil }

  private let vault: Vault
  private let worker: Worker
  private let report: @MainActor @Sendable (ConversationModel) -> Void
  private let fail: @MainActor @Sendable (any Error) -> Void
  private var reporter: ConversationReporter!
  private var conversation: Conversation?
  private var link: Task<Void, Never>?
  private var isClosed = false
  private var arrivals: [Int: Line.Arrival] = [:]

  init(
    _ name: String, _ vault: Vault, _ worker: Worker, _ mainLoop: any MainLoop,
    report: @escaping @MainActor @Sendable (ConversationModel) -> Void,
    fail: @escaping @MainActor @Sendable (any Error) -> Void
  ) {
    self.name = name
    self.vault = vault
    self.worker = worker
    self.report = report
    self.fail = fail
    reporter = ConversationReporter(
      name, mainLoop, showEvent: { [weak self] in self?.show($0) },
      showText: { [weak self] in self?.showText($0) ?? false })
  }

  // MARK: Opening and closing

  /// Begins, and looks for the other end on the local network if `looks`.
  func open(with randomness: any Randomness, looks: Bool, mainLoop: any MainLoop) {
    let (vault, name, reporter) = (vault, name, reporter!)
    worker.run {
      try Conversation(
        vault, with: vault.contact(name), randomness: randomness, screen: reporter)
    } then: { [weak self] result in
      guard let self, !isClosed else { return }
      switch result {
      case .failure(let error): fail(error)
      case .success(let conversation): begin(conversation, looks: looks, mainLoop: mainLoop)
      }
    }
  }

  private func begin(_ conversation: Conversation, looks: Bool, mainLoop: any MainLoop) {
    self.conversation = conversation
    let waiting = conversation.waitingCount
    if waiting > 0 {
      let text = waiting == 1 ? "1 earlier message waits" : "\(waiting) earlier messages wait"
      add(.own(1...waiting, .waiting), text)
    }
    update()
    if !looks { return }
    link = Task.detached { [weak self] in
      do throws(ExchangeError) { try await conversation.run(by: .network(port: 0)) } catch {
        let words = "Not reachable: copy messages as text"
        let isCancelled = error == .link(.cancelled)
        mainLoop.post { [weak self] in
          if !isCancelled { self?.setPresence(words, isHere: false) }
        }
      }
    }
  }

  /// Says goodbye to the other end, and forgets everything.
  func close() {
    isClosed = true
    lines = []
    guard let conversation else { return }
    let link = link
    Task.detached {
      await conversation.leave()
      link?.cancel()
    }
  }

  // MARK: What the person does

  /// Encrypts a text and puts it into the outbox; `then` gets true once it is there.
  package func send(
    _ text: consuming SecretBytes, then: @escaping @MainActor @Sendable (Bool) -> Void
  ) {
    guard let conversation else { return then(false) }
    let shown = SecretHandoff(ConversationReporter.visible(text))
    let content = SecretHandoff(text)
    worker.run {
      guard let text = content.take() else { preconditionFailure("it is sent once") }
      return try conversation.send(.text, SecretSource(text))
    } then: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let number):
        add(.own(number...number, arrivals[number] ?? .waiting), shown)
      case .failure(let error): fail(error)
      }
      update()
      if case .success = result { then(true) } else { then(false) }
    }
  }

  /// The text of messages that have not arrived, to be pasted elsewhere; none if they have.
  package func copy(
    _ numbers: ClosedRange<Int>, then: @escaping @MainActor @Sendable ([UInt8]) -> Void
  ) {
    guard let conversation else { return }
    worker.run {
      var texts: [[UInt8]] = []
      for number in numbers {
        if let packet = try conversation.packet(number) { texts.append(try ArmoredText.of(packet)) }
      }
      return Array(texts.joined(separator: [UInt8(ascii: "\n")]))
    } then: { [weak self] result in
      switch result {
      case .success(let text): then(text)
      case .failure(let error): self?.fail(error)
      }
    }
  }

  /// Reads the messages in a text that the person has copied elsewhere.
  package func paste(_ text: [UInt8]) {
    guard let reporter else { return }
    let (vault, name) = (vault, name)
    worker.run {
      try PastedText(text).read(in: vault, from: name) { reporter.textSink() }
    } then: { [weak self] result in
      if case .failure(let error) = result { self?.fail(error) }
      self?.update()
    }
  }

  // MARK: What happens

  private func show(_ event: ConversationEvent) {
    if isClosed { return }
    switch event {
    case .listening, .looking, .calling:
      setPresence("Looking for \(name) on this network", isHere: false)
    case .here: setPresence("\(name) is here", isHere: true)
    case .away, .unreached: setPresence("\(name) is not here", isHere: false)
    case .sent(let number): move(number, .sent)
    case .arrived(let number): move(number, .arrived)
    case .passed(let number): move(number, .passed)
    case .read(let report):
      if let closure = report.closure { add(.note, closure.warning(name)) }
      update()
    case .putOff(_, let message):
      add(
        .note,
        "\(name) sent a file or a long text of \(ByteCount(message.count)), which this window does "
          + "not show. It stays unread: get it with \"vernam chat\".")
    case .unreadable(let error):
      add(.note, "A message came that cannot be read: \(error.what).")
    case .missing(let report):
      add(.note, "\(report.missingText). \(report.missingAdvice).")
    case .found, .step: break
    }
  }

  private func showText(_ box: SecretHandoff) -> Bool {
    if isClosed { return false }
    add(.theirs, box)
    return true
  }

  private func move(_ number: Int, _ arrival: Line.Arrival) {
    arrivals[number] = arrival
    for index in lines.indices {
      guard case .own(let numbers, _) = lines[index].kind, numbers.contains(number) else {
        continue
      }
      let all = numbers.map { arrivals[$0] ?? .waiting }
      let least = all.contains(.waiting) ? .waiting : all.contains(.sent) ? .sent : all[0]
      lines[index].kind = .own(numbers, least)
    }
    report(self)
  }

  private func setPresence(_ words: String, isHere: Bool) {
    (presence, self.isHere) = (words, isHere)
    report(self)
  }

  private func add(_ kind: Line.Kind, _ text: String) {
    add(kind, SecretHandoff(SecretBytes(copying: Array(Problem.sentence(text).utf8).span)))
  }

  private func add(_ kind: Line.Kind, _ text: SecretHandoff) {
    if isClosed { return }
    lines.append(Line(id: lines.count, kind: kind, text: text))
    report(self)
  }

  /// Looks up how much can still be written.
  private func update() {
    let (vault, name) = (vault, name)
    worker.run {
      let contact = try vault.contact(name)
      return (Person.amount(of: contact), Person.obstacle(contact))
    } then: { [weak self] result in
      guard let self, !isClosed, case .success(let (amount, obstacle)) = result else { return }
      (self.amount, self.obstacle) = (amount, obstacle)
      report(self)
    }
  }
}

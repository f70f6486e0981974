internal import Exchange
internal import Link
internal import Pad
package import QR
internal import Synchronization
internal import System
internal import Vault
internal import Wording

/// A conversation with one person: what was said since it was opened. Nothing of it is kept.
@MainActor package final class ConversationModel {
  /// The most bytes of a text that one line shows; GTK lays out longer ones too slowly.
  package nonisolated static let mostTextBytes = 16 << 10

  /// The most lines that are kept, and their bytes, which share locked memory with keys.
  nonisolated static let (mostLines, mostBytes) = (1000, 2 << 20)

  package let name: String
  package internal(set) var lines: [Line] = []
  /// Whether the other end is there, in words.
  package internal(set) var presence = ""
  /// What the person can do to see texts that came while nobody was there; nil if none did.
  package var arrivals: String? {
    unseen.isEmpty || !isCovered
      ? nil : "\(name) has written: move the mouse or press a key to read it"
  }
  /// Whether messages came while nobody could see them.
  package internal(set) var hasNews = false
  package private(set) var isHere = false
  /// Why this end can only read; nil if it can write.
  package internal(set) var obstacle: String?
  /// How much of the pad is left, in words.
  package internal(set) var amount = ""
  /// A file that the person chose and has not sent yet, in words.
  package var chosenFile: String? { chosen.map { $0.words + $0.price } }
  /// Messages as QR codes, one after the other; nil if none are shown.
  package internal(set) var codes: [QRCode]? { didSet { followCover() } }
  /// The messages that the codes show.
  var codedNumbers: ClosedRange<Int>?
  /// The search for codes with the camera; nil if there is none.
  package internal(set) var scan: Scan? { didSet { followCover() } }
  /// Whether it has begun. Before that, nothing can be written or read.
  package var isOpen: Bool { conversation != nil }
  package var canSend: Bool { isOpen && obstacle == nil }

  let vault: Vault
  let worker: Worker
  let environment: ProgramEnvironment
  let fail: @MainActor @Sendable (any Error) -> Void
  private let changed: @MainActor @Sendable (ConversationModel) -> Void
  /// Gets what the list of people should show of this one.
  private let changedPerson: @MainActor @Sendable (Person) -> Void
  /// Called when a message has come.
  let arrived: @MainActor @Sendable () -> Void
  /// Whether its page is on the screen, and somebody there: what comes otherwise must stay unread.
  let isShown: @MainActor @Sendable () -> Bool
  private(set) var reporter: ConversationReporter!
  var conversation: Conversation?
  /// Whether the other end is not found the way it is sought.
  package internal(set) var needsAddress = false
  /// How it reaches the other end.
  var route = Route.network(port: 0)
  /// How it does once the present connection has ended, if that is another way.
  var nextRoute: Route?
  var link: Task<Void, Never>?
  var isClosed = false
  /// Whether `update` is at work, and whether something has changed since it began.
  private var (isUpdating, isOutdated) = (false, false)
  private var deliveries = Deliveries()
  /// The id of the next line, and the bytes of all that are kept.
  private(set) var nextID = 0
  private var bytes = 0
  /// The messages that lines stand for, by the lines' ids.
  var offered: [Int: OfferedMessage] = [:]
  /// The texts of lines that are shown word by word, by the lines' ids.
  var words: [Int: WordByWord] = [:]
  /// Whether texts that come are shown word by word.
  package var isWordByWord = false { didSet { followCover() } }
  var chosen: (file: OutgoingFile, words: String, price: String)?
  /// Texts that came while nobody could see them, with the numbers that their sender gave them.
  var unseen: [(number: Int, message: Incoming)] = []
  /// The packets of messages that the camera has seen.
  var scannedPackets: [[UInt8]] = []
  /// A text to be read once the conversation has begun.
  var pastedEarly: [UInt8]?

  init(
    _ name: String, _ vault: Vault, _ worker: Worker, _ environment: ProgramEnvironment,
    isShown: @escaping @MainActor @Sendable () -> Bool = { true },
    changed: @escaping @MainActor @Sendable (ConversationModel) -> Void,
    changedPerson: @escaping @MainActor @Sendable (Person) -> Void = { _ in },
    arrived: @escaping @MainActor @Sendable () -> Void = {},
    fail: @escaping @MainActor @Sendable (any Error) -> Void
  ) {
    self.name = name
    self.vault = vault
    self.worker = worker
    self.environment = environment
    self.changed = changed
    self.changedPerson = changedPerson
    self.arrived = arrived
    self.isShown = isShown
    self.fail = fail
    reporter = ConversationReporter(
      environment.mainLoop, showEvent: { [weak self] in self?.show($0) },
      showText: { [weak self] in self?.showText($0) ?? false })
  }

  func report() { changed(self) }

  // MARK: What happens

  private func show(_ event: ConversationEvent) {
    if isClosed { return }
    if let number = deliveries.follow(event) { move(number) }
    switch event {
    case .listening(let host, let port):
      if case .listen = route { route = .listen(host: host, port: port) }
      if let place {
        add(
          .note,
          "Tell \(name) this address: \(place). \(name) opens the conversation with you, chooses "
            + "\"About this person\", and types it there")
      }
      setPresence(search, isHere: false)
    case .looking, .calling: setPresence(search, isHere: false)
    case .here:
      needsAddress = false
      setPresence("\(name) is connected", isHere: true)
    case .progress(let progress):
      setPresence("\(name) is connected\(progress.map { ", \($0.words)" } ?? "")", isHere: true)
    case .away, .unreached:
      if let nextRoute { reach(by: nextRoute) }
      showAbsence(event)
    case .putOff(let number, let message): putOff(number, message)
    case .read:
      if let news = event.news(name) { add(.note, news) }
      update()
    case .missing(let report):
      add(.note, report.missingEarlier)
    // The line of the message says so.
    case .removed(let number, _) where lines.contains(where: { $0.stands(for: number) }): break
    case .found, .removed, .noRoom, .unreadable:
      if let news = event.news(name, hint: Problem.hint) { add(.note, news) }
    case .step, .sent, .arrived, .passed: break
    }
  }

  private func showText(_ text: SecretHandoff) -> Bool {
    if isClosed || isCovered || isWordByWord { return false }
    add(.theirs, text)
    arrived()
    return true
  }

  /// How far messages of this end have come.
  func delivery(of numbers: ClosedRange<Int>) -> DeliveryState { deliveries.state(of: numbers) }

  private func move(_ number: Int) {
    for index in lines.indices {
      guard case .own(let numbers, _) = lines[index].kind, numbers.contains(number) else {
        continue
      }
      lines[index].kind = .own(numbers, delivery(of: numbers))
    }
    hideArrivedCodes()
    report()
    if delivery(of: number...number) != .sent { update() }
  }

  func setPresence(_ words: String, isHere: Bool) {
    (presence, self.isHere) = (words, isHere)
    report()
  }

  func add(
    _ kind: Line.Kind, _ text: String, canBeCopied: Bool = true, isFile: Bool = false
  ) {
    let secret = SecretBytes(copying: Array(text.sentence.utf8).span)
    add(kind, SecretHandoff(secret), canBeCopied: canBeCopied, isFile: isFile)
  }

  /// The oldest line goes if there is too much: the other end decides how much it writes.
  func add(
    _ kind: Line.Kind, _ text: SecretHandoff, canBeCopied: Bool = true, isFile: Bool = false
  ) {
    if isClosed { return }
    lines.append(
      Line(id: nextID, canBeCopied: canBeCopied, isFile: isFile, kind: kind, text: text))
    nextID += 1
    bytes += text.count
    while lines.count > ConversationModel.mostLines || bytes > ConversationModel.mostBytes {
      let line = lines.removeFirst()
      bytes -= line.text.count
      (offered[line.id], words[line.id]) = (nil, nil)
    }
    report()
  }

  /// Where the line with an id is; nil if it is gone.
  package func index(of id: Int) -> Int? {
    let index = id - (lines.first?.id ?? id)
    return lines.indices.contains(index) ? index : nil
  }

  /// Looks up how much can still be written, and how much waits. Many messages may arrive at once.
  func update() {
    if isUpdating {
      isOutdated = true
      return
    }
    (isUpdating, isOutdated) = (true, false)
    let (vault, name) = (vault, name)
    worker.run {
      let contact = try vault.contact(name)
      return (Allowance(contact), Person(contact, in: vault))
    } then: { [weak self] result in
      guard let self, !isClosed else { return }
      isUpdating = false
      if case .success((let allowance, let person)) = result {
        (amount, obstacle) = (allowance.amount, allowance.obstacle)
        report()
        changedPerson(person)
      }
      if isOutdated { update() }
    }
  }
}

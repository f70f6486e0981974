internal import Codec
internal import Exchange
internal import Pad
internal import Pairing
internal import System
internal import Vault
internal import Wording

/// A message that a line stands for, and that the person has not read yet.
enum OfferedMessage: Sendable, Equatable {
  /// It came over the connection, with this number of its sender's.
  case putOff(Int)
  /// The packet that the person pasted.
  case pasted([UInt8])

  func read(in conversation: Conversation, by sink: any MessageSink) throws {
    switch self {
    case .putOff(let number):
      if try conversation.take(number, by: sink) == nil {
        throw Problem(
          "This message is no longer here", hint: "it comes again when you are connected")
      }
    case .pasted(let packet):
      conversation.tell(try conversation.receive(MemoryBytes(packet), by: sink))
    }
  }
}

// Files that come and go.
extension ConversationModel {
  /// Adds a line for a message that stays unread until the person asks for it.
  func offer(_ offer: OfferedMessage, _ message: Incoming) {
    if isClosed || offered.values.contains(offer) { return }
    offered[nextID] = offer
    if isWordByWord, ConversationModel.isShortText(message) {
      add(.wordByWord(.hidden), "\(name) has written")
    } else {
      add(.file(.offered), message.offer)
    }
  }

  /// Saves the file that a line offers, in the downloads folder, over no other file.
  package func save(_ id: Int) {
    guard let conversation, let file = offered[id], let index = index(of: id),
      lines[index].kind == .file(.offered), let folder = downloads()
    else { return }
    setSaving(id, .underWay)
    let environment = environment.vault
    worker.run {
      let sink = FileSink(
        folder: folder, storage: environment.storage, randomness: environment.randomness)
      try file.read(in: conversation, by: sink)
      return sink.name
    } then: { [weak self] result in
      guard let self, !isClosed else { return }
      switch result {
      case .success(let name):
        offered[id] = nil
        setSaving(id, .done(name))
      case .failure(let error):
        setSaving(id, .offered)
        fail(error)
      }
    }
  }

  /// The folder for files; says so if there is none.
  func downloads() -> String? {
    if environment.downloads == nil {
      fail(
        Problem(
          "There is no downloads folder",
          hint: "set HOME to your home folder, and start vernam-window again"))
    }
    return environment.downloads
  }

  private func setSaving(_ id: Int, _ saving: Line.Saving) {
    guard let index = index(of: id) else { return }
    lines[index].kind = .file(saving)
    report()
  }

  // MARK: Sending

  /// Takes what was dropped, if it is one file.
  package func choose(files: [String]) {
    if files.count == 1 { return choose(file: files[0]) }
    fail(Problem("Only one file can be sent at a time", hint: "drop one, send it, then the next"))
  }

  /// What a file turned out to be.
  private enum ChosenFile: Sendable {
    /// Messages from elsewhere, as text.
    case messages([UInt8])
    /// What is to be sent, and what percentage of the pad it would use, if that is much.
    case outgoing(OutgoingFile, part: Int?)
  }

  /// Shows which file the person has chosen; it is not sent yet. A file with messages is read:
  /// nobody wants to send those back.
  package func choose(file path: String) {
    let (vault, name, storage) = (vault, name, environment.vault.storage)
    worker.run {
      if let text = try? MessageFile.text(at: path, on: storage) {
        return ChosenFile.messages(text)
      }
      let file = try OutgoingFile(path, on: storage)
      try ConversationModel.checkIsNoPad(path, storage)
      return .outgoing(file, part: try file.largePart(to: vault.contact(name)))
    } then: { [weak self] result in
      guard let self, !isClosed else { return }
      switch result {
      case .success(.messages(let text)): paste(text)
      case .success(.outgoing(let file, let part)):
        let words = "\(ConversationModel.shown(file.name)), \(ByteCount(file.content.count))"
        let price = part.map { ". It would use \($0) % of the pad that is left" } ?? ""
        chosen = (file, words, price)
        report()
      case .failure(let error): fail(error)
      }
    }
  }

  /// A pad that somebody carries is not to be sent, nor read as a message.
  nonisolated static func checkIsNoPad(_ path: String, _ storage: any Storage) throws {
    let file = try storage.open(path, writable: false)
    let head = FileBytes(file, count: min(64, try file.attributes().size))
    if Pairing.isCarriedPad(try head.bytes(0..<head.count)) {
      throw Problem(
        "This is a pad, not a message",
        hint: "to use it, choose \"Meet someone\", and then \"Take a pad from a USB stick\"")
    }
  }

  package func dropChosenFile() {
    chosen = nil
    report()
  }

  /// - Parameter then: gets whether it is in the outbox now.
  package func sendChosenFile(
    then: @escaping @MainActor @Sendable (Bool) -> Void = { _ in }
  ) {
    guard let conversation, let (file, words, price) = chosen else { return then(false) }
    dropChosenFile()
    worker.run {
      try conversation.send(.file(file.name), file.content)
    } then: {
      [weak self] result in
      guard let self, !isClosed else { return }
      switch result {
      case .success(let number):
        let kind = file.name.usable == nil ? "" : "file: "
        add(
          .own(number...number, delivery(of: number...number)), kind + words,
          canBeCopied: file.content.count <= ConversationModel.mostCopyableBytes, isFile: true)
        then(true)
      case .failure(let error):
        chosen = (file, words, price)
        fail(error)
        then(false)
      }
      update()
    }
  }

  private static func shown(_ name: FileName) -> String {
    name.usable.map(VisibleText.line) ?? "A file"
  }
}

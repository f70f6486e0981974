internal import Codec
internal import Exchange
internal import Pad
internal import System
internal import Vault
internal import Wording

/// What a line that offers a file stands for.
enum OfferedFile: Sendable, Equatable {
  /// It came over the connection, with this number of its sender's.
  case putOff(Int)
  /// The packet that the person pasted.
  case pasted([UInt8])
}

// Files that come and go.
extension ConversationModel {
  func offer(_ file: OfferedFile, _ message: Incoming) {
    if isClosed || offeredFiles.values.contains(file) { return }
    offeredFiles[nextID] = file
    add(.file(.offered), message.offer)
  }

  /// Saves the file that a line offers, in the downloads folder, over no other file.
  package func save(_ id: Int) {
    guard let conversation, let file = offeredFiles[id], let index = index(of: id),
      lines[index].kind == .file(.offered)
    else { return }
    guard let folder = environment.downloads else {
      return fail(
        Problem(
          "There is no downloads folder",
          hint: "set HOME to your home folder, and start vernam-window again"))
    }
    setSaving(id, .underWay)
    let (vault, environment) = (vault, environment.vault)
    worker.run {
      let sink = FileSink(
        folder: folder, storage: environment.storage, randomness: environment.randomness)
      switch file {
      case .putOff(let number):
        if try conversation.take(number, by: sink) == nil { throw ConversationModel.notHere }
      case .pasted(let packet):
        conversation.tell(try vault.receive(MemoryBytes(packet), by: sink))
      }
      return sink.name
    } then: { [weak self] result in
      guard let self, !isClosed else { return }
      switch result {
      case .success(let name):
        offeredFiles[id] = nil
        setSaving(id, .done(name))
      case .failure(let error):
        setSaving(id, .offered)
        fail(error)
      }
    }
  }

  private func setSaving(_ id: Int, _ saving: Line.Saving) {
    guard let index = index(of: id) else { return }
    lines[index].kind = .file(saving)
    report()
  }

  nonisolated private static let notHere = Problem(
    "This file is no longer here", hint: "it comes again when you are both here")

  // MARK: Sending

  /// Shows which file the person has chosen; it is not sent yet.
  package func choose(file path: String) {
    let (vault, name, storage) = (vault, name, environment.vault.storage)
    worker.run {
      let file = try OutgoingFile(path, on: storage)
      return (file, try file.largePart(to: vault.contact(name)))
    } then: { [weak self] result in
      guard let self, !isClosed else { return }
      switch result {
      case .success((let file, let part)):
        let words = "\(ConversationModel.shown(file.name)), \(ByteCount(file.content.count))"
        let price = part.map { ". It would use \($0) % of the pad that is left" } ?? ""
        chosen = (file, words, price)
        report()
      case .failure(let error): fail(error)
      }
    }
  }

  package func dropChosenFile() {
    chosen = nil
    report()
  }

  package func sendChosenFile() {
    guard let conversation, let (file, words, price) = chosen else { return }
    dropChosenFile()
    let name = name
    worker.run {
      try conversation.send(.file(file.name), file.content)
    } then: {
      [weak self] result in
      guard let self, !isClosed else { return }
      switch result {
      case .success(let number):
        let kind = file.name.usable == nil ? "" : "file: "
        let text = "\(kind)\(words). It counts as arrived once \(name) has saved it"
        add(.own(number...number, delivery(of: number...number)), text)
      case .failure(let error):
        chosen = (file, words, price)
        fail(error)
      }
      update()
    }
  }

  private static func shown(_ name: FileName) -> String {
    name.usable.map(VisibleText.line) ?? "A file"
  }
}

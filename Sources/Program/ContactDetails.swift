internal import Pad
internal import Vault
internal import Wording

/// What there is to know about a contact.
package struct ContactDetails: Equatable, Sendable {
  package struct Pad: Equatable, Sendable {
    package let title: String
    /// How much can be written, in a sentence or two.
    package let amount: String
    /// What its secrecy rests on, in sentences.
    package let words: String
    /// What forgetting only this pad destroys, as a question; nil if there is no other.
    package let question: String?
    let id: PadID
  }

  package let name: String
  package let pads: [Pad]
  /// What forgetting the contact destroys, as a question.
  package let question: String

  /// - Parameter waiting: the pads of the messages that were not delivered.
  init(_ contact: Contact, waiting: [PadID]) {
    name = contact.name
    let isOne = contact.pads.count == 1
    pads = contact.pads.enumerated().map { index, pad in
      let removal = PadRemoval("pad \(index + 1) that you share with \(contact.name)", count: 1)
      return Pad(
        title: isOne ? "The pad" : "Pad \(index + 1)",
        amount: ContactDetails.amount(pad, contact), words: ContactDetails.words(pad, contact),
        question: isOne ? nil : removal.question(losing: waiting.count { $0 == pad.id }),
        id: pad.id)
    }
    question = PadRemoval(owner: contact.name, count: max(1, contact.pads.count)).question(
      forgetting: contact.name, losing: waiting.count)
  }

  private static func amount(_ pad: PadSummary, _ contact: Contact) -> String {
    let left = PadAmount.count(
      pad.messagesLeft(contentBytes: Contact.usualMessageBytes), "message")
    let amount =
      pad.isWaiting
      ? "You can write on it once you have read \(contact.name)'s first message on it."
      : "\(left.sentenceStart) left."
    let closure = pad.closure.map { " \("You can no longer write on it: \($0.reason)".sentence)" }
    return amount + (closure ?? "")
  }

  private static func words(_ pad: PadSummary, _ contact: Contact) -> String {
    let place = pad.role == .giver ? "your computer" : "\(contact.name)'s computer"
    return "Its secrecy \(pad.provenance.basisSentence(place))"
  }
}

extension WindowModel {
  /// Opens the page about a contact. A conversation goes on meanwhile.
  package func showDetails(of name: String) {
    guard let vault else { return }
    details = nil
    worker.run {
      let contact = try vault.contact(name)
      // An outbox that cannot be read is lost with the pads, too.
      return ContactDetails(contact, waiting: ((try? vault.outbox(of: contact)) ?? []).map(\.pad))
    } then: { [weak self] result in
      guard let self, self.vault === vault else { return }
      switch result {
      case .success(let details):
        self.details = details
        // A camera must not go on looking behind the page.
        conversation?.uncover()
        show(.contact)
      case .failure(let error): fail(error)
      }
    }
  }

  /// Back to the conversation.
  package func closeDetails() {
    guard let name = details?.name else { return leave() }
    details = nil
    open(name)
  }

  /// Whether texts from the contact on the page are shown word by word, as long as this program runs.
  package var isWordByWord: Bool {
    get { details.map { wordByWord.contains($0.name) } ?? false }
    set {
      guard let name = details?.name, newValue != isWordByWord else { return }
      if newValue { wordByWord.insert(name) } else { wordByWord.remove(name) }
      if conversation?.name == name { conversation?.isWordByWord = newValue }
    }
  }

  /// Gives the contact on the page another name.
  package func rename(to name: String) {
    guard let vault, let old = details?.name, name != old else { return }
    closeConversation()
    closeInBackground(old)
    clearFailure()
    worker.run {
      try vault.rename(old, to: name)
    } then: { [weak self] result in
      guard let self, self.vault === vault else { return }
      switch result {
      case .success:
        drafts[name] = drafts.removeValue(forKey: old)
        if wordByWord.remove(old) != nil { wordByWord.insert(name) }
        routes[name] = routes.removeValue(forKey: old)
        refresh()
        showDetails(of: name)
      case .failure(let error): fail(error)
      }
    }
  }

  /// Destroys one of the pads that are shared with the contact on the page.
  package func forget(_ pad: ContactDetails.Pad) {
    guard let name = details?.name else { return }
    destroyPads(pad.id.hexadecimal, of: name) { [self] in
      refresh()
      if page == .contact { showDetails(of: name) }
    }
  }

  /// Destroys the pads that are shared with the contact on the page.
  package func forget() {
    guard let name = details?.name else { return }
    destroyPads(name, of: name) { [self] in
      drafts[name] = nil
      wordByWord.remove(name)
      routes[name] = nil
      details = nil
      if page == .contact { leave() } else { refresh() }
    }
  }

  /// Destroys what a name or an id stands for, which takes a moment, and then goes on.
  private func destroyPads(
    _ words: String, of name: String, then: @escaping @MainActor @Sendable () -> Void
  ) {
    guard let vault, !isWorking else { return }
    closeConversation()
    closeInBackground(name)
    isWorking = true
    clearFailure()
    worker.run {
      for pad in try vault.padsToForget(words).pads { try vault.destroyPad(pad) }
    } then: { [weak self] result in
      guard let self else { return }
      isWorking = false
      guard self.vault === vault else { return changed() }
      if case .failure(let error) = result { fail(error) }
      then()
    }
  }
}

internal import Exchange
package import Pad
internal import Vault
internal import Wording

extension WindowModel {
  /// Reads the contacts again, then shows the page. A list that cannot be read is not shown as empty.
  package func refresh(then next: Page? = nil) {
    guard let vault else { return }
    worker.run {
      let contacts = try vault.contacts()
      return (contacts, contacts.map { Person($0, in: vault) })
    } then: { [weak self] result in
      guard let self, self.vault === vault else { return }
      switch result {
      case .success((let contacts, let people)):
        self.people = people
        look(for: contacts)
        followPlaces()
        if let next { page = next }
        changed()
      case .failure(let error):
        if next != nil {
          stopLooking()
          self.vault = nil
          page = .closed
        }
        fail(error)
      }
    }
  }

  /// Back to the list of people. The conversation goes on; what comes meanwhile stays unread.
  package func showPeople() {
    show(.people)
    refresh()
  }

  /// What there is to say of people now in the list, by their names.
  package var news: [String: String] {
    var news: [String: String] = [:]
    for model in Array(background.values) + [conversation].compactMap(\.self) {
      if model.hasNews {
        news[model.name] = "New message"
      } else if model.isHere {
        news[model.name] = "Here now"
      }
    }
    return news
  }

  private func replace(_ person: Person) {
    guard let index = people.firstIndex(where: { $0.name == person.name }) else { return }
    people[index] = person
    changed()
  }

  /// Closes the conversation, and shows the list of people.
  package func leave() {
    stopMeeting()
    closeConversation()
    page = .people
    changed()
    refresh()
  }

  /// Back to the page before the last one: the choice of how to meet, the list of people, or the
  /// conversation that goes on.
  package func goBack() {
    if page == .meeting {
      switch meeting.step {
      case .carrying, .unsealing, .addressing: return beginMeeting(with: meeting.name)
      default: break
      }
    }
    if conversation == nil { return leave() }
    stopMeeting()
    if isOverList { showPeople() } else { show(.conversation) }
  }

  /// Opens the conversation with somebody, and looks for the other end if `looks`.
  package func open(_ name: String, looks: Bool = true) {
    guard let vault else { return }
    stopMeeting()
    if name == conversation?.name { return show(.conversation) }
    closeConversation()
    let route = routes[name] ?? .network(port: 0)
    if let model = background.removeValue(forKey: name) {
      conversation = model
      if looks { model.come(to: route) }
    } else {
      let model = newConversation(with: name, in: vault)
      model.route = route
      conversation = model
      model.open(looks: looks, after: ending)
    }
    followPlaces()
    show(.conversation)
  }

  /// One that has not begun.
  func newConversation(with name: String, in vault: Vault) -> ConversationModel {
    let model = ConversationModel(
      name, vault, worker, environment,
      isShown: { [weak self] in
        self?.conversation?.name == name && self?.page == .conversation && self?.isAway == false
      },
      changed: { [weak self] in
        if self?.conversation === $0 { self?.changed() } else { self?.follow($0) }
      },
      changedPerson: { [weak self] in self?.replace($0) },
      arrived: { [weak self] in self?.notice("New message") },
      fail: { [weak self] error in
        guard let self else { return }
        // Nobody has asked for one in the background that cannot begin.
        let isBackground = background[name].map { !$0.isOpen } ?? false
        if isBackground { closeInBackground(name) } else { fail(error) }
      })
    model.isWordByWord = wordByWord.contains(name)
    return model
  }

  /// Whether a message could be read now.
  package var canPaste: Bool {
    page == .people || page == .conversation && conversation?.isOpen == true
  }

  /// Opens the conversation with the person who wrote the message in a text that was copied
  /// elsewhere, and reads it there.
  package func paste(_ text: [UInt8], looks: Bool = true) {
    guard let vault, canPaste else { return }
    if people.isEmpty { return fail(VaultError.noContacts) }
    clearFailure()
    if page == .conversation, let conversation {
      conversation.uncover()
      return conversation.paste(text)
    }
    worker.run {
      try PastedText(text).sender(in: vault)
    } then: { [weak self] result in
      guard let self, self.vault === vault else { return }
      switch result {
      case .success(let name):
        guard canPaste else { return }
        open(name, looks: looks)
        conversation?.pasteOnceOpen(text)
      case .failure(let error): fail(error)
      }
    }
  }

  /// The same with what was on the clipboard, which other programs could read as well.
  package func paste(_ text: borrowing SecretBytes) {
    paste(text.withBytes { $0.publicCopy })
  }

  /// The same with messages in files.
  package func paste(files paths: [String]) {
    guard let vault else { return }
    guard canPaste else {
      return fail(Problem("No message can be read on this page", hint: "go back first"))
    }
    let storage = environment.vault.storage
    worker.run {
      var texts: [[UInt8]] = []
      for path in paths {
        guard let text = try MessageFile.text(at: path, on: storage) else {
          try ConversationModel.checkIsNoPad(path, storage)
          throw Problem(
            "There is no vernam message in this file",
            hint: "to send a file, open the conversation first")
        }
        texts.append(text)
      }
      return Array(texts.joined(separator: [UInt8(ascii: "\n")]))
    } then: { [weak self] result in
      guard let self, self.vault === vault else { return }
      switch result {
      case .success(let text): paste(text)
      case .failure(let error): fail(error)
      }
    }
  }

  /// Looks for the codes of a message with the camera, and reads it in the open conversation.
  package func scan() {
    clearFailure()
    conversation?.startScan()
  }

  // MARK: Texts that were not sent

  /// Keeps a text for when the conversation is opened again, in memory only, and not once the vault
  /// is locked.
  package func keepDraft(_ text: SecretHandoff, for name: String) {
    if vault != nil { drafts[name] = text }
  }

  package func takeDraft(for name: String) -> SecretHandoff? { drafts.removeValue(forKey: name) }
}

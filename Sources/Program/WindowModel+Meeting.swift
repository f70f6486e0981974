internal import Link
internal import Pad
internal import Pairing
internal import System
internal import Vault
internal import Wording

extension WindowModel {
  /// Opens the page on which two people pair.
  ///
  /// - Parameter name: of the other one, if that is known.
  package func beginMeeting(with name: String = "") {
    stopMeeting()
    meeting = Meeting()
    meeting.name = name
    show(.meeting)
  }

  /// Whether the pad will be another one for a contact that is there already.
  package func knows(_ name: String) -> Bool { people.contains { $0.name == name } }

  /// Begins a meeting with a person of that name; false if no contact can have it.
  func begin(naming name: String) -> Bool {
    meeting = Meeting()
    meeting.name = name
    guard ContactName.isAllowed(name) else {
      fail(VaultError.badName)
      return false
    }
    clearFailure()
    return true
  }

  /// Looks for the person on the local network, and pairs. Ends a conversation.
  package func meet(_ name: String) {
    guard pairing == nil, begin(naming: name) else { return }
    meeting.step = .searching("One moment.")
    pair { (pairing, reporter) async throws(PairingError) in
      try await pairing.meet(port: 0, room: nil, offer: nil, meetingScreen: reporter)
    } done: { [weak self] in
      self?.finish($0)
    }
  }

  /// Ends a conversation, and pairs with the person of the meeting in some way, on other threads.
  ///
  /// - Parameters:
  ///   - addresses: where others can reach this computer, if people have to know.
  ///   - byHand: whether it writes or takes in a carried file, which must not be left half done.
  func pair(
    at addresses: [String] = [], byHand: Bool = false,
    _ way:
      @escaping @Sendable (Pairing, PairingReporter) async throws(PairingError)
      -> PairingResult,
    done: @escaping @MainActor @Sendable (PairingResult) -> Void
  ) {
    guard let vault, pairing == nil else { return }
    closeConversations()
    let (mainLoop, name) = (environment.mainLoop, meeting.name)
    let reporter = PairingReporter(at: addresses) { [weak self] reporter, change in
      mainLoop.post { [weak self] in self?.follow(change, of: reporter) }
    }
    var options = PairingOptions(contact: name, source: .kernel)
    options.size = environment.padBytes
    options.isStopped = { Task.isCancelled }
    if byHand { filesInHand += 1 }
    let pairing = Pairing(
      vault: vault, options: options, screen: reporter,
      randomness: environment.vault.randomness, storage: environment.vault.storage)
    let earlier = ending
    // A USB stick may block its thread for a long time.
    let task = Task.detached(executorPreference: BlockingExecutor.shared) { [weak self] in
      await earlier?.value
      let result: Result<PairingResult, PairingError>
      do throws(PairingError) {
        do throws(VaultError) { try vault.checkNewPad(for: name) } catch { throw .vault(error) }
        result = .success(try await way(pairing, reporter))
      } catch { result = .failure(error) }
      mainLoop.post { [weak self, result] in
        if byHand { self?.filesInHand -= 1 }
        self?.finish(result, reporter, done)
      }
    }
    self.pairing = (reporter, task)
    show(.meeting)
  }

  /// The code on the other screen, as typed.
  package func compare(_ code: String) { pairing?.reporter.type(code) }

  /// The other screen does not show this computer's name.
  package func refuseComputer() { pairing?.reporter.refuse() }

  /// Chooses one of the computers on this network that want to pair.
  package func choose(_ computer: String) { pairing?.reporter.choose(computer) }

  /// Cancels the pairing, which discards an unfinished pad.
  package func stopMeeting() {
    guard let task = pairing?.task else { return }
    pairing = nil
    task.cancel()
    end(after: task)
  }

  /// Ignores a late change of a pairing that was cancelled.
  func follow(_ change: PairingReporter.Change, of reporter: PairingReporter) {
    guard pairing?.reporter === reporter else { return }
    change(&meeting)
    changed()
  }

  private func finish(
    _ result: Result<PairingResult, PairingError>, _ reporter: PairingReporter,
    _ done: @MainActor (PairingResult) -> Void
  ) {
    guard pairing?.reporter === reporter else {
      // One that was stopped is not shown any more, but a pad that it has made all the same is.
      if case .success(let result) = result { fail(WindowModel.tooLate(result)) }
      return refresh()
    }
    pairing = nil
    switch result {
    case .failure(.noCarriedPassphrase): meeting.step = .unsealing(note: nil)
    case .failure(.wrongCarriedPassphrase):
      meeting.step = .unsealing(
        note: "This passphrase does not open it. If it is the right one, the file is damaged.")
    case .failure(let error): meeting.step = .failed(Problem(error))
    case .success(let result): done(result)
    }
    changed()
    refresh()
  }

  func finish(_ result: PairingResult) {
    routes[meeting.name] = meeting.route
    if result.isConfirmed {
      describe(result)
    } else {
      meeting.step = .failed(WindowModel.unconfirmed(meeting.name))
    }
  }

  /// Says how much is shared, what its secrecy rests on, and then `more`.
  func describe(_ result: PairingResult, _ more: String = "") {
    guard let vault else { return }
    meeting.step = .done(
      Meeting.Outcome(title: "You and \(meeting.name) share a pad", words: more, canWrite: true))
    let name = meeting.name
    worker.run {
      let contact = try vault.contact(name)
      let pad = contact.pads.first { $0.id == result.padID }
      let place = result.weGave ? "your computer" : "\(name)'s computer"
      let basis = pad.map { " The secrecy of the pad \($0.provenance.basisSentence(place))" }
      let amount = Person.amount(of: contact).sentenceStart
      return "Only the two of you can read what you write. \(amount)."
        + (basis ?? "")
    } then: { [weak self] result in
      guard let self, case .done(var outcome) = meeting.step, meeting.name == name else { return }
      switch result {
      case .success(let words):
        outcome.words = [words, more].filter { !$0.isEmpty }.joined(separator: " ")
        meeting.step = .done(outcome)
      case .failure(let error): fail(error)
      }
      changed()
    }
  }

  private static func tooLate(_ result: PairingResult) -> Problem {
    let fate = words(result.carriedFile)
    return Problem(
      "You cancelled too late: the pad has already been made",
      hint: fate.isEmpty
        ? "forget it if you do not want it; if you made it on a stick, remove that file, too" : fate
    )
  }

  private static func unconfirmed(_ name: String) -> Problem {
    Problem(
      "The connection ended before \(name) confirmed the pad",
      hint:
        "if the other screen says that you share a pad, you can write once you have read \(name)'s "
        + "first message; if not, meet again")
  }
}

extension Problem {
  /// A warning that nobody may miss.
  init(alarm warning: VaultWarning) {
    let meet = "meet and share another pad"
    let closure: SendingClosure? =
      if case .sendingClosed(_, let closure) = warning { closure } else { nil }
    self.init(warning.text, hint: closure?.wayOut(meet) ?? meet)
  }
}

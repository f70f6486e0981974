package import Pad
internal import Synchronization
internal import System
internal import Vault
internal import Wording

/// What the window shows, and what a person can do there. Knows nothing of how it is drawn.
@MainActor package final class WindowModel {
  package enum Page: Equatable, Sendable {
    /// The vault is being opened.
    case opening
    /// There is no vault yet.
    case welcome
    /// The vault needs its passphrase.
    case locked
    case people
    case meeting
    case conversation
    /// The vault cannot be opened.
    case closed
  }

  package private(set) var page = Page.opening
  /// Whether something is done that takes a moment, on the page for a passphrase.
  package private(set) var isWorking = false
  package private(set) var people: [Person] = []
  package internal(set) var meeting = Meeting()
  package internal(set) var conversation: ConversationModel?
  /// What went wrong last, until the person has seen it.
  package private(set) var problem: Problem?
  /// Called after each change.
  package var changed: @MainActor () -> Void = {}

  let environment: ProgramEnvironment
  let worker: Worker
  private(set) var vault: Vault?
  /// The pairing that goes on, with what it reports by.
  var pairing: (reporter: PairingReporter, task: Task<Void, Never>)?

  package init(_ environment: ProgramEnvironment) {
    var environment = environment
    let warnings = Warnings()
    environment.vault.warn = { warnings.pass(on: $0) }
    self.environment = environment
    worker = Worker(environment.mainLoop)
    let mainLoop = environment.mainLoop
    warnings.receiver.withLock {
      $0 = { [weak self] warning in
        if warning.isAlarm { mainLoop.post { [weak self] in self?.fail(Problem(alarm: warning)) } }
      }
    }
  }

  /// The vault's warnings come from any thread, and may come before there is a model.
  private final class Warnings: Sendable {
    let receiver = Mutex<(@Sendable (VaultWarning) -> Void)?>(nil)

    func pass(on warning: VaultWarning) { receiver.withLock { $0 }?(warning) }
  }

  func show(_ page: Page) {
    self.page = page
    changed()
  }

  func fail(_ error: any Error) {
    problem = Problem(error)
    changed()
  }

  package func dismissProblem() {
    problem = nil
    changed()
  }

  // MARK: The vault

  /// Looks for the vault, and opens it if it needs no passphrase.
  package func start() {
    guard let directory = environment.directory else {
      problem = Problem("HOME is not set: vernam cannot find your vault", hint: "set it")
      return show(.closed)
    }
    let environment = environment
    open {
      if try !Vault.exists(directory, storage: environment.vault.storage) {
        throw Vault.absence(directory, environment.vault.storage)
      }
      return try Vault.open(directory, environment: environment.vault) { () throws(VaultError) in
        throw .noPassphrase
      }
    }
  }

  /// Makes a vault, protected by the passphrase unless that is empty, and opens it.
  package func makeVault(_ passphrase: consuming SecretBytes) {
    guard let directory = environment.directory else { return }
    let (environment, box) = (environment, SecretHandoff(passphrase))
    open {
      guard let passphrase = box.take() else { preconditionFailure("it is used once") }
      try Vault.create(
        directory, environment: environment.vault, passphrase: passphrase,
        cost: environment.cost(passphrase.count))
      return try Vault.open(directory, environment: environment.vault) { () throws(VaultError) in
        passphrase.withBytes { SecretBytes(copying: $0) }
      }
    }
  }

  package func unlock(_ passphrase: consuming SecretBytes) {
    guard let directory = environment.directory else { return }
    let (environment, box) = (environment, SecretHandoff(passphrase))
    open {
      try Vault.open(directory, environment: environment.vault) { () throws(VaultError) in
        guard let passphrase = box.take() else { throw .noPassphrase }
        return passphrase
      }
    }
  }

  private func open(_ body: @escaping @Sendable () throws -> Vault) {
    isWorking = true
    problem = nil
    changed()
    worker.run(body) { [weak self] result in
      guard let self else { return }
      isWorking = false
      switch result {
      case .success(let vault):
        self.vault = vault
        refresh(then: .people)
      case .failure(VaultError.noVault): show(.welcome)
      case .failure(VaultError.noPassphrase): show(.locked)
      case .failure(let error):
        if page == .opening { page = .closed }
        fail(error)
      }
    }
  }

  // MARK: People

  /// Reads the contacts again, then shows the page.
  package func refresh(then next: Page? = nil) {
    guard let vault else { return }
    worker.run {
      try vault.contacts().map { Person($0, undelivered: try vault.undelivered(to: $0)) }
    } then: { [weak self] result in
      guard let self else { return }
      if let next { page = next }
      switch result {
      case .success(let people):
        self.people = people
        changed()
      case .failure(let error): fail(error)
      }
    }
  }

  /// Back to the list of people.
  package func leave() {
    stopMeeting()
    conversation?.close()
    conversation = nil
    page = .people
    changed()
    refresh()
  }

  /// Opens the conversation with somebody, and looks for the other end if `looks`.
  package func open(_ name: String, looks: Bool = true) {
    guard let vault, name != conversation?.name || page != .conversation else { return }
    stopMeeting()
    conversation?.close()
    let mainLoop = environment.mainLoop
    let model = ConversationModel(
      name, vault, worker, mainLoop,
      report: { [weak self] in if self?.conversation === $0 { self?.changed() } },
      fail: { [weak self] in self?.fail($0) })
    conversation = model
    model.open(with: environment.vault.randomness, looks: looks, mainLoop: mainLoop)
    show(.conversation)
  }
}

internal import Exchange
internal import Link
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
    /// The vault was copied, restored or moved: was anything sent from another copy?
    case adopting
    case people
    case meeting
    case conversation
    /// What there is to know about a contact, and what can be done.
    case contact
    /// What a look at this computer has found.
    case health
    /// The vault cannot be opened.
    case closed
  }

  package internal(set) var page = Page.opening {
    didSet {
      if page == .people || page == .conversation { isOverList = page == .people }
      conversation?.followCover()
    }
  }
  /// Whether another page was opened from the list of people, and leads back to it.
  var isOverList = true
  /// Whether nobody has touched the window for a while: what comes must stay unread until somebody
  /// does.
  package var isAway = false {
    didSet { if isAway != oldValue { conversation?.followCover() } }
  }
  /// Whether something that takes a moment is being done, with a passphrase or a copied vault.
  package internal(set) var isWorking = false
  package internal(set) var people: [Person] = []
  /// Where on this network contacts seem to have opened the conversation, by their names.
  var places: [String: Endpoint] = [:]
  /// Conversations with people who are here, in which nothing is read until they are opened, by the
  /// names.
  var background: [String: ConversationModel] = [:]
  package internal(set) var meeting = Meeting()
  package internal(set) var conversation: ConversationModel?
  /// What the person has to see: alarms, each until it is dismissed, and then what failed last. Alarms
  /// name contacts, so they wait until the vault is unlocked.
  package var problem: Problem? { page == .locked ? failure : alarms.first ?? failure }
  private var alarms: [Problem] = []
  private var failure: Problem?
  package internal(set) var details: ContactDetails?
  /// What is asked on the page about a copied vault.
  package internal(set) var adoption: AdoptionQuestion?
  package internal(set) var health: [HealthLine]?
  /// Called after each change.
  package var changed: @MainActor () -> Void = {}
  /// Gets a few words for a person who does not look at the window: no word of a text, and no name.
  package var notice: @MainActor (String) -> Void = { _ in }

  let environment: ProgramEnvironment
  let worker: Worker
  var vault: Vault?
  /// The pairing that is under way, and its reporter.
  var pairing: (reporter: PairingReporter, task: Task<Void, Never>)?
  /// How many carried files are being written or taken in, also after the person has cancelled that.
  var filesInHand = 0
  /// What was told to end, and has not yet: a conversation that says goodbye, a pairing that discards
  /// its pad. It ends before the next one begins, since both need the same threads.
  var ending: Task<Void, Never>?
  /// Texts that were typed and not sent, by the contact's name.
  var drafts: [String: SecretHandoff] = [:]
  /// The contacts whose texts are shown word by word.
  var wordByWord: Set<String> = []
  /// When a notice last told of people in the background who are here, by their names.
  var greeted: [String: ContinuousClock.Instant] = [:]
  /// The search for contacts, with the pads for which it looks.
  var contactSearch: (search: ContactSearch, pads: [String], task: Task<Void, Never>)?
  /// Whether the program is about to end: no search begins then.
  var isEnding = false
  /// How contacts are reached who are not looked for on the network, by their names.
  var routes: [String: Route] = [:]

  package init(_ environment: ProgramEnvironment) {
    var environment = environment
    let warnings = Warnings()
    environment.vault.warn = { warnings.pass(on: $0) }
    self.environment = environment
    worker = Worker(environment.mainLoop)
    let mainLoop = environment.mainLoop
    warnings.receiver.withLock {
      $0 = { [weak self] warning in
        if warning.isAlarm { mainLoop.post { [weak self] in self?.alarm(warning) } }
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

  // MARK: Problems

  package func fail(_ error: any Error) {
    failure = Problem(error)
    changed()
  }

  func alarm(_ warning: VaultWarning) {
    let problem = Problem(alarm: warning)
    if !alarms.contains(problem) { alarms.append(problem) }
    changed()
  }

  package func dismissProblem() {
    if page == .locked || alarms.isEmpty { failure = nil } else { alarms.removeFirst() }
    changed()
  }

  /// Dismisses what failed, but no alarm; false if there was nothing to dismiss.
  package func dismissFailure() -> Bool {
    if failure == nil || problem != failure { return false }
    clearFailure()
    return true
  }

  /// What failed before no longer matters; alarms stay.
  func clearFailure() {
    failure = nil
    changed()
  }

  // MARK: The vault

  /// Looks for the vault, and opens it if it needs no passphrase.
  package func start() {
    guard let directory = environment.directory else {
      page = .closed
      return fail(
        Problem(
          "HOME is not set: vernam cannot find your vault",
          hint: "set HOME to your home folder, and start vernam-window again"))
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
    clearFailure()
    worker.run(body) { [weak self] result in
      guard let self else { return }
      isWorking = false
      switch result {
      case .success(let vault):
        self.vault = vault
        showVault()
      case .failure(VaultError.noVault): show(.welcome)
      case .failure(VaultError.noPassphrase): show(.locked)
      case .failure(let error):
        if page == .opening { page = .closed }
        fail(error)
      }
    }
  }
}

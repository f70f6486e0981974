package import Pad
internal import Pairing
internal import System
internal import Vault

// A pad that one person makes and carries to the other on a USB stick.
extension WindowModel {
  /// Goes to the page where the person chooses the folder.
  package func beginCarrying(to name: String) {
    guard pairing == nil, begin(naming: name) else { return }
    meeting.step = .carrying
    changed()
  }

  /// Makes a pad, and writes the other person's copy into a folder, protected by the passphrase
  /// unless that is empty.
  package func carry(into folder: String, _ passphrase: consuming SecretBytes) {
    guard let directory = environment.directory, page == .meeting, case .carrying = meeting.step
    else { return }
    let (environment, secret) = (environment, SecretHandoff(passphrase))
    let (isSealed, file) = (secret.count > 0, CarriedName.name(for: meeting.name))
    let path = "\(folder)/\(file)"
    meeting.step = .transferring(bytes: 0, total: 0, note: "Making the pad.")
    pair(byHand: true) { (pairing, _) async throws(PairingError) in
      try WindowModel.checkPlace(path, directory, environment.vault.storage)
      guard isSealed else { return try pairing.carry(to: path) }
      guard let secret = secret.take() else { preconditionFailure("it is used once") }
      let seal = try CarriedSeal(
        passphrase: secret, cost: environment.cost(secret.count),
        randomness: environment.vault.randomness)
      return try pairing.carry(to: path, seal: seal)
    } done: { [weak self] _ in
      self?.tellOfFile(file, in: folder, isSealed: isSealed)
    }
    changed()
  }

  /// A vault is no place for other files.
  nonisolated private static func checkPlace(
    _ path: String, _ vault: String, _ storage: any Storage
  ) throws(PairingError) {
    do throws(SystemError) {
      if try storage.isInside(vault, path) {
        throw SystemError("create", path, code: SystemError.notPermitted)
      }
    } catch { throw .system(error) }
  }

  private func tellOfFile(_ file: String, in folder: String, isSealed: Bool) {
    let name = meeting.name
    let place = folder.split(separator: "/").last.map(String.init) ?? folder
    let guarded =
      isSealed
      ? "It opens only with its passphrase." : "Anyone who copies it can read your messages."
    meeting.step = .done(
      Meeting.Outcome(
        title: "Carry the pad to \(name)",
        words: "It is in the folder \(place), as \(file). \(guarded) Carry it to \(name) "
          + "yourself. On \(name)'s computer, in \"Meet someone\", choose \"Take a pad from a USB stick\". "
          + "You can write once you have read \(name)'s first message.",
        canWrite: false))
  }

  /// Takes in the pad that the other person made and carried here, and destroys the file.
  package func takeIn(from path: String, with name: String) {
    guard page == .meeting, pairing == nil, begin(naming: name) else { return }
    meeting.carriedFile = path
    takeIn(nil)
  }

  /// The same once the person has typed the passphrase of the file.
  package func unseal(_ passphrase: consuming SecretBytes) {
    guard page == .meeting, case .unsealing = meeting.step else { return }
    takeIn(SecretHandoff(passphrase))
  }

  private func takeIn(_ secret: SecretHandoff?) {
    let (path, isSealed) = (meeting.carriedFile, secret != nil)
    meeting.step = .transferring(bytes: 0, total: 0, note: "Opening the file.")
    pair(byHand: true) { (pairing, _) async throws(PairingError) in
      try pairing.takeIn(from: path, ifSealed: isSealed) { _ throws(PairingError) in
        guard let typed = secret?.take() else { throw .noCarriedPassphrase(path: path) }
        return typed
      }
    } done: { [weak self] result in
      guard let self else { return }
      let name = meeting.name
      let first = "Write first: \(name) can write after reading your message."
      let doubt =
        isSealed
        ? ""
        : " This pad has no passphrase. If \(name) set one, somebody has swapped the pad: do not write."
      describe(result, "\(first)\(doubt) \(WindowModel.words(result.carriedFile))")
    }
    changed()
  }

  static func words(_ fate: PairingResult.CarriedFileFate?) -> String {
    switch fate {
    case nil: ""
    case .removed(inPlace: true): "The file on the stick was overwritten and removed."
    case .removed(inPlace: false):
      "The file was removed, but the stick may keep its bytes: destroy the stick, or keep it safe."
    case .remains: "The file could not be removed: destroy the stick, or keep it safe."
    }
  }
}

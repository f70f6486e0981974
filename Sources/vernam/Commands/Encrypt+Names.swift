internal import System
internal import Vault
internal import Wording

extension Encrypt {
  /// The contact of that name; if there is none, the hint is the command that was probably meant.
  func contact(_ name: String, in vault: Vault) throws -> Contact {
    do throws(VaultError) { return try vault.contact(name) } catch {
      guard case .noContact = error, let hint = hint(name, in: vault) else { throw error }
      throw Failure(error.what, hint: hint, code: ExitStatus(error))
    }
  }

  /// What somebody may have meant who typed `names` and `file`, with `name` in `names`. A word that
  /// is no contact's name may be the message itself, so it is not repeated.
  private func hint(_ name: String, in vault: Vault) -> String? {
    if let file, let contacts = try? vault.contacts().map(\.name) {
      let whole = "\(names) \(file)"
      if contacts.contains(whole) { return Encrypt.didYouMean(ContactName.typed(whole)) }
      if contacts.contains(file) {
        let person = ContactName.typed(file)
        let isFile = (try? Disk().attributes(at: names)) != FileAttributes?.none
        return isFile
          ? Encrypt.didYouMean("\(person) \(ContactName.typed(names))")
          : "run \"vernam encrypt \(person)\" and press Enter; then type the message"
      }
    }
    return vault.nearestName(to: name).map { Encrypt.didYouMean(ContactName.typed($0)) }
  }

  private static func didYouMean(_ arguments: String) -> String {
    "did you mean \"vernam encrypt \(arguments)\"?"
  }
}

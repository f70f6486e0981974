internal import Vault

extension Encrypt {
  /// The contact of that name; if there is none, the hint is the command that was probably meant.
  func contact(_ name: String, in vault: Vault) throws -> Contact {
    do throws(VaultError) { return try vault.contact(name) } catch {
      guard case .noContact = error, let contacts = try? vault.contacts().map(\.name),
        let arguments = Encrypt.meant(name, names, file, contacts)
      else { throw error }
      throw Failure(
        error.what, hint: "did you mean \"vernam encrypt \(arguments)\"?", code: ExitStatus(error))
    }
  }

  /// The arguments that somebody may have meant who typed `names` and `file`, with `name` in
  /// `names`. A word that is no contact's name may be the message itself, so it is not repeated.
  private static func meant(
    _ name: String, _ names: String, _ file: String?, _ contacts: [String]
  ) -> String? {
    if let file {
      let whole = "\(names) \(file)"
      if contacts.contains(whole) { return ContactName.typed(whole) }
      if contacts.contains(file) { return "\(ContactName.typed(file)) FILE" }
    }
    return NearestWord.find(name, among: contacts).map(ContactName.typed)
  }
}

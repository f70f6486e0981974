internal import Vault
internal import Wording

extension Vault {
  /// The contact of that name; if there is none, the hint is the name that was probably meant.
  func contact(named name: String) throws -> Contact {
    do throws(VaultError) { return try contact(name) } catch { throw namingNearest(error) }
  }

  /// The same error, with a hint if a contact has nearly the name that it did not find.
  func namingNearest(_ error: VaultError) -> any Error {
    guard case .noContact(let name) = error, let meant = nearestName(to: name) else { return error }
    return Failure(
      error.what, hint: "did you mean \(ContactName.typed(meant))?", code: ExitStatus(error))
  }

  func nearestName(to name: String) -> String? {
    guard let names = try? contacts().map(\.name) else { return nil }
    let fuller = names.filter { $0.lowercased().hasPrefix(name.lowercased() + " ") }
    return NearestWord.lookalike(of: name, among: names)
      ?? (fuller.count == 1 ? fuller[0] : NearestWord.find(name, among: names))
  }
}

internal import Vault
internal import Wording

/// What is asked before a vault that was copied, restored or moved can be used for writing.
package struct AdoptionQuestion: Equatable, Sendable {
  /// What was noticed, and the question, in sentences.
  package let words: String
  /// Whether a person can answer that nothing was sent. Without the contact book, that changes nothing.
  package let canBeDenied: Bool

  init(_ adoption: Adoption) {
    canBeDenied = !adoption.bookIsDamaged
    let question = canBeDenied ? AdoptionText.question(adoption) : AdoptionText.newBook
    words = (AdoptionText.found(adoption) + [question]).map(\.sentence).joined(separator: " ")
  }
}

extension WindowModel {
  /// Shows the people, or first the question that a copied vault raises.
  func showVault() {
    guard let vault else { return }
    worker.run {
      try vault.adoption()
    } then: { [weak self] result in
      guard let self, self.vault === vault else { return }
      // If that cannot be said, the list of people says why.
      guard case .success(let adoption) = result, adoption.isNeeded else {
        return refresh(then: .people)
      }
      self.adoption = AdoptionQuestion(adoption)
      show(.adopting)
    }
  }

  /// Leaves the question open: until it is answered, nothing can be read or sent.
  package func postponeAdoption() { refresh(then: .people) }

  /// Uses the vault as it is here (invariant 1).
  ///
  /// - Parameter isOnlyCopy: whether the person says that nothing was sent from another copy.
  package func adopt(isOnlyCopy: Bool) {
    guard let vault, let asked = adoption, page == .adopting, !isWorking else { return }
    isWorking = true
    clearFailure()
    worker.run { () -> [String]? in
      let adoption = try vault.adoption()
      // The answer is to this question, and to no other.
      if AdoptionQuestion(adoption) != asked { return nil }
      try vault.adopt(nothingSentElsewhere: isOnlyCopy)
      return AdoptionText.outcome(
        adoption, try vault.contacts().flatMap(\.pads),
        renaming: "choose \"About this person\" in each conversation, and type the name")
    } then: { [weak self] result in
      guard let self else { return }
      isWorking = false
      guard self.vault === vault else { return }
      adoption = nil
      switch result {
      case .success(nil): showVault()
      case .success(let words?):
        fail(Problem(words[0], hint: words.dropFirst().map(\.sentence).joined(separator: " ")))
        refresh(then: .people)
      case .failure(let error):
        fail(error)
        showVault()
      }
    }
  }
}

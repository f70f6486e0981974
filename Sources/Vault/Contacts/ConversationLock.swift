internal import System

/// The right to talk with a contact, for as long as a copy of it is kept: the one conversation on
/// this computer has it. A command that must not run beside a conversation takes it for a moment.
package struct ConversationLock: Sendable {
  private let file: any StoredFile

  init(_ file: any StoredFile) { self.file = file }
}

extension Vault {
  /// Throws `conversationIsOpen` if another conversation with the contact is open, in this process
  /// or any other.
  package func lockConversation(with contact: Contact) throws(VaultError) -> ConversationLock {
    let number = UInt32(truncatingIfNeeded: contact.id.number)
    do throws(VaultError) {
      let file = try VaultFile.open(bookPath(), lock: .number(number), in: environment)
      return ConversationLock(file)
    } catch {
      if case .busy = error { throw .conversationIsOpen(contact.name) }
      throw error
    }
  }
}

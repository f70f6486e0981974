package import Pad
internal import Primitives

/// The key by which the two ends of a pad recognize each other on a connection
/// (vernam-exchange(7), "The link key"). It says nothing about the content of messages.
package final class LinkKey: Sendable {
  package let pad: PadID
  /// What this end was when the pad was made.
  package let role: PadRole
  private let key: SecretBytes

  init(_ pad: ContactBook.Pad) {
    self.pad = pad.id
    role = pad.role
    let info = Array("vernam/1 link".utf8)
    key = pad.keys.withBytes { keys in
      HKDF.derive(from: keys, salt: [UInt8]().span, info: info.span, count: 32)
    }
  }

  /// Lends the 32 bytes.
  package func withBytes<Result: ~Copyable>(_ body: (Span<UInt8>) -> Result) -> Result {
    key.withBytes(body)
  }
}

extension Vault {
  /// The link keys of all pads that are shared with a contact. First comes the key that this end
  /// calls and offers with: that of the newest pad that the other end is known to hold, or of the
  /// newest pad if none is.
  package func linkKeys(of contact: Contact) throws(VaultError) -> [LinkKey] {
    try linkKeys(of: [contact])[0]
  }

  /// The same of several contacts.
  package func linkKeys(of contacts: [Contact]) throws(VaultError) -> [[LinkKey]] {
    let book = try book().book
    return contacts.map { contact in
      let confirmed = contact.pads.last(where: \.isConfirmed)?.id
      let pads = Array(book.pads(of: contact.id).reversed())
      return (pads.filter { $0.id == confirmed } + pads.filter { $0.id != confirmed })
        .map(LinkKey.init)
    }
  }
}

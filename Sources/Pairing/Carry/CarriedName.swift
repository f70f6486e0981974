/// The name of a carried pad's file in a folder, which says whom it is for.
package enum CarriedName {
  private static let (prefix, suffix) = ("pad-for-", ".vernam")

  package static func name(for contact: String) -> String {
    // Sticks with FAT or exFAT take no such characters in names.
    prefix + String(contact.map { "\"*/:<>?\\|".contains($0) ? "_" : $0 }) + suffix
  }

  /// Whether a file has such a name, for any contact.
  package static func isOne(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.hasSuffix(suffix)
  }
}

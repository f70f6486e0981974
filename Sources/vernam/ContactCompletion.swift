internal import ArgumentParser
internal import Vault

/// Shell completion of contact names. It asks for no passphrase and prints no errors: a locked
/// vault completes nothing.
enum ContactCompletion {
  static let name = CompletionKind.custom { words, _, _ in names(words) }

  /// Several names, separated by commas: completes the last one.
  static let list = CompletionKind.custom { words, _, prefix in
    let end = prefix.lastIndex(of: ",").map(prefix.index(after:)) ?? prefix.startIndex
    let named = prefix[..<end].split(separator: ",").map(String.init)
    return names(words).filter { !named.contains($0) }.map { prefix[..<end] + $0 }
  }

  private static func names(_ words: [String]) -> [String] {
    var options = GlobalOptions()
    options.vault = vault(words)
    options.passphraseFile = nil
    options.trustFilesystem = false
    options.quiet = true
    options.verbose = false
    let context = Context(options)
    guard let directory = try? context.directory(),
      let vault = try? Vault.open(
        directory, for: .reading, environment: context.environment(),
        passphrase: { () throws(VaultError) in throw .noPassphrase }),
      let contacts = try? vault.contacts()
    else { return [] }
    return contacts.map(\.name).filter(isPlain)
  }

  /// The value of `--vault` among the words of the line.
  private static func vault(_ words: [String]) -> String? {
    for (word, next) in zip(words, words.dropFirst()) where word == "--vault" { return next }
    return words.first { $0.hasPrefix("--vault=") }.map { String($0.dropFirst(8)) }
  }

  /// Shells split completions at blanks, and bash runs what looks like a command in them: only
  /// names that need no quoting are offered.
  private static func isPlain(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "._@+-".unicodeScalars.contains($0)
    }
  }
}

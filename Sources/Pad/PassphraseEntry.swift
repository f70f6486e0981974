package import System

/// Entry of passphrases, from the terminal straight into locked memory.
package enum PassphraseEntry {
  package static let maximumBytes = 1024

  /// Asks on the controlling terminal, without echo, which stays off until
  /// `ControllingTerminal.restoreEcho`. If a signal ends the program meanwhile, the line `cancelled`
  /// is shown first. Throws `SystemError` with code `ControllingTerminal.missing` if there is none.
  package static func ask(
    _ prompt: String, ifEnded cancelled: String
  ) throws(SystemError) -> SecretBytes {
    var line = SecretBytes(count: maximumBytes)
    let length = try line.withMutableBytes { bytes throws(SystemError) in
      try ControllingTerminal.readPassphrase(prompt, ifEnded: cancelled, into: &bytes)
    }
    return line.withBytes { SecretBytes(copying: $0.extracting(first: length)) }
  }
}

import Pad

@testable import Vault

/// The paths of a vault's files, as vernam-vault(5) names them.
struct VaultPaths {
  let directory: String

  var header: String { directory + "/vault" }
  var book: String { directory + "/contacts" }
  var forgotten: String { directory + "/gone" }
  var pads: String { directory + "/pads" }
  var spool: String { directory + "/spool" }

  func pad(_ id: PadID) -> String { "\(pads)/\(id.hexadecimal)" }
  func chunks(_ id: PadID) -> String { pad(id) + "/pad" }
  func state(_ id: PadID) -> String { pad(id) + "/state" }
}

extension Medium {
  /// Whether a pad of the vault is complete, and not listed as forgotten.
  func holds(_ id: PadID, in directory: String) -> Bool {
    names[VaultPaths(directory: directory).state(id)] != nil
      && !isForgotten(id, in: directory)
  }

  func isForgotten(_ id: PadID, in directory: String) -> Bool {
    let path = VaultPaths(directory: directory).forgotten
    let bytes = contents(at: path)?.cached ?? []
    return stride(from: 32, to: bytes.count, by: 32).contains { start in
      Array(bytes[start..<min(start + 16, bytes.count)]) == id.bytes
    }
  }
}

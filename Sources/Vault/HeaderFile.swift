internal import Pad
internal import System

/// The file with the two copies of a vault's header.
struct HeaderFile {
  private let environment: VaultEnvironment
  private let path: String

  init(_ environment: VaultEnvironment, _ layout: VaultLayout) {
    self.environment = environment
    path = layout.header
  }

  /// The valid copy with the greatest generation, and whether the other one says the same.
  func newest() throws(VaultError) -> (header: VaultHeader, isWhole: Bool) {
    let file = try VaultFile.open(path, lock: .shared, in: environment)
    let copies = try read(file)
    guard let newest = copies.compactMap(\.self).max(by: { $0.generation < $1.generation }) else {
      throw .headerDamaged(path: path)
    }
    return (newest, copies[0] == copies[1])
  }

  /// Brings a copy that is damaged, or older, to what the other one says.
  func renew() throws(VaultError) {
    let file = try VaultFile.open(path, lock: .exclusive, in: environment)
    try system { () throws(SystemError) in try file.syncData() }
    let copies = try read(file)
    guard copies[0] != copies[1] else { return }
    let newer = (copies[0]?.generation ?? 0) > (copies[1]?.generation ?? 0) ? 0 : 1
    // Two vaults' copies in one file: somebody mixed them, and it is not for us to say which counts.
    if let older = copies[1 - newer], older.vaultID != copies[newer]?.vaultID { return }
    guard let page = copies[newer]?.page else { return }
    try system { () throws(SystemError) in
      try file.write(page.span, at: (1 - newer) * VaultHeader.pageBytes)
      try file.syncData()
    }
  }

  /// Both copies; nil for a damaged one.
  private func read(_ file: any StoredFile) throws(VaultError) -> [VaultHeader?] {
    var copies: [VaultHeader?] = []
    for copy in 0..<2 {
      var page = [UInt8](repeating: 0, count: VaultHeader.pageBytes)
      var span = page.mutableSpan
      // A file that ends too early has no such copy.
      guard (try? file.read(into: &span, at: copy * VaultHeader.pageBytes)) != nil else {
        copies.append(nil)
        continue
      }
      switch VaultHeader.read(page.span) {
      case .header(let header): copies.append(header)
      case .newer: throw .newerVersion(path: path)
      case .damaged: copies.append(nil)
      }
    }
    return copies
  }
}

// A passphrase change writes one copy, syncs, and only then the other: at every moment one
// passphrase works, the old one or the new one (vernam-vault(5)).
internal import Pad
internal import System

/// The two copies of the header as they were read. The newest valid one counts.
struct HeaderCopies {
  let newest: VaultHeader
  /// The copy, 0 or 1, that does not hold `newest`; nil if both do.
  let outdated: Int?
  /// Whether the other copy is damaged: a change was cut short, or the disk is at fault.
  let hasDamage: Bool

  /// As the page cache has them: for readers.
  static func read(_ file: any StoredFile) throws(VaultError) -> HeaderCopies {
    // An unreadable disk is not the same as a file that is too short.
    guard try VaultFile.isWhole(file, bytes: 2 * VaultHeader.pageBytes) else {
      throw .headerDamaged(path: file.path)
    }
    return try HeaderCopies(file) { count, offset throws(SystemError) in
      try VaultFile.read(count, of: file, at: offset)
    }
  }

  /// As the medium has them: bytes that are not durable must not cause durable ones to be
  /// overwritten. The file is locked for a change.
  static func readDurably(_ file: any StoredFile) throws(VaultError) -> HeaderCopies {
    try system(file.syncData())
    return try HeaderCopies(file, file.readPastCache)
  }

  private init(
    _ file: any StoredFile, _ read: (Int, Int) throws(SystemError) -> [UInt8]
  ) throws(VaultError) {
    let pages = try system(VaultFile.readCopies(of: VaultHeader.pageBytes, read))
    let copies = try [0, VaultHeader.pageBytes].map { start throws(VaultError) in
      let page = pages.span.extracting(start..<start + VaultHeader.pageBytes)
      return try VaultHeader(page, path: file.path)
    }
    let valid = copies.compactMap(\.self)
    guard let newest = valid.max(by: { $0.generation < $1.generation }) else {
      throw .headerDamaged(path: file.path)
    }
    self.newest = newest
    outdated = copies.firstIndex { $0 != newest }
    hasDamage = valid.count < copies.count
  }

  /// Writes `header` into both copies, beginning with the one that is not the newest.
  func replace(with header: VaultHeader, in file: any StoredFile) throws(VaultError) {
    let first = outdated ?? 1
    for copy in [first, 1 - first] { try HeaderCopies.write(header, copy: copy, in: file) }
  }

  /// Brings the outdated copy up to date: whatever an old passphrase could open goes with it.
  func renew(in file: any StoredFile) throws(VaultError) {
    guard let outdated else { return }
    try HeaderCopies.write(newest, copy: outdated, in: file)
  }

  private static func write(
    _ header: VaultHeader, copy: Int, in file: any StoredFile
  ) throws(VaultError) {
    try system { () throws(SystemError) in
      try file.write(header.page.span, at: copy * VaultHeader.pageBytes)
      try file.syncData()
    }
  }
}

// A change of the passphrase writes one copy, syncs, and only then the other: at each moment one
// passphrase works, the old one or the new one (vernam-vault(5)).
internal import Pad
internal import System

/// The two copies of the header as they were read. The newest valid one counts.
struct HeaderCopies {
  static let byteCount = 2 * VaultHeader.pageBytes

  let newest: VaultHeader
  /// The copy, 0 or 1, that does not hold `newest`; nil when both do.
  let outdated: Int?
  /// Whether the other copy does not say anything: a change that was cut short, or the disk.
  let hasDamage: Bool

  /// Reads a header file's bytes; `path` is for the error.
  init(_ pages: [UInt8], path: String) throws(VaultError) {
    let copies = try [0, 1].map { copy throws(VaultError) in
      try HeaderCopies.copy(copy, of: pages, path: path)
    }
    let valid = copies.compactMap { $0 }
    guard let newest = valid.max(by: { $0.generation < $1.generation }) else {
      throw .headerDamaged(path: path)
    }
    self.newest = newest
    outdated = copies.firstIndex { $0 != newest }
    hasDamage = valid.count < copies.count
  }

  /// As the page cache has them: for readers.
  static func read(_ file: any StoredFile) throws(VaultError) -> HeaderCopies {
    // A disk that cannot be read is another thing than a file that is too short.
    guard try VaultFile.isWhole(file, bytes: byteCount) else {
      throw .headerDamaged(path: file.path)
    }
    let pages = try system { () throws(SystemError) in
      try VaultFile.readCopies(of: VaultHeader.pageBytes) { count, offset throws(SystemError) in
        try VaultFile.read(count, of: file, at: offset)
      }
    }
    return try HeaderCopies(pages, path: file.path)
  }

  /// As the medium has them: what is not durable must not be the reason to overwrite what is. The
  /// file is locked for a change.
  static func readDurably(_ file: any StoredFile) throws(VaultError) -> HeaderCopies {
    let pages = try system { () throws(SystemError) in
      try file.syncData()
      return try VaultFile.readCopies(of: VaultHeader.pageBytes) {
        count, offset throws(SystemError) in
        try file.readPastCache(count: count, at: offset)
      }
    }
    return try HeaderCopies(pages, path: file.path)
  }

  /// Brings both copies to `header`, beginning with the one that is not the newest.
  func replace(with header: VaultHeader, in file: any StoredFile) throws(VaultError) {
    let first = outdated ?? 1
    try HeaderCopies.write(header, copy: first, in: file)
    try HeaderCopies.write(header, copy: 1 - first, in: file)
  }

  /// Brings the outdated copy to the newest: with it goes what an old passphrase could open.
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

  private static func copy(
    _ copy: Int, of pages: [UInt8], path: String
  ) throws(VaultError) -> VaultHeader? {
    let start = copy * VaultHeader.pageBytes
    switch VaultHeader.read(pages.span.extracting(start..<start + VaultHeader.pageBytes)) {
    case .header(let header): return header
    case .newer: throw .newerVersion(path: path)
    case .damaged: return nil
    }
  }
}

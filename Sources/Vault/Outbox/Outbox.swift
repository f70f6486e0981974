// Invariants 2 and 4: a packet gets its name in the outbox after its chunks are durably spent, and
// before the second slot says so. So a send that was cut short is decided by what is found here.
internal import System

/// The packets of one pad that may have been released, and that the other end has not confirmed
/// (vernam-vault(5), "The outbox"): each in a file that is named after its receipt.
struct Outbox {
  /// A packet that does not have its name yet.
  private static let newName = "new"

  let directory: String
  let environment: VaultEnvironment
  private var storage: any Storage { environment.storage }

  private func path(_ receipt: PacketReceipt) -> String {
    directory + "/" + receipt.hexadecimal
  }

  /// Makes the file of the next packet. It has its whole length already, so that a full disk is
  /// noticed while nothing is spent.
  func begin(_ count: Int) throws(VaultError) -> any StoredFile {
    try VaultFile.check(directory, is: .directory, in: storage)
    return try system { () throws(SystemError) in
      try storage.makeDirectoriesDurably(directory)
      let file = try VaultFile.createAnew(directory + "/" + Outbox.newName, in: storage)
      try file.overwriteWithZeros(bytes: 0..<count)
      return file
    }
  }

  /// Makes a packet durable and gives it its name: from then on it counts as released.
  func keep(_ file: any StoredFile, as receipt: PacketReceipt) throws(SystemError) {
    try file.sync()
    try storage.rename(file.path, to: path(receipt))
    try storage.syncDirectory(directory)
  }

  /// Makes durable what is kept, which a killed process may have left in the cache only.
  func sync() throws(VaultError) {
    if try isThere { try system(storage.syncDirectory(directory)) }
  }

  /// The receipts of all packets that are kept, in no particular order.
  func receipts() throws(VaultError) -> [PacketReceipt] {
    guard try isThere else { return [] }
    return try system(storage.list(directory)).compactMap(PacketReceipt.init(hexadecimal:))
  }

  /// The packet with this receipt; nil if it is no longer kept.
  func packet(_ receipt: PacketReceipt) throws(VaultError) -> FileBytes? {
    do throws(VaultError) {
      let (file, attributes) = try VaultFile.openWithAttributes(
        path(receipt), lock: .shared, in: environment)
      return FileBytes(file, count: attributes.size)
    } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }

  /// Bytes on the disk: each packet takes whole pages.
  func storedBytes() throws(VaultError) -> Int {
    var sum = 0
    for receipt in try receipts() {
      let size = try system(storage.attributes(at: path(receipt)))?.size ?? 0
      sum += (size + 4095) & ~4095
    }
    return sum
  }

  /// Removes a packet. If a power cut brings it back, it is sent once more, which costs nothing.
  func remove(_ receipt: PacketReceipt) throws(VaultError) {
    do throws(SystemError) { try storage.remove(path(receipt)) } catch {
      if error.code != SystemError.notFound { throw .system(error) }
    }
  }

  /// Removes all of it: the pad is being forgotten.
  func removeAll() throws(SystemError) {
    guard try storage.attributes(at: directory) != nil else { return }
    for name in try storage.list(directory) { try storage.remove(directory + "/" + name) }
    try storage.removeDirectory(directory)
  }

  private var isThere: Bool {
    get throws(VaultError) {
      try VaultFile.check(directory, is: .directory, in: storage)
      return try system(storage.attributes(at: directory)) != nil
    }
  }
}

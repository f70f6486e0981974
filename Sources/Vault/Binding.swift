internal import Pad
internal import Primitives
internal import System

/// What ties a pad's state to the place where it was made: a copied or restored file has another
/// inode or birth time, another machine another id (vault.md, "Time travel and twins").
struct Binding: Equatable {
  static let byteCount = 1 + 16 + 8 + 8 + 4

  /// The first 16 bytes of SHA-256 of machine-id(5); nil where the machine has none.
  let machine: [UInt8]?
  let inode: UInt64
  let birth: FileAttributes.Birth?

  init(machine: [UInt8]?, inode: UInt64, birth: FileAttributes.Birth?) {
    self.machine = machine
    self.inode = inode
    self.birth = birth
  }

  init(of state: FileAttributes, machineID: [UInt8]?) {
    machine = machineID.map { Array(SHA256.hash($0.span).prefix(16)) }
    inode = state.inode
    birth = state.birth
  }

  init(reading bytes: Span<UInt8>, at offset: inout Int) {
    let present = bytes.load(UInt8.self, at: &offset)
    let machine = bytes.extracting(offset..<offset + 16).publicCopy
    offset += 16
    inode = bytes.load(UInt64.self, at: &offset)
    let seconds = bytes.load(Int64.self, at: &offset)
    let nanoseconds = bytes.load(UInt32.self, at: &offset)
    self.machine = present & 1 != 0 ? machine : nil
    birth =
      present & 2 != 0
      ? FileAttributes.Birth(seconds: seconds, nanoseconds: nanoseconds) : nil
  }

  func store(in bytes: inout MutableSpan<UInt8>, at offset: inout Int) {
    bytes.store(UInt8((machine == nil ? 0 : 1) | (birth == nil ? 0 : 2)), at: &offset)
    let identity = machine ?? [UInt8](repeating: 0, count: 16)
    bytes.store(identity.span, at: &offset)
    bytes.store(inode, at: &offset)
    bytes.store(birth?.seconds ?? 0, at: &offset)
    bytes.store(birth?.nanoseconds ?? 0, at: &offset)
  }
}

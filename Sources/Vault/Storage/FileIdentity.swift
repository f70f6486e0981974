internal import Pad
internal import System

/// What tells a file from a copy of it: a copied or restored file has another inode or birth time,
/// and a btrfs subvolume put back from a snapshot has another id.
struct FileIdentity: Equatable, Sendable {
  static let byteCount = 1 + 8 + 8 + 4 + 8
  private static let hasBirth: UInt8 = 1
  private static let hasSubvolume: UInt8 = 2

  let inode: UInt64
  /// Nil if the file system did not record it.
  let birth: FileAttributes.Birth?
  /// Nil on file systems without subvolumes.
  let subvolume: UInt64?
}

extension FileIdentity {
  init(_ attributes: FileAttributes, subvolume: UInt64?) {
    self.init(inode: attributes.inode, birth: attributes.birth, subvolume: subvolume)
  }

  init(of file: any StoredFile) throws(SystemError) {
    self.init(try file.attributes(), subvolume: file.subvolume)
  }

  /// Whether the recorded identity is that of `found`. Parts recorded as absent are not compared: a
  /// newer kernel may report more.
  func matches(_ found: FileIdentity) -> Bool {
    inode == found.inode && (birth == nil || birth == found.birth)
      && (subvolume == nil || subvolume == found.subvolume)
  }

  /// Nil if this program would not write these bytes.
  init?(reading bytes: Span<UInt8>, at offset: inout Int) {
    let present = bytes.load(UInt8.self, at: &offset)
    let inode = bytes.load(UInt64.self, at: &offset)
    let birth = FileAttributes.Birth(
      seconds: bytes.load(Int64.self, at: &offset),
      nanoseconds: bytes.load(UInt32.self, at: &offset))
    let subvolume = bytes.load(UInt64.self, at: &offset)
    let hasBirth = present & FileIdentity.hasBirth != 0
    let hasSubvolume = present & FileIdentity.hasSubvolume != 0
    guard present <= FileIdentity.hasBirth | FileIdentity.hasSubvolume,
      hasBirth || birth == FileAttributes.Birth(seconds: 0, nanoseconds: 0),
      hasSubvolume || subvolume == 0
    else { return nil }
    self.init(
      inode: inode, birth: hasBirth ? birth : nil, subvolume: hasSubvolume ? subvolume : nil)
  }

  func store(in bytes: inout MutableSpan<UInt8>, at offset: inout Int) {
    let present =
      (birth == nil ? 0 : FileIdentity.hasBirth)
      | (subvolume == nil ? 0 : FileIdentity.hasSubvolume)
    bytes.store(present, at: &offset)
    bytes.store(inode, at: &offset)
    bytes.store(birth?.seconds ?? 0, at: &offset)
    bytes.store(birth?.nanoseconds ?? 0, at: &offset)
    bytes.store(subvolume ?? 0, at: &offset)
  }
}

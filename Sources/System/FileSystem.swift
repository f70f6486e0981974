/// File systems by what they promise of a write and a sync in place.
package enum FileSystem: Equatable, Sendable {
  /// Overwrites in place and keeps a completed `fdatasync`: ext4, xfs.
  case inPlace
  /// btrfs: in place only where copy-on-write is off for the file.
  case btrfs
  /// Lives in memory: tmpfs, ramfs. Nothing survives a power cut, so nothing comes back either.
  case memory
  /// Another machine or a user process decides what a sync means: NFS, SMB, 9P, FUSE.
  case remote
  /// Not on the list.
  case unknown

  /// From `f_type` of statfs(2); the numbers are those of linux/magic.h.
  init(magic: UInt64) {
    switch magic & 0xffff_ffff {
    case 0xef53, 0x5846_5342: self = .inPlace
    case 0x9123_683e: self = .btrfs
    case 0x0102_1994, 0x8584_58f6: self = .memory
    case 0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x0102_1997, 0x6573_5546, 0x00c3_6400,
      0x7375_7245, 0x5346_414f:
      self = .remote
    default: self = .unknown
    }
  }
}

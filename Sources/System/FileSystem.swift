/// File systems, by what they promise for a write and a sync in place.
package enum FileSystem: Equatable, Sendable {
  /// Overwrites in place and keeps a completed `fdatasync`: ext4, xfs.
  case inPlace
  /// btrfs: in place only if copy-on-write is off for the file.
  case btrfs
  /// Lives in memory: tmpfs, ramfs. Nothing survives a power cut, so nothing comes back either.
  case memory
  /// Other machines, the host of a virtual one, or a user process decide what a sync means: NFS,
  /// SMB, OCFS2, 9P, FUSE.
  case remote
  /// Not on the list.
  case unknown

  /// The names of proc_mounts(5) and the numbers of linux/magic.h, or of the file system itself.
  private static let known: [(name: String, magic: UInt32, kind: FileSystem)] = [
    ("ext4", 0xef53, .inPlace), ("ext3", 0xef53, .inPlace), ("ext2", 0xef53, .inPlace),
    ("xfs", 0x5846_5342, .inPlace), ("btrfs", 0x9123_683e, .btrfs),
    ("tmpfs", 0x0102_1994, .memory), ("ramfs", 0x8584_58f6, .memory),
    ("nfs", 0x6969, .remote), ("nfs4", 0x6969, .remote), ("smbfs", 0x517b, .remote),
    ("cifs", 0xff53_4d42, .remote), ("smb3", 0xfe53_4d42, .remote), ("9p", 0x0102_1997, .remote),
    ("fuse", 0x6573_5546, .remote), ("virtiofs", 0x6573_5546, .remote),
    ("ceph", 0x00c3_6400, .remote), ("coda", 0x7375_7245, .remote), ("afs", 0x5346_414f, .remote),
    ("ocfs2", 0x7461_636f, .remote), ("gfs2", 0x0116_1970, .remote),
    ("lustre", 0x0bd0_0bd0, .remote), ("vboxsf", 0x786f_4256, .remote),
    ("vmhgfs", 0xbacb_acbc, .remote),
    ("afs", 0x6b41_4653, .remote), ("pvfs2", 0x2003_0528, .remote),
    ("gpfs", 0x4750_4653, .remote), ("beegfs", 0x1983_0326, .remote),
    ("prl_fs", 0x7c7c_6673, .remote), ("panfs", 0xaad7_aaea, .remote),
    ("acfs", 0x6163_6673, .remote),
  ]

  /// From `f_type` of statfs(2).
  init(magic: UInt64) {
    let magic = UInt32(truncatingIfNeeded: magic)
    self = FileSystem.known.first { $0.magic == magic }?.kind ?? .unknown
  }

  /// From the type of a mount, such as `ext4` or `fuse.sshfs`.
  package init(type: String) {
    let name = type.prefix { $0 != "." }
    self = FileSystem.known.first { $0.name == name }?.kind ?? .unknown
  }
}

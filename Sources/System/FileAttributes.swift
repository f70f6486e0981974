internal import CLinux
internal import Glibc

/// What statx(2) knows about a file; enough to tell whether two names mean the same file.
package struct FileAttributes: Equatable, Sendable {
  package enum Kind: Sendable { case regular, directory, pipe, other }

  /// The moment the file was created, if the file system records it.
  package struct Birth: Equatable, Sendable {
    package let seconds: Int64
    package let nanoseconds: UInt32

    package init(seconds: Int64, nanoseconds: UInt32) {
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }
  }

  package let device: UInt64
  package let inode: UInt64
  /// Bytes.
  package let size: Int
  package let kind: Kind
  /// The permission bits alone.
  package let permissions: UInt32
  package let owner: UInt32
  package let links: UInt32
  package let birth: Birth?

  package init(
    device: UInt64, inode: UInt64, size: Int, kind: Kind, permissions: UInt32, owner: UInt32,
    links: UInt32, birth: Birth?
  ) {
    self.device = device
    self.inode = inode
    self.size = size
    self.kind = kind
    self.permissions = permissions
    self.owner = owner
    self.links = links
    self.birth = birth
  }

  init(_ found: linux_attributes) {
    let kind: Kind =
      switch found.mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFIFO: .pipe
      default: .other
      }
    self.init(
      device: found.device, inode: found.inode, size: Int(found.size), kind: kind,
      permissions: found.mode & 0o7777, owner: found.owner, links: found.links,
      birth: found.has_birth
        ? Birth(seconds: found.birth_seconds, nanoseconds: found.birth_nanoseconds) : nil)
  }

  /// Whether both are the same file, whatever has been written to it meanwhile.
  package func isSameFile(as other: FileAttributes) -> Bool {
    device == other.device && inode == other.inode
  }
}

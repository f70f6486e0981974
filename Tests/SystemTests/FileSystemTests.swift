import System
import Testing

@Suite("Kinds of file systems")
struct FileSystemTests {
  @Test(
    "Whatever another machine or program decides about is remote, even if it looks like a disk",
    arguments: [
      "nfs4", "cifs", "9p", "fuse.sshfs", "virtiofs", "ocfs2", "gfs2", "lustre", "vboxsf", "vmhgfs",
      "afs", "pvfs2", "gpfs", "beegfs", "prl_fs", "panfs", "acfs",
    ])
  func remote(_ type: String) {
    #expect(FileSystem(type: type) == .remote)
  }

  @Test("What is on no list is unknown", arguments: ["zfs", "", "ext"])
  func unknown(_ type: String) {
    #expect(FileSystem(type: type) == .unknown)
  }
}

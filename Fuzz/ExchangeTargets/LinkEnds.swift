internal import Glibc
internal import System
internal import TestSupport
internal import Vault

/// Two ends that share a pad, in a directory that is removed when the process ends.
struct LinkEnds {
  static let shared = LinkEnds()
  private static let directory = "/tmp/vernam-fuzz-\(getpid())"

  let vault: Vault
  let mostBytes: Int
  let alice: LinkKey
  let bob: LinkKey

  private init() {
    do {
      removeTree(LinkEnds.directory)
      try Disk().createDirectory(LinkEnds.directory)
      atexit { removeTree(LinkEnds.directory) }
      let two = try TwoVaults(in: LinkEnds.directory, size: 512 << 10)
      vault = two.alice
      mostBytes = try vault.largestPacketBytes()
      alice = try vault.linkKeys(of: vault.contact("bob"))[0]
      bob = try two.bob.linkKeys(of: two.bob.contact("alice"))[0]
    } catch { preconditionFailure("\(error)") }
  }
}

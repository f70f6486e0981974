import FuzzTargets
import Pad
import Primitives
import System
import TestSupport
import Testing

@testable import Vault

/// The inputs that the fuzz targets of a vault's files begin with (`Fixtures/Corpus`).
@Suite("The corpus of a vault's files")
struct CorpusTests {
  @Test(
    "is made again", .enabled(if: Machine.environment("VERNAM_MAKE_CORPUS") != nil))
  func make() throws {
    let directory = Machine.environment("VERNAM_MAKE_CORPUS")!
    for (name, text) in try states() {
      try put(text, "\(directory)/state/\(name)")
      try put(slot(text), "\(directory)/slot/\(name)")
    }
    for (name, text) in books() { try put(text, "\(directory)/contacts/\(name)") }
  }

  private func put(_ bytes: [UInt8], _ path: String) throws {
    try Disk().makeDirectories(parentDirectory(of: path))
    try writeFile(path, bytes)
  }

  /// A slot as the fuzz target opens it.
  private func slot(_ text: [UInt8]) -> [UInt8] {
    let slots = PadState.slots(of: PadID([UInt8](repeating: 7, count: 16)))
    let slot = slots.seal(
      SecretBytes(copying: text.span), generation: 1, slot: 0, rootKey: SecretBytes(count: 32),
      randomness: Seeded(seed: 1))
    return Array(slot.prefix(SlotHead.byteCount + text.count + 16))
  }

  private func states() throws -> [(String, [UInt8])] {
    try withQuickDirectory { directory in
      let two = try TwoVaults(in: directory, size: 64 << 10)
      func state(_ vault: Vault) throws -> [UInt8] {
        try vault.readState(of: two.padID) { _, state in
          state.content.encoded().withBytes { $0.publicCopy }
        }
      }
      var found = [("unused", try state(two.bob))]
      let packets = try (0..<40).map { try two.bob.sendText("\($0)", to: "alice") }
      found.append(("sent-only", try state(two.bob)))
      for number in [0, 3, 7] { _ = try two.alice.receiveText(packets[number]) }
      found.append(("gaps", try state(two.alice)))
      for number in stride(from: 9, to: 40, by: 2) {
        _ = try two.alice.receiveText(packets[number])
      }
      found.append(("many-gaps", try state(two.alice)))
      _ = try two.alice.sendText("back", to: "bob")
      _ = try two.alice.skip("bob")
      found.append(("skipped", try state(two.alice)))
      return found
    }
  }

  /// Books that are taken and, from `cut` on, books that are refused.
  private func books() -> [(String, [UInt8])] {
    let random = Seeded(seed: 2)
    let identity = FileIdentity(
      inode: 77, birth: FileAttributes.Birth(seconds: 1_700_000_000, nanoseconds: 5), subvolume: 9)
    func book(_ pads: Int) -> ContactBook {
      var book = ContactBook(identity: identity)
      for number in 0..<pads {
        let keys = HeaderKeys(SecretBytes(random: 64, from: random))
        let contact = ContactID([UInt8](repeating: UInt8(number / 2 + 1), count: 16))
        let pad = ContactBook.Pad(
          id: PadID(random.bytes(16)), contact: contact, role: number % 2 == 0 ? .giver : .taker,
          shape: PadShape(chunkBytes: 256, laneChunks: [4, number + 1])!, keys: keys)
        book.add(pad, named: "contact \(number / 2)")
      }
      return book
    }
    func encoded(_ book: ContactBook) -> [UInt8] { book.encoded().withBytes { $0.publicCopy } }
    var closedContact = book(4)
    closedContact.close(closedContact.people[0].id, for: .peerHasSeenMore)
    var closedVault = book(2)
    closedVault.closeAll(for: .vaultIsOlder)
    var machines = book(1)
    machines.machines = (0..<4).map { [UInt8](repeating: UInt8($0), count: 16) }
    var directory = book(1)
    directory.counterDirectory = "/home/alice/.local/state/vernam"
    let several = encoded(book(3))
    let padBytes = 16 + 4 + 16 + 1 + 10 + 64
    func changed(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
      var bytes = several
      change(&bytes)
      return bytes
    }
    return [
      ("none", encoded(book(0))), ("one", encoded(book(1))), ("several", several),
      ("closed-contact", encoded(closedContact)), ("closed-vault", encoded(closedVault)),
      ("machines", encoded(machines)), ("directory", encoded(directory)),
      ("cut", changed { $0.removeLast(3) }), ("newer", changed { $0[1] = 2 }),
      ("turned", changed { $0[$0.count - padBytes + 19] = 1 }),
      (
        "twice",
        changed { bytes in
          let last = bytes.count - padBytes
          bytes.replaceSubrange(
            last..<last + 16, with: bytes[last - padBytes..<last - padBytes + 16])
        }
      ),
      ("many", changed { $0.replaceSubrange(115..<123, with: [UInt8](repeating: 0xff, count: 8)) }),
      ("unlisted", changed { $0[$0.count - padBytes + 20] ^= 0xff }),
    ]
  }
}

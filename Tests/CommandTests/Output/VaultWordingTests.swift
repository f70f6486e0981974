import Doctor
import System
import Testing
import Wording

@testable import Vault
@testable import vernam

@Suite("Wording of the vault's errors and warnings")
struct VaultWordingTests {
  private static let path = "/vault/file"
  private static let pad = PadID([UInt8](repeating: 7, count: 16))
  private static let disk = SystemError("write", path, code: SystemError.noSpace)

  private static let ofFiles: [VaultError] = [
    .noVault(path: path), .headerMissing(path: path), .vaultExists(path: path),
    .passphraseFileTooLong(path: path, limit: 64), .headerDamaged(path: path),
    .newerVersion(path: path), .costTooHigh(path: path), .listDamaged(path: path),
    .bookDamaged(path: path), .counterGone(path: path), .padDamaged(contact: nil, path: path),
    .padDamaged(contact: "bob", path: path), .padMissing(contact: nil, path: path),
    .padMissing(contact: "bob", path: path), .tooLong(path: path, bytes: 64),
    .unsafeFile(path: path, .openToOthers), .untrustedFileSystem(path: path), .busy(path: path),
    .replaced(path: path), .moved(path: path), .system(disk),
  ]
  private static let ofPeople: [VaultError] = [
    .noContact("bob"), .carriedPadIsOut("bob", pad), .nameTaken("bob"), .waitingForPeer("bob"),
    .newPadWaits("bob", left: 1), .sendingClosed("bob", .moved),
    .notEnoughPad("bob", left: 1, needed: 2),
    .spentInVain(to: "bob", isCertain: true, because: .system(disk)),
    .notMarkedAsRead(from: "bob", because: .system(disk)),
    .notMarkedAsRead(from: "bob", because: .tooManyMissing(from: "bob")), .ownMessage(to: "bob"),
    .alreadyRead(from: "bob"), .alreadyReadOrGivenUp(from: "bob"),
    .padReused(from: "bob", on: pad), .unknownKind(9, from: "bob"), .malformedBody(from: "bob"),
    .unusableName(from: "bob"), .tooManyMissing(from: "bob"),
  ]
  private static let others: [VaultError] = [
    .wrongPassphrase, .noPassphrase, .tooManyContacts, .notEnoughMemory(bytes: 1 << 30),
    .keyringRefused(.noKeyring), .keyringRefused(.system(disk)), .keyringRefused(.unreadable),
    .keyringRefused(.noKeyThatFits), .badName, .padKnown, .foreign,
  ]

  @Test(
    "An error is one line, plus one that says what to do", arguments: ofFiles + ofPeople + others)
  func errors(_ error: VaultError) {
    for line in [error.what, error.hint] {
      #expect(!line.isEmpty && !line.contains("\n"))
      // As Swift prints values that have no wording.
      #expect(!line.contains("(path:") && !line.contains("SystemError"))
    }
  }

  @Test("An error about a file names it", arguments: ofFiles)
  func path(_ error: VaultError) { #expect(error.what.contains(VaultWordingTests.path)) }

  @Test("An error about a contact's pad or message names the contact", arguments: ofPeople)
  func contact(_ error: VaultError) { #expect(error.what.contains("bob")) }

  @Test("The error for a message that fits on none of several pads gives the largest")
  func fitsNone() {
    let error = VaultError.notEnoughPad("bob", left: 2048, needed: 2816, pads: 2, messages: 8)
    #expect(error.what.contains("the largest of bob's 2 pads has 2.00 KiB left (8 messages), but"))
    #expect(error.what.contains("needs 2.75 KiB in one pad"))
  }

  @Test("What is left is also given in messages and photos, unless nothing is")
  func amounts() {
    let large = VaultError.notEnoughPad("bob", left: 6 << 20, needed: 7 << 20, messages: 24_576)
    #expect(
      large.what
        == "bob's pad has 6.00 MiB left (about 24,000 messages or 2 photos), but this message "
        + "needs 7.00 MiB")
    #expect(
      VaultError.notEnoughPad("bob", left: 0, needed: 256).what
        == "bob's pad has 0 B left, but this message needs 256 B")
  }

  @Test("A warning is one line, and names what it is about")
  func warnings() {
    let (path, error) = (VaultWordingTests.path, VaultError.system(VaultWordingTests.disk))
    let warnings: [VaultWarning] = [
      .keepsUsedPad(path: path), .keepsDestroyedPad(path: path),
      .counterUnchanged(VaultWordingTests.disk), .mended(path: path), .headerNotRenewed(error),
      .chunksPassedOver(path: path), .padPassedOver(error),
    ]
    for warning in warnings {
      #expect(warning.text.contains(path) && !warning.text.contains("\n"))
      #expect(!warning.text.contains("SystemError"))
      #expect(!warning.isAlarm)
    }
    #expect(
      VaultWarning.keepsDestroyedPad(path: path).text
        == "this file system may keep old copies of the pad and of its keys (\(path))")
    #expect(VaultWarning.noPlaceForCounters.text.contains("XDG_STATE_HOME"))
    #expect(!VaultWarning.noPlaceForCounters.isAlarm)
  }

  @Test("An alarm says what the danger is, and how both can get out of it")
  func reused() {
    let error = VaultError.padReused(from: "bob", on: VaultWordingTests.pad)
    #expect(
      error.what == "ALARM: bob used the same part of the pad for two messages: others may be able "
        + "to read both")
    #expect(
      error.hint == "do not write on this pad; tell bob in another way; both of you run "
        + "\"vernam forget 07070707\", meet and pair again")
  }

  @Test(
    "The time for which the vault is unlocked is said in words",
    arguments: [
      ("15m", "15 minutes"), ("90s", "90 seconds"), ("60m", "1 hour"), ("1d", "1 day"),
      ("7200s", "2 hours"),
    ])
  func duration(_ typed: String, _ words: String) {
    #expect(TimeLimit(argument: typed)?.inWords == words)
  }

  @Test("It is an alarm that somebody else sent with a pad")
  func alarm() {
    let alarm = VaultWarning.sendingClosed("bob", .peerHasSeenMore)
    #expect(alarm.isAlarm)
    #expect(
      alarm.text == "you can no longer send to bob on these pads: "
        + "messages from you have arrived that this vault did not send")
  }

  @Test("Somebody with an old copy should use the other one before pairing again")
  func older() {
    let error = VaultError.sendingClosed("bob", .vaultIsOlder)
    #expect(
      error.what == "you can no longer send to bob on these pads: "
        + "this vault is an old copy, or in use in another place")
    #expect(
      error.hint
        == "you can still read messages; to send, use the other copy of this vault and delete this "
        + "one; if you have no other, meet bob and run \"vernam pair bob\"")
    #expect(
      VaultError.moved(path: "/vault").hint
        == "if you moved the vault, run \"vernam adopt\", and never use the old copy again; if this is only "
        + "a copy, delete it")
    #expect(
      VaultError.counterGone(path: "/counter").hint
        == "run \"vernam adopt\", which asks whether it is one")
  }

  @Test("The doctor's findings on the vault use the vault's wording, with a hint")
  func findings() {
    var snapshot = SystemSnapshot(texts: KernelTexts(), directory: "/vault")
    snapshot.inspection = VaultInspection()
    snapshot.inspection?.faults = [
      .unsafeFile(path: "/vault", .directoryOpenToOthers),
      .unsafeFile(path: "/vault/gone", .openToOthers), .unsafeFile(path: "/vault/vault", .missing),
    ]
    let pad = VaultWordingTests.pad
    snapshot.pads = [
      PadCondition(id: pad, contact: "bob", kind: .closed(.moved)),
      PadCondition(id: pad, contact: "carol", kind: .closed(.moved)),
      PadCondition(id: pad, contact: "carol", kind: .working),
    ]
    let findings = Doctor.findings(snapshot).filter { [.permissions, .pads].contains($0.about) }
    #expect(
      findings.map { [$0.text, $0.hint] } == [
        [
          "2 files of the vault can be opened by other users",
          "run \"chmod -R go-rwx '/vault'\"",
        ],
        [
          "/vault/vault is missing",
          "the vault is damaged: meet and pair again with --vault NEWFOLDER",
        ],
        [
          "you can no longer send to bob on these pads: this vault was copied or restored",
          "you can still read messages; to send, meet bob and run \"vernam pair bob\"",
        ],
        [
          "you can no longer send on one of carol's pads: this vault was copied or restored",
          "once no more messages come on it, run \"vernam forget \(pad.hexadecimal)\"",
        ],
      ])
  }
}

import Discovery
import System
import TestSupport
import Testing
import Wording

@testable import Doctor
@testable import Vault
@testable import vernam

@Suite("The doctor's findings")
struct DoctorTests {
  @Test("A healthy machine gives no complaint, and every complaint has a hint")
  func healthy() {
    let findings = Doctor.findings(OtherMachine.snapshot())
    #expect(findings.allSatisfy { $0.level == .ok && $0.hint == nil })
    #expect(Set(findings.map(\.about)).count == findings.count)
    let ill = Doctor.findings(ill)
    for finding in ill {
      #expect((finding.level == .ok) == (finding.hint == nil))
      #expect(!finding.text.isEmpty)
      #expect(!finding.text.contains("\n") && !(finding.hint ?? "").contains("\n"))
    }
  }

  /// A machine with everything wrong at once.
  private var ill: SystemSnapshot {
    var snapshot = OtherMachine.snapshot([
      "/proc/self/mountinfo": "1 0 8:2 / / ro,nobarrier - ext4 /dev/sda2 rw,data=journal",
      "/proc/swaps": "Filename Type Size Used Priority\n/dev/sda3 partition 1 0 -2\n",
      "/etc/machine-id": nil, "/run/firewalld.pid": "1\n",
    ])
    snapshot.inspection?.faults = [.unsafeFile(path: "/vault", .openToOthers)]
    snapshot.inspection?.hasBirth = false
    snapshot.inspection?.hasCacheTag = false
    snapshot.pads = Pads.all.map { PadCondition(id: Pads.id, contact: "bob", kind: $0.0) }
    snapshot.isMemoryLocked = false
    snapshot.allowsCoreDumps = true
    snapshot.keyringRefusal = "Operation not permitted"
    snapshot.daemons = DaemonStatus(isBusRunning: false, isAvahiRunning: false)
    snapshot.counterDirectory = nil
    return snapshot
  }

  @Test(
    "File systems by what they promise",
    arguments: [
      ("40 22 8:1 / /home rw - xfs /dev/sda1 rw", []),
      ("40 22 8:1 / /home rw - ext4 /dev/sda1 rw,data=ordered", []),
      ("40 22 8:1 / /home rw - ext4 /dev/sda1 rw,data=journal", ["warn file system"]),
      ("40 22 8:1 / /home rw - ext4 /dev/sda1 rw,data=writeback", ["warn file system"]),
      ("40 22 8:1 / /home rw - ext4 /dev/sda1 rw,nobarrier", ["bad file system"]),
      ("40 22 8:1 / /home ro - ext4 /dev/sda1 rw", ["bad file system"]),
      ("40 22 0:40 / /home rw - btrfs /dev/sda1 rw", []),
      ("40 22 0:41 / /home rw - tmpfs tmpfs rw", ["warn file system"]),
      ("40 22 0:42 / /home rw - nfs4 server:/ rw", ["bad file system"]),
      ("40 22 0:42 / /home rw - fuse.sshfs server:/ rw", ["bad file system"]),
      ("40 22 0:43 / /home rw - overlay overlay rw,upperdir=/x", ["warn file system"]),
      ("40 22 0:44 / /home rw - zfs pool/home rw", ["warn file system"]),
      // The later of two mounts on one point counts; a mount point that ends within a component of
      // the path does not.
      ("40 22 0:41 / /home rw - tmpfs t rw\n41 22 8:1 / /home rw - xfs /dev/sda1 rw", []),
      ("40 22 0:41 / /home/al rw - tmpfs t rw", []),
    ] as [(String, [String])])
  func fileSystems(_ line: String, _ complaints: [String]) {
    #expect(OtherMachine.snapshot(OtherMachine.home(line)).complaints == complaints)
  }

  @Test("A network file system that somebody vouches for is only a warning")
  func vouchedFor() {
    var snapshot = OtherMachine.snapshot(
      OtherMachine.home("40 22 0:42 / /home rw - nfs4 server:/ rw"))
    snapshot.trustsFileSystem = true
    #expect(snapshot.complaints == ["warn file system"])
  }

  @Test("btrfs gives a complaint if a file is copied on write")
  func btrfs() {
    var snapshot = OtherMachine.snapshot(
      OtherMachine.home("40 22 0:40 / /home rw - btrfs /dev/sda1 rw"))
    snapshot.inspection?.copiedOnWrite = ["/home/alice/.vault/pad"]
    #expect(snapshot.complaints == ["warn file system"])
  }

  @Test(
    "Flash gives a complaint unless the disk is encrypted",
    arguments: [
      (["/sys/dev/block/8:1/queue/rotational": "0\n"], ["warn disk"]),
      (
        [
          "/sys/dev/block/8:1/queue/rotational": "0\n",
          "/sys/dev/block/8:1/dm/uuid": "CRYPT-LUKS2-0123-root",
        ], []
      ),
      // A logical volume on an encrypted device.
      (
        [
          "/sys/dev/block/8:1/queue/rotational": "0\n", "/sys/dev/block/8:1/dm/uuid": "LVM-abc",
          "/sys/dev/block/8:1/slaves/dm-0/dm/uuid": "CRYPT-LUKS2-0123-root",
        ], []
      ),
      // One of two parts is not encrypted.
      (
        [
          "/sys/dev/block/8:1/queue/rotational": "0\n", "/sys/dev/block/8:1/dm/uuid": "LVM-abc",
          "/sys/dev/block/8:1/slaves/dm-0/dm/uuid": "CRYPT-LUKS2-0123-root",
          "/sys/dev/block/8:1/slaves/sdb1/dev": "8:17",
        ], ["warn disk"]
      ),
      // A partition is like its disk.
      (
        ["/sys/dev/block/8:1/queue/rotational": nil, "/sys/dev/block/queue/rotational": "0"],
        ["warn disk"]
      ),
    ] as [([String: String?], [String])])
  func flash(_ changes: [String: String?], _ complaints: [String]) {
    #expect(OtherMachine.snapshot(changes).complaints == complaints)
  }

  @Test(
    "Swap gives a complaint if it leaves memory unencrypted",
    arguments: [
      ([("/dev/sda2", "partition")], [:], ["warn swap", "warn hibernation"]),
      ([("/dev/zram0", "partition")], [:], []),
      ([("/dev/zram0", "partition")], ["/sys/block/zram0/backing_dev": "none\n"], []),
      (
        [("/dev/zram0", "partition")], ["/sys/block/zram0/backing_dev": "/dev/sda4\n"],
        ["warn swap"]
      ),
      (
        [("/dev/dm-1", "partition")], ["/sys/class/block/dm-1/dm/uuid": "CRYPT-PLAIN-swap"], []
      ),
      ([("/swapfile", "file")], [:], ["warn swap", "warn hibernation"]),
      ([("/swapfile", "file")], ["/sys/dev/block/8:1/dm/uuid": "CRYPT-LUKS2-root"], []),
      ([("/dev/sda2", "partition")], ["/sys/power/disk": "[disabled]\n"], ["warn swap"]),
      ([("/dev/sda2", "partition")], ["/sys/power/state": "freeze mem\n"], ["warn swap"]),
      (
        [("/dev/sda2", "partition"), ("/dev/sdb2", "partition")], ["/sys/power/state": nil],
        ["warn swap", "warn swap"]
      ),
    ] as [([(String, String)], [String: String?], [String])])
  func swap(_ swaps: [(String, String)], _ changes: [String: String?], _ complaints: [String]) {
    let lines = swaps.map { "\($0)  \($1)\t8388604\t0\t-2\n" }
    var changes = changes
    changes["/proc/swaps"] = "Filename\tType\tSize\tUsed\tPriority\n" + lines.joined()
    #expect(OtherMachine.snapshot(changes).complaints == complaints)
  }

  @Test("Memory that cannot be locked is reported with the limit")
  func memory() throws {
    var snapshot = OtherMachine.snapshot([
      "/proc/self/limits": "Limit  Soft  Hard  Units\nMax locked memory  65536  65536  bytes\n"
    ])
    snapshot.isMemoryLocked = false
    let finding = try #require(MemoryCheck.findings(snapshot).first)
    #expect(
      finding.text
        == "Linux may write keys and messages to the disk: vernam has to lock 4096 KiB in "
        + "memory, and the limit is 64 KiB")
    #expect(snapshot.complaints == ["warn memory"])
  }

  @Test(
    "Missing requirements for pairing, unlocking and recognizing copies",
    arguments: [
      ("/etc/machine-id", nil, ["warn copies"]), ("/etc/machine-id", "", ["warn copies"]),
      ("/etc/ufw/ufw.conf", "# ufw\nENABLED=yes\n", ["warn firewall"]),
      ("/etc/ufw/ufw.conf", "ENABLED=no\n", []), ("/run/firewalld.pid", "77", ["warn firewall"]),
    ] as [(String, String?, [String])])
  func missing(_ path: String, _ text: String?, _ complaints: [String]) {
    #expect(OtherMachine.snapshot([path: text]).complaints == complaints)
  }

  @Test("Core dumps are bad, wherever they go", arguments: ["core", "|/usr/lib/collector %p"])
  func coreDumps(_ pattern: String) {
    var snapshot = OtherMachine.snapshot(["/proc/sys/kernel/core_pattern": pattern])
    #expect(snapshot.complaints == [])
    snapshot.allowsCoreDumps = true
    #expect(snapshot.complaints == ["bad core dumps"])
  }

  @Test("A vault without a passphrase is a warning, with the command that sets one")
  func noPassphrase() throws {
    var snapshot = OtherMachine.snapshot()
    snapshot.hasPassphrase = false
    #expect(snapshot.complaints == ["warn vault"])
    let finding = try #require(VaultCheck.findings(snapshot).last)
    #expect(finding.what == .vault(.hasNoPassphrase))
    #expect(finding.text.hasPrefix("the vault has no passphrase: anyone who takes this computer"))
    #expect(finding.hint == "set one with \"vernam passphrase\"")
  }

  @Test("Daemons that are not running", arguments: [(false, false), (false, true), (true, false)])
  func daemons(_ bus: Bool, _ avahi: Bool) {
    var snapshot = OtherMachine.snapshot()
    snapshot.daemons = DaemonStatus(isBusRunning: bus, isAvahiRunning: avahi)
    #expect(snapshot.complaints == ["warn discovery"])
  }

  @Test("Without Avahi's library, that is said, whatever runs")
  func library() {
    var snapshot = OtherMachine.snapshot()
    snapshot.hasDiscoveryLibrary = false
    #expect(DaemonCheck.findings(snapshot).map(\.what) == [.pairing(.libraryIsMissing)])
  }

  /// The conditions of a pad, and the complaints that they give.
  enum Pads {
    static let id = PadID([UInt8](repeating: 7, count: 16))
    static let all: [(PadCondition.Kind, [String])] = [
      (.working, []), (.waiting, ["warn pads"]), (.closed(.peerHasSeenMore), ["bad pads"]),
      (.moved, ["bad pads"]), (.halfDamaged, ["warn pads"]),
      (.damaged(.padDamaged(contact: nil, path: "/pad")), ["bad pads"]),
    ]
  }

  @Test("Pads by their health", arguments: Pads.all)
  func pads(_ kind: PadCondition.Kind, _ complaints: [String]) {
    var snapshot = OtherMachine.snapshot()
    snapshot.pads = [PadCondition(id: Pads.id, contact: "bob", kind: kind)]
    #expect(snapshot.complaints == complaints)
  }

  @Test(
    "A vault that is missing, locked or damaged",
    arguments: [
      (.noPassphrase, ["warn vault"]),
      (.headerDamaged(path: "/vault"), ["bad vault"]),
      (.newerVersion(path: "/vault"), ["bad vault"]),
    ] as [(VaultError, [String])])
  func obstacles(_ obstacle: VaultError, _ complaints: [String]) {
    var snapshot = OtherMachine.snapshot()
    snapshot.obstacle = obstacle
    #expect(snapshot.complaints == complaints)
    snapshot.obstacle = nil
    snapshot.inspection = nil
    #expect(snapshot.complaints == ["warn vault"])
  }

  @Test("A mount point with a blank in its name is found")
  func escapes() throws {
    let line = "40 22 8:1 / /mnt/my\\040disk rw - xfs /dev/sda1 rw"
    let texts = OtherMachine(texts: ["/proc/self/mountinfo": line])
    #expect(Mount.holding("/mnt/my disk/vault", texts)?.point == "/mnt/my disk")
    #expect(Mount.holding("/elsewhere", texts) == nil)
  }
}

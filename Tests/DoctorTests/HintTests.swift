import Testing
import Wording

@testable import Doctor
@testable import Vault
@testable import vernam

@Suite("The doctor's hints")
struct HintTests {
  @Test(
    "say what to type for this firewall",
    arguments: [
      (
        "/etc/ufw/ufw.conf", "ENABLED=yes\n", "ufw",
        "\"sudo ufw allow 5353/udp\" and \"sudo ufw allow 4000/tcp\""
      ),
      (
        "/run/firewalld.pid", "77", "firewalld",
        "\"sudo firewall-cmd --add-port=5353/udp --add-port=4000/tcp\""
      ),
    ])
  func firewalls(_ path: String, _ text: String, _ name: String, _ commands: String) throws {
    let finding = try #require(FirewallCheck.findings(OtherMachine.snapshot([path: text])).first)
    #expect(finding.text == "\(name) is on and may keep others from pairing with this computer")
    #expect(finding.hint == "run \(commands); then run \"vernam pair NAME --port 4000\"")
  }

  @Test("end with \"All is well\" only if no check found anything")
  func conclusion() {
    let well = Finding(.ok, .coreDumps, .memory(.isNotDumped))
    let locked = Finding(.warn, .vault, .vault(.isLocked))
    #expect(FindingText.lines([well, well]).last == "All is well.")
    #expect(!FindingText.lines([well, locked, well]).contains("All is well."))
  }

  @Test("say how to mount a read-only file system for writing")
  func readOnly() throws {
    let snapshot = OtherMachine.snapshot(
      OtherMachine.home("40 22 8:1 / /home ro - ext4 /dev/sda1 rw"))
    let finding = try #require(FileSystemCheck.findings(snapshot).first { $0.level == .bad })
    #expect(finding.text == "/home is read-only")
    #expect(finding.hint == "if the disk has no errors, run \"sudo mount -o remount,rw '/home'\"")
  }
}

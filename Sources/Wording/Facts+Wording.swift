package import Doctor
internal import Vault

extension FileSystemFact {
  /// The root file system is mounted before /etc/fstab can be read.
  private static func ordered(_ point: String) -> String {
    (point == "/"
      ? "give Linux the boot option rootflags=data=ordered"
      : "in /etc/fstab, write data=ordered in the options of \(point)") + ", then restart"
  }

  private static let localDisk =
    "use a vault on a local disk with ext4 or xfs (--vault FOLDER, or set VERNAM_VAULT)"

  package var wording: (text: String, hint: String?) {
    switch self {
    case .isUnknown(let directory):
      ("vernam does not know the file system of \(directory)", FileSystemFact.localDisk)
    case .overwritesInPlace(let mount):
      ("used pad is overwritten where it is stored (\(mount.name))", nil)
    case .isInMemory(let mount):
      (
        "\(mount.name) is in memory: pads are lost when the computer is turned off",
        FileSystemFact.localDisk
      )
    case .isRemote(let mount):
      (
        "\(mount.name) is a network disk, or one that a program provides: it can bring used pad back",
        FileSystemFact.localDisk
      )
    case .mayKeepCopies(let mount):
      (
        "\(mount.name) may keep copies of overwritten bytes, but vernam destroys their keys",
        FileSystemFact.localDisk
      )
    case .overwritesWithoutSnapshots(let mount):
      (
        "used pad is overwritten where it is stored (\(mount.name)), unless there is a snapshot",
        nil
      )
    case .copiesOnWrite(let mount, let path, let vault):
      (
        "\(mount.name) keeps copies of overwritten bytes in \(path)",
        "run \"chattr +C \(ContactName.typed("\(vault)/pads"))\", then meet and pair again"
      )
    case .isReadOnly(let mount):
      (
        "\(mount.point) is read-only",
        "if the disk has no errors, run "
          + "\"sudo mount -o remount,rw \(ContactName.typed(mount.point))\""
      )
    case .hasNoBarriers(let mount):
      (
        "\(mount.point) has no write barriers: used pad can come back after a power cut",
        "remove nobarrier or barrier=0 from /etc/fstab, and mount it again"
      )
    case .journalsData(let mount):
      (
        "the journal of \(mount.point) keeps copies of overwritten bytes",
        FileSystemFact.ordered(mount.point)
      )
    case .writesBack(let mount):
      (
        "\(mount.point) has data=writeback, which was not tested with pads",
        FileSystemFact.ordered(mount.point)
      )
    }
  }
}

extension DiskFact {
  package var wording: (text: String, hint: String?) {
    switch self {
    case .isEncrypted: ("the vault's disk is encrypted", nil)
    case .isNotFlash: ("the vault's disk is not an SSD or a USB stick, as far as Linux knows", nil)
    case .isFlash:
      (
        "the vault's disk is flash, which may keep old bytes for a while",
        "keep the vault on an encrypted disk, and give it a passphrase"
      )
    }
  }
}

extension CopyFact {
  private static let onlyByOther = "only when the other person writes"

  package var wording: (text: String, hint: String?) {
    switch self {
    case .areNoticed:
      (
        "a copy or backup of this vault sends nothing until you adopt it; if the "
          + "whole computer is restored, or a copy is used elsewhere, vernam notices it "
          + CopyFact.onlyByOther,
        nil
      )
    case .noMachineID:
      (
        "this computer has no id: if its disk is copied to another computer, vernam notices it "
          + CopyFact.onlyByOther,
        "run \"sudo systemd-machine-id-setup\", or \"sudo dbus-uuidgen --ensure=/etc/machine-id\""
      )
    case .noBirthTime:
      (
        "files here have no creation time: vernam notices some copies \(CopyFact.onlyByOther)",
        "keep the vault on ext4, xfs or btrfs"
      )
    case .noCounters:
      (
        "vernam cannot keep its counters, which reveal an old copy, outside the vault: it notices "
          + "an older backup copied over the vault "
          + CopyFact.onlyByOther,
        "set HOME or XDG_STATE_HOME to a folder that you can write to"
      )
    }
  }
}

extension MemoryFact {
  package var wording: (text: String, hint: String?) {
    switch self {
    case .isLocked: ("keys and messages stay in memory: Linux does not write them to the disk", nil)
    case .isNotLocked(let needed, let limit):
      (
        "Linux may write keys and messages to the disk: vernam has to lock \(needed >> 10) KiB in "
          + "memory, and " + (limit.map { "the limit is \($0 >> 10) KiB" } ?? "Linux refused"),
        "as root, add the line \"* - memlock \((needed >> 10) * 2)\" to /etc/security/limits.conf, then "
          + "log in again"
      )
    case .hasNoOpenSwap: ("there is no swap on an unencrypted disk", nil)
    case .hasUnencryptedSwap(let path):
      ("swap on \(path) is not encrypted", "turn it off: sudo swapoff -a")
    case .cannotHibernate: ("this computer is not set up to hibernate", nil)
    case .hibernatesEncrypted: ("this computer hibernates to an encrypted disk", nil)
    case .hibernatesUnencrypted:
      (
        "hibernation would write all memory to a disk that is not encrypted",
        "do not hibernate: sudo systemctl mask hibernate.target hybrid-sleep.target "
          + "suspend-then-hibernate.target"
      )
    case .isNotDumped: ("if vernam crashes, Linux writes no copy of its memory to the disk", nil)
    case .isDumped(let toProgram):
      (
        "if vernam crashes, Linux "
          + (toProgram
            ? "gives a copy of its memory to another program"
            : "may write a copy of its memory to the disk"),
        "turn core dumps off: sudo sysctl kernel.core_pattern=/dev/null"
      )
    case .keyringWorks:
      ("\"vernam unlock\" works here: Linux can remember the key for a while", nil)
    case .keyringRefuses(let reason):
      (
        "the kernel's keyring cannot be used: \(reason)",
        "\"vernam unlock\" does not work here; use --passphrase-file FILE"
      )
    }
  }
}

extension PairingFact {
  package var wording: (text: String, hint: String?) {
    switch self {
    case .daemonsRun: ("computers can find each other: Avahi is running", nil)
    case .libraryIsMissing:
      (
        "other computers cannot be found on the network: Avahi's library is not installed",
        "run \"sudo apt install libavahi-compat-libdnssd1 avahi-daemon\"; or pair with --listen and --connect"
      )
    case .daemonIsMissing(let isBus):
      (
        "other computers cannot be found on the network: \(isBus ? "D-Bus" : "Avahi") is not running",
        "run \"sudo apt install avahi-daemon\", then \"sudo systemctl start \(isBus ? "dbus " : "")avahi-daemon\"; "
          + "or pair with --listen and --connect"
      )
    case .hasNoFirewall: ("no firewall that vernam knows (ufw, firewalld) is in the way", nil)
    case .hasFirewall(let firewall):
      (
        "\(firewall.rawValue) is on and may keep others from pairing with this computer",
        "run \(firewall.opening); then run \"vernam pair NAME --port 4000\""
      )
    }
  }
}

extension Firewall {
  /// Opens the port of mDNS and one for pairing.
  fileprivate var opening: String {
    switch self {
    case .ufw: "\"sudo ufw allow 5353/udp\" and \"sudo ufw allow 4000/tcp\""
    case .firewalld: "\"sudo firewall-cmd --add-port=5353/udp --add-port=4000/tcp\""
    }
  }
}

extension Mount {
  /// Such as `ext4 at /home`.
  fileprivate var name: String { "\(type) at \(point)" }
}

internal import Doctor

extension FileSystemFact {
  private static let localDisk = "keep the vault on a local ext4 or xfs: --vault DIR"

  var wording: (text: String, hint: String?) {
    switch self {
    case .isUnknown(let directory):
      ("nothing is known about the file system of \(directory)", FileSystemFact.localDisk)
    case .overwritesInPlace(let mount): ("\(mount.name) overwrites in place", nil)
    case .isInMemory(let mount):
      (
        "\(mount.name) is memory: pads are lost when the machine is turned off",
        FileSystemFact.localDisk
      )
    case .isRemote(let mount):
      ("\(mount.name): another machine or program decides what is kept", FileSystemFact.localDisk)
    case .mayKeepCopies(let mount):
      (
        "\(mount.name) may keep copies of overwritten bytes; their keys are destroyed all the same",
        FileSystemFact.localDisk
      )
    case .overwritesWithoutSnapshots(let mount):
      ("\(mount.name) overwrites pads in place, as long as there is no snapshot", nil)
    case .copiesOnWrite(let mount, let path, let vault):
      (
        "\(mount.name) keeps copies of overwritten bytes in \(path)",
        "chattr +C \(vault)/pads, then meet and pair again"
      )
    case .isReadOnly(let mount): ("\(mount.point) is read-only", "mount it for writing")
    case .hasNoBarriers(let mount):
      (
        "\(mount.point) has no write barriers: used pad can come back after a power cut",
        "mount it without nobarrier and barrier=0"
      )
    case .journalsData(let mount):
      (
        "the journal of \(mount.point) keeps copies of overwritten bytes",
        "mount it with data=ordered"
      )
    case .writesBack(let mount):
      (
        "\(mount.point) has data=writeback, which was not tested with pads",
        "mount it with data=ordered"
      )
    }
  }
}

extension DiskFact {
  var wording: (text: String, hint: String?) {
    switch self {
    case .isEncrypted: ("the vault's disk is encrypted", nil)
    case .isNotFlash: ("the vault's disk does not say that it is flash", nil)
    case .isFlash:
      (
        "the vault's disk is flash, which may keep old bytes for a while",
        "keep the vault on an encrypted disk, and give it a passphrase"
      )
    }
  }
}

extension CopyFact {
  private static let onlyByOther = "is noticed only once the other end writes"

  var wording: (text: String, hint: String?) {
    switch self {
    case .areNoticed:
      (
        "a copy, or an older backup put back, is noticed before anything is sent, unless the whole "
          + "machine is restored: that \(CopyFact.onlyByOther)", nil
      )
    case .noMachineID:
      (
        "this machine has no id: a whole disk copied to another one \(CopyFact.onlyByOther)",
        "run systemd-machine-id-setup, or dbus-uuidgen --ensure=/etc/machine-id"
      )
    case .noBirthTime:
      (
        "no time of birth on this file system: a copy that gets the same inode "
          + CopyFact.onlyByOther,
        "keep the vault on ext4, xfs or btrfs"
      )
    case .noCounters:
      (
        "no counter can be kept outside the vault: an older backup written over its files "
          + CopyFact.onlyByOther,
        "set HOME or XDG_STATE_HOME to a directory that you can write to"
      )
    }
  }
}

extension MemoryFact {
  var wording: (text: String, hint: String?) {
    switch self {
    case .isLocked: ("keys and texts are locked in memory", nil)
    case .isNotLocked(let needed, let limit):
      (
        "keys and texts can be swapped out: \(needed >> 10) KiB cannot be locked, "
          + (limit.map { "the limit is \($0 >> 10) KiB" } ?? "it was refused"),
        "raise the limit: ulimit -l \((needed >> 10) * 2), or memlock in limits.conf(5)"
      )
    case .hasNoOpenSwap: ("there is no swap on an unencrypted disk", nil)
    case .hasOpenSwap(let path):
      ("swap on \(path) is not encrypted", "encrypt it, use zram, or turn it off with swapoff -a")
    case .cannotHibernate: ("this machine is not set up to hibernate", nil)
    case .hibernatesEncrypted: ("this machine hibernates to an encrypted disk", nil)
    case .hibernatesOpenly:
      (
        "hibernation would write all memory to a disk that is not encrypted",
        "do not hibernate: systemctl mask hibernate.target hybrid-sleep.target"
      )
    case .isNotDumped: ("the kernel makes no core dump of this program", nil)
    case .isDumped(let toProgram):
      (
        "core dumps of this program are \(toProgram ? "given to another program" : "possible")",
        "turn them off: sysctl kernel.core_pattern=/dev/null"
      )
    case .keyringWorks: ("the kernel's keyring can be used", nil)
    case .keyringRefuses(let reason):
      (
        "the kernel's keyring cannot be used: \(reason)",
        "\"vernam unlock\" does not work here; use --passphrase-file FILE"
      )
    }
  }
}

extension PairingFact {
  var wording: (text: String, hint: String?) {
    switch self {
    case .daemonsRun: ("D-Bus and Avahi answer", nil)
    case .libraryIsMissing:
      (
        "libdns_sd, Avahi's library, is not installed: \"pair\" finds nobody",
        "install libavahi-compat-libdnssd1 and avahi-daemon; or pair with --listen and --connect"
      )
    case .daemonIsMissing(let isBus):
      (
        "\(isBus ? "D-Bus" : "avahi-daemon") is not running: \"pair\" finds nobody",
        "install avahi-daemon, or run \"systemctl start \(isBus ? "dbus " : "")avahi-daemon\"; "
          + "or pair with --listen and --connect"
      )
    case .hasNoFirewall: ("neither ufw nor firewalld is on, as far as can be seen", nil)
    case .hasFirewall(let name):
      (
        "\(name) is on and may keep others from pairing with this machine",
        "let UDP 5353 in, and the TCP port that you give with --port or --listen"
      )
    }
  }
}

extension Mount {
  /// Such as `ext4 at /home`.
  fileprivate var name: String { "\(type) at \(point)" }
}

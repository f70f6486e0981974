internal import System
internal import Vault

/// What the vault's file system promises about writing and syncing in place.
enum FileSystemCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    guard let mount = Mount.holding(snapshot.directory, snapshot.texts) else {
      return [Finding(.warn, .fileSystem, .fileSystem(.isUnknown(directory: snapshot.directory)))]
    }
    return [kind(mount, snapshot)] + options(mount, snapshot)
  }

  private static func kind(_ mount: Mount, _ snapshot: SystemSnapshot) -> Finding {
    switch FileSystem(type: mount.type) {
    case .inPlace: Finding(.ok, .fileSystem, .fileSystem(.overwritesInPlace(mount)))
    case .btrfs: btrfs(mount, snapshot)
    case .memory: Finding(.warn, .fileSystem, .fileSystem(.isInMemory(mount)))
    case .remote:
      Finding(
        snapshot.trustsFileSystem ? .warn : .bad, .fileSystem, .fileSystem(.isRemote(mount)))
    case .unknown: Finding(.warn, .fileSystem, .fileSystem(.mayKeepCopies(mount)))
    }
  }

  private static func btrfs(_ mount: Mount, _ snapshot: SystemSnapshot) -> Finding {
    guard let first = snapshot.inspection?.copiedOnWrite.first else {
      return Finding(.ok, .fileSystem, .fileSystem(.overwritesWithoutSnapshots(mount)))
    }
    return Finding(
      .warn, .fileSystem, .fileSystem(.copiesOnWrite(mount, path: first, vault: snapshot.directory))
    )
  }

  private static func options(_ mount: Mount, _ snapshot: SystemSnapshot) -> [Finding] {
    var findings: [Finding] = []
    if mount.options.contains("ro") || snapshot.inspection?.isReadOnly == true {
      findings.append(Finding(.bad, .fileSystem, .fileSystem(.isReadOnly(mount))))
    }
    if !mount.options.isDisjoint(with: ["nobarrier", "barrier=0"]) {
      findings.append(Finding(.bad, .fileSystem, .fileSystem(.hasNoBarriers(mount))))
    }
    if mount.options.contains("data=journal") {
      findings.append(Finding(.warn, .fileSystem, .fileSystem(.journalsData(mount))))
    }
    if mount.options.contains("data=writeback") {
      findings.append(Finding(.warn, .fileSystem, .fileSystem(.writesBack(mount))))
    }
    return findings
  }
}

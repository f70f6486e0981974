internal import Vault

/// What the file system of the vault promises of a write and a sync in place.
enum FileSystemCheck {
  private static let about = "file system"
  private static let inPlace: Set = ["ext4", "ext3", "ext2", "xfs"]
  private static let memory: Set = ["tmpfs", "ramfs"]
  private static let remote: Set = ["nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "virtiofs", "afs"]
  private static let localDisk = "keep the vault on a local ext4 or xfs: --vault DIR"

  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    guard let mount = Mount.holding(snapshot.directory, snapshot.texts) else {
      return [
        .warn(
          about, "nothing is known of the file system of \(snapshot.directory)", hint: localDisk)
      ]
    }
    return [kind(mount, snapshot)] + options(mount, snapshot)
  }

  private static func kind(_ mount: Mount, _ snapshot: SystemSnapshot) -> Finding {
    let place = "\(mount.type) at \(mount.point)"
    if inPlace.contains(mount.type) {
      return .ok(about, "\(place) overwrites in place")
    }
    if mount.type == "btrfs" { return btrfs(place, snapshot) }
    if memory.contains(mount.type) {
      return .warn(
        about, "\(place) is memory: pads are gone when the machine is turned off",
        hint: localDisk)
    }
    if remote.contains(mount.type) || mount.type.hasPrefix("fuse") {
      let what = "\(place): another machine or program decides what is kept"
      return snapshot.trustsFileSystem
        ? .warn(about, what, hint: localDisk) : .bad(about, what, hint: localDisk)
    }
    return .warn(
      about, "\(place) may keep copies of what is overwritten: keys are destroyed all the same",
      hint: localDisk)
  }

  private static func btrfs(_ place: String, _ snapshot: SystemSnapshot) -> Finding {
    let copied = snapshot.inspection?.copiedOnWrite ?? []
    guard let first = copied.first else {
      return .ok(about, "\(place) overwrites pads in place, as long as there is no snapshot")
    }
    return .warn(
      about, "\(place) keeps copies of what is overwritten in \(first)",
      hint: "chattr +C \(snapshot.directory)/pads, then meet and pair again")
  }

  private static func options(_ mount: Mount, _ snapshot: SystemSnapshot) -> [Finding] {
    var findings: [Finding] = []
    if mount.options.contains("ro") || snapshot.inspection?.isReadOnly == true {
      findings.append(
        .bad(about, "\(mount.point) is read-only", hint: "mount it for writing"))
    }
    if !mount.options.isDisjoint(with: ["nobarrier", "barrier=0"]) {
      findings.append(
        .bad(
          about, "\(mount.point) has no write barriers: used pad can come back after a power cut",
          hint: "mount it without nobarrier and barrier=0"))
    }
    if mount.options.contains("data=journal") {
      findings.append(
        .warn(
          about, "the journal of \(mount.point) keeps copies of what is overwritten",
          hint: "mount it with data=ordered"))
    }
    if mount.options.contains("data=writeback") {
      findings.append(
        .warn(
          about, "\(mount.point) has data=writeback, which was not tried with pads",
          hint: "mount it with data=ordered"))
    }
    return findings
  }
}

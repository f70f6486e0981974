/// Flash keeps old bytes for a while, whatever the file system.
enum MediumCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    guard let mount = Mount.holding(snapshot.directory, snapshot.texts) else { return [] }
    let device = BlockDevice(below: mount, snapshot.texts)
    if !device.exists { return [] }
    if device.isEncrypted {
      return [.ok("disk", "the disk of the vault is encrypted")]
    }
    if !device.isFlash {
      return [.ok("disk", "the disk of the vault does not say that it is flash")]
    }
    return [
      .warn(
        "disk", "the disk of the vault is flash, which may keep old bytes for a while",
        hint: "keep the vault on an encrypted disk, and give it a passphrase")
    ]
  }
}

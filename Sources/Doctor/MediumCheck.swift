/// Flash keeps old bytes for a while, whatever the file system.
enum MediumCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    guard let mount = Mount.holding(snapshot.directory, snapshot.texts) else { return [] }
    let device = BlockDevice(below: mount, snapshot.texts)
    if !device.exists { return [] }
    if device.isEncrypted { return [Finding(.ok, .disk, .disk(.isEncrypted))] }
    return [
      device.isFlash
        ? Finding(.warn, .disk, .disk(.isFlash)) : Finding(.ok, .disk, .disk(.isNotFlash))
    ]
  }
}

internal import System

/// A block device, as /sys describes it.
struct BlockDevice {
  private static let deepest = 8

  /// Its directory below /sys.
  let place: String
  let texts: any SystemTexts

  /// From a name such as `sda2` or `dm-0`.
  init(name: String, _ texts: any SystemTexts) {
    place = "/sys/class/block/\(name)"
    self.texts = texts
  }

  /// The device below a mounted file system: by number, or by name if the file system has a device
  /// number of its own.
  init(below mount: Mount, _ texts: any SystemTexts) {
    let byNumber = "/sys/dev/block/\(mount.device)"
    let name = mount.source.split(separator: "/").last.map(String.init) ?? ""
    place = texts.text("\(byNumber)/dev") != nil ? byNumber : "/sys/class/block/\(name)"
    self.texts = texts
  }

  var exists: Bool { texts.text("\(place)/dev") != nil }

  /// Whether dm-crypt lies between it and the medium.
  var isEncrypted: Bool { isEncrypted(place, depth: 0) }

  /// Whether the medium is flash.
  var isFlash: Bool {
    let own = texts.text("\(place)/queue/rotational")
    return (own ?? texts.text("\(place)/../queue/rotational"))?.hasPrefix("0") == true
  }

  private func isEncrypted(_ place: String, depth: Int) -> Bool {
    if texts.text("\(place)/dm/uuid")?.hasPrefix("CRYPT-") == true { return true }
    let parts = texts.names("\(place)/slaves")
    guard depth < BlockDevice.deepest, !parts.isEmpty else { return false }
    return parts.allSatisfy { isEncrypted("\(place)/slaves/\($0)", depth: depth + 1) }
  }
}

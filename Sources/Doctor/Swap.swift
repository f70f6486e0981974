internal import System

/// A line of /proc/swaps.
struct Swap {
  let path: String
  /// Whether it stays in memory, or is encrypted by dm-crypt.
  let isProtected: Bool

  static func all(_ texts: any SystemTexts) -> [Swap] {
    let lines = (texts.text("/proc/swaps") ?? "").split(separator: "\n").dropFirst()
    return lines.compactMap { line in
      let fields = line.split { $0 == " " || $0 == "\t" }.map(String.init)
      return fields.count < 2 ? nil : Swap(path: fields[0], kind: fields[1], texts)
    }
  }

  private init(path: String, kind: String, _ texts: any SystemTexts) {
    self.path = path
    let name = String(path.split(separator: "/").last ?? "")
    if name.hasPrefix("zram") {
      isProtected =
        texts.text("/sys/block/\(name)/backing_dev").map { $0.hasPrefix("none") } ?? true
    } else if kind == "partition" {
      isProtected = BlockDevice(name: name, texts).isEncrypted
    } else {
      isProtected =
        Mount.holding(path, texts).map { BlockDevice(below: $0, texts).isEncrypted } ?? false
    }
  }
}

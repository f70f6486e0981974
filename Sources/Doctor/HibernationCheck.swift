internal import System

/// Hibernation writes all of memory to swap, even what is locked.
enum HibernationCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    let texts = snapshot.texts
    let isOffered = words(texts.text("/sys/power/state")).contains("disk")
    let isDisabled = texts.text("/sys/power/disk")?.contains("[disabled]") == true
    let swaps = Swap.all(texts).filter { !$0.path.contains("/zram") }
    if !isOffered || isDisabled || swaps.isEmpty {
      return [Finding(.ok, .hibernation, .memory(.cannotHibernate))]
    }
    if swaps.allSatisfy(\.isProtected) {
      return [Finding(.ok, .hibernation, .memory(.hibernatesEncrypted))]
    }
    return [Finding(.warn, .hibernation, .memory(.hibernatesUnencrypted))]
  }

  private static func words(_ text: String?) -> [Substring] {
    (text ?? "").split { $0 == " " || $0 == "\n" }
  }
}

internal import System

/// Hibernation writes all of memory to swap, also what is locked.
enum HibernationCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    let texts = snapshot.texts
    let isOffered = words(texts.text("/sys/power/state")).contains("disk")
    let isDisabled = texts.text("/sys/power/disk")?.contains("[disabled]") == true
    let swaps = Swap.all(texts).filter { !$0.path.contains("/zram") }
    if !isOffered || isDisabled || swaps.isEmpty {
      return [.ok("hibernation", "this machine cannot hibernate as it is set up")]
    }
    if swaps.allSatisfy(\.isProtected) {
      return [.ok("hibernation", "this machine hibernates to an encrypted disk")]
    }
    return [
      .warn(
        "hibernation", "hibernation would write all memory to a disk that is not encrypted",
        hint: "do not hibernate: systemctl mask hibernate.target hybrid-sleep.target")
    ]
  }

  private static func words(_ text: String?) -> [Substring] {
    (text ?? "").split { $0 == " " || $0 == "\n" }
  }
}

/// Where memory is swapped to.
enum SwapCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    let open = Swap.all(snapshot.texts).filter { !$0.isProtected }
    if open.isEmpty { return [.ok("swap", "there is no swap on an unencrypted disk")] }
    return open.map {
      .warn(
        "swap", "swap on \($0.path) is not encrypted",
        hint: "encrypt it, use zram, or turn it off with swapoff -a")
    }
  }
}

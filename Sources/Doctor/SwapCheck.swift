/// Where memory is swapped to.
enum SwapCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    let open = Swap.all(snapshot.texts).filter { !$0.isProtected }
    if open.isEmpty { return [Finding(.ok, .swap, .memory(.hasNoOpenSwap))] }
    return open.map { Finding(.warn, .swap, .memory(.hasUnencryptedSwap($0.path))) }
  }
}

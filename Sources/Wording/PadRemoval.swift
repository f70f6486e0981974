/// The words for destroying pads.
package struct PadRemoval {
  private let what: String
  private let count: Int

  /// All pads that are shared with `owner`.
  package init(owner: String, count: Int) {
    self.init(count == 1 ? "\(owner)'s pad" : "\(owner)'s \(count) pads", count: count)
  }

  /// - Parameter what: as in "Destroy bob's pad?"
  package init(_ what: String, count: Int) {
    self.what = what
    self.count = count
  }

  /// "it" or "them".
  package var object: String { count == 1 ? "it" : "them" }

  /// - Parameter waiting: how many messages were not delivered.
  package func question(losing waiting: Int) -> String {
    "Destroy \(what)? You can then never read messages on \(object) that you have not opened."
      + lost(waiting)
  }

  /// The same for somebody who knows people, not pads.
  package func question(forgetting person: String, losing waiting: Int) -> String {
    let pads =
      count == 1 ? "the pad that you share" : "the \(count) pads that you share"
    return
      "Forget \(person)? This destroys \(pads). You cannot write to each other until you meet "
      + "again, and can never read messages that you have not opened." + lost(waiting)
  }

  private func lost(_ waiting: Int) -> String {
    switch waiting {
    case 0: ""
    case 1: " 1 message of yours has not been delivered, and is lost, too."
    default: " \(waiting) messages of yours have not been delivered, and are lost, too."
    }
  }
}

internal import Pairing
internal import System

/// The names on offer, of which the person chooses one by its number or by itself. A name keeps its
/// number while others come and go.
struct OfferList {
  /// More names than this are hard to compare.
  private static let many = 20

  private var numbered: [String] = []
  private var shown: [String] = []
  private var typed = TypedLine()

  /// A new search begins: what it finds is shown again.
  mutating func startOver() { (shown, typed) = ([], TypedLine()) }

  /// Shows the names if they have changed, and takes in what was typed. Returns at once.
  mutating func choose(among names: [String], own: String) -> MeetingChoice {
    if names != shown { show(names) }
    while true {
      switch typed.next() {
      case .nothing: return .none
      // Nothing was asked.
      case .line where names.isEmpty: continue
      case .inputEnded: return .inputEnded
      case .line(let answer):
        if let index = index(of: answer, among: names) { return .offer(index) }
        StandardError.line(
          answer == own ? "That is this computer." : "There is no such number or name.")
        prompt()
      }
    }
  }

  private mutating func show(_ names: [String]) {
    if shown.isEmpty { Stream.input.dropTypedInput() } else { StandardError.endLine() }
    for name in shown where !names.contains(name) {
      StandardError.line("\(name) is connected to another computer now, or has stopped.")
    }
    numbered += names.filter { !numbered.contains($0) }
    shown = names
    if names.isEmpty { return StandardError.line("Waiting for others to pair here.") }
    StandardError.line("Pairing here now:")
    for (index, name) in numbered.enumerated() where names.contains(name) {
      StandardError.line("  \(index + 1)  \(name)")
    }
    if names.count > OfferList.many {
      StandardError.line("Too many? Press Ctrl+C, and both run it with --room and the same word.")
    }
    prompt()
  }

  private func prompt() {
    StandardError.prompt("Which is on the other person's screen? Type its number or name: ")
  }

  private func index(of typed: String, among names: [String]) -> Int? {
    let typed = typed.lowercased().filter { !$0.isWhitespace }
    if let number = Int(typed), numbered.indices.contains(number - 1) {
      return names.firstIndex(of: numbered[number - 1])
    }
    let folded = names.indices.filter { index in
      names[index].lowercased().filter { !$0.isWhitespace } == typed
    }
    return names.firstIndex(of: typed) ?? (folded.count == 1 ? folded[0] : nil)
  }
}
